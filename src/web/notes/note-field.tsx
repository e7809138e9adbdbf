import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { noteLimits } from '../../contract/notes.ts'
import { isLonger } from '../../contract/text-length.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { chordOf } from '../commands/keys.ts'
import type { DeckTask } from '../deck/change.ts'
import { TextFileRows } from '../files/text-file-rows.tsx'
import { useTextFiles } from '../files/use-text-files.ts'
import { continueLine } from '../markdown/edit-text.ts'
import { selectionOf, typeInto } from '../markdown/type-text.ts'
import { hasUploads, withoutUploads } from '../markdown/upload-marks.ts'
import { TextSuggestions } from '../suggestions/text-suggestions.tsx'
import { savedState } from '../ui/client-state.ts'
import { isComposing } from '../ui/layers.ts'
import { TextareaField } from '../ui/textarea-field.tsx'
import classes from './notes.module.css'

interface Props {
  task: DeckTask
  /** Names the unsaved text of this field among those of the task. */
  draft: string
  label: string
  /** The text that is edited; absent for a new note. */
  initial?: string
  minRows?: number
  field?: RefObject<HTMLTextAreaElement | null>
  onSave: (text: string) => void
  onCancel?: (isChanged: boolean) => void
  /** The buttons, given whether there is something to save, and how to choose files. */
  children: (state: { canSave: boolean; addFiles: (files: File[]) => void }) => ReactNode
}

/** The unsaved text of a note. Like that of a task, it survives a reload and a lost session. */
export const noteDraftOf = (userId: string, taskId: string, name: string) =>
  savedState<string>(userId, `note-${taskId}-${name}`)

/** A field for the text of a note: Markdown, suggestions after a #, pasted and dropped files. Ctrl or Cmd and Enter save. */
export function NoteField({ task, draft, label, initial = '', minRows = 1, field, onSave, onCancel, children }: Props) {
  const { user } = useSignedIn()
  const kept = noteDraftOf(user._id, task._id, draft)
  const [text, setText] = useState(() => withoutUploads(kept.read() ?? initial))
  const [problem, setProblem] = useState<string>()
  const own = useRef<HTMLTextAreaElement>(null)
  const area = field ?? own
  const write = (next: string | ((before: string) => string)) =>
    setText((before) => {
      const written = typeof next === 'function' ? next(before) : next
      if (written === initial) kept.remove()
      else kept.save(written)
      return written
    })
  const uploads = useTextFiles({ task, field: area, onChange: write })
  const isEditing = onCancel !== undefined
  useLayoutEffect(() => {
    if (isEditing) own.current?.focus()
  }, [isEditing])

  const save = () => {
    if (!text.trim()) return
    if (hasUploads(text)) return setProblem('Please wait until the files in the text are uploaded, or remove them.')
    if (isLonger(text.trim(), noteLimits.text))
      return setProblem(`Please use at most ${noteLimits.text.toLocaleString('en')} characters.`)
    setProblem(undefined)
    kept.remove()
    if (!isEditing) setText('')
    onSave(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent) || event.defaultPrevented) return
    const chord = chordOf(event.nativeEvent)
    if (chord === 'mod+Enter') save()
    else if (chord === 'Escape' && onCancel) onCancel(text.trim() !== initial.trim())
    // The text stays. The keys of the screen work again.
    else if (chord === 'Escape') event.currentTarget.blur()
    else {
      const next = chord === 'Enter' ? continueLine(selectionOf(event.currentTarget)) : undefined
      if (!next) return
      typeInto(event.currentTarget, next)
    }
    // The same key must run no command of the app.
    event.preventDefault()
  }
  const take = (event: { preventDefault: () => void }, { files }: DataTransfer) => {
    if (!files.length) return
    event.preventDefault()
    uploads.add([...files])
  }
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextareaField
        aria-label={label}
        placeholder={label}
        ref={area}
        className={classes.area}
        value={text}
        minRows={minRows}
        maxRows={16}
        error={problem}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event, event.clipboardData)}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault()
        }}
        onDrop={(event) => take(event, event.dataTransfer)}
      />
      <TextFileRows uploads={uploads} />
      <TextSuggestions field={area} />
      {children({ canSave: text.trim() !== '' && text.trim() !== initial.trim(), addFiles: uploads.add })}
    </form>
  )
}
