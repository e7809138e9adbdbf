import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { taskLimits } from '../../contract/tasks.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { shortcutOf } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import type { DeckTask } from '../deck/change.ts'
import { TextFileRows } from '../files/text-file-rows.tsx'
import { useTextFiles } from '../files/use-text-files.ts'
import { useUndo } from '../history/undo.ts'
import { MarkdownField } from '../markdown/markdown-field.tsx'
import { TextSuggestions } from '../suggestions/text-suggestions.tsx'
import { TaskReference } from '../tasks/task-reference.tsx'
import { Button } from '../ui/button.tsx'
import keycap from '../ui/keycap.module.css'
import { isComposing } from '../ui/layers.ts'
import { TextareaField } from '../ui/textarea-field.tsx'
import classes from './task-editor.module.css'
import { TextSign } from './text-sign.tsx'
import { lengthOf, type TextEdit } from './use-text.ts'

/** Edits title and description in the place where they are shown. They save themselves; Save also closes the editor. */
export function TextEditor({ task, text }: { task: DeckTask; text: TextEdit }) {
  const { form, editing, isSaving, isRestored } = text
  const undo = useUndo()
  const field = useRef<HTMLTextAreaElement>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const uploads = useTextFiles({
    task,
    field,
    onChange: (change) => form.set('description', change),
  })
  const save = async () => {
    const saved = await text.save()
    if (saved) undo.offer(`Updated ${nameOf(saved.task)}`, saved.change)
  }
  const cancel = async () => {
    const taken = await text.cancel()
    if (taken) undo.offer(`Discarded your changes to ${nameOf(taken.task)}`, taken.change)
  }
  useCommands({ save: () => void save() })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.defaultPrevented) return
    const isEnd = event.key === 'Enter' && event.target === title.current && !event.ctrlKey && !event.metaKey
    if (event.key !== 'Escape' && !isEnd) return
    event.preventDefault()
    void (isEnd ? save() : cancel())
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) text.flush()
  }
  // Before the next key press, which belongs to the field.
  useLayoutEffect(() => {
    const first = editing?.field === 'description' ? field.current : title.current
    first?.focus()
    const offset = editing?.offset ?? first?.value.length ?? 0
    first?.setSelectionRange(offset, offset)
  }, [editing])
  return (
    <form
      noValidate
      aria-label="Edit task"
      className={classes.editor}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {isRestored && (
        <p className="muted" role="status">
          You typed this earlier.{' '}
          <button className="link" type="button" onClick={cancel}>
            Discard
          </button>
        </p>
      )}
      <div className={classes.titleField}>
        <TextareaField
          label="Title"
          hint={roomLeft(form.values.title, taskLimits.title)}
          isHintBelow
          minRows={1}
          maxRows={8}
          {...form.field('title')}
          // A title is one line, however it is shown and pasted.
          onChange={({ currentTarget }) => form.set('title', currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
          ref={title}
        />
      </div>
      <MarkdownField
        label="Description"
        hint={[
          'You can use Markdown, and paste or drop pictures.',
          roomLeft(form.values.description, taskLimits.description),
        ]
          .filter(Boolean)
          .join(' ')}
        isHintBelow
        field={field}
        onText={(text) => form.set('description', text)}
        onFiles={uploads.add}
        Reference={TaskReference}
        {...form.field('description')}
        value={form.values.description}
      >
        <TextFileRows uploads={uploads} />
      </MarkdownField>
      <TextSuggestions field={field} />
      <div className="row">
        <Button
          type="submit"
          isBusy={isSaving}
          end={
            <span className={`mono ${keycap.keycap} ${keycap.onWide}`} aria-hidden="true">
              {shortcutOf('save')}
            </span>
          }
        >
          Save
        </Button>
        <Button variant="subtle" onClick={cancel}>
          Cancel
        </Button>
        <TextSign text={text} onChoose={save} />
      </div>
    </form>
  )
}

/** How many characters are left, once they become few. */
function roomLeft(text: string, max: number): string | undefined {
  const left = max - lengthOf(text)
  if (left > max / 10) return undefined
  const count = Math.abs(left).toLocaleString('en')
  const characters = count === '1' ? 'character' : 'characters'
  return left < 0 ? `${count} ${characters} too many.` : `${count} ${characters} left.`
}
