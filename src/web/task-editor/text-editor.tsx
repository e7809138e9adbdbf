import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { taskLimits } from '../../contract/tasks.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { shortcutOf } from '../commands/commands.ts'
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
import { TextField } from '../ui/text-field.tsx'
import classes from './task-editor.module.css'
import { lengthOf, type TextEdit } from './use-text.ts'

/** Edits title and description in the place where they are shown. */
export function TextEditor({ task, text }: { task: DeckTask; text: TextEdit }) {
  const { form, editing, isSaving, isRestored, cancel } = text
  const undo = useUndo()
  const field = useRef<HTMLTextAreaElement>(null)
  const uploads = useTextFiles({
    task,
    field,
    onChange: (change) => form.set('description', change),
  })
  const save = async () => {
    const saved = await text.save()
    if (saved) undo.offer(`Updated ${nameOf(saved.task)}`, saved.change)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent) || event.defaultPrevented) return
    event.preventDefault()
    void cancel()
  }
  const title = useRef<HTMLInputElement>(null)
  // Before the next key press, which belongs to the field.
  useLayoutEffect(() => {
    const first = editing === 'description' ? field.current : title.current
    first?.focus()
    first?.setSelectionRange(first.value.length, first.value.length)
  }, [editing])
  return (
    <form
      noValidate
      aria-label="Edit task"
      className={classes.editor}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {isRestored && (
        <p className="muted" role="status">
          This is text that you have not saved yet.{' '}
          <button className="link" type="button" onClick={cancel}>
            Discard it
          </button>
        </p>
      )}
      <TextField
        label="Title"
        hint={count(form.values.title, taskLimits.title)}
        isHintBelow
        className={classes.titleInput}
        {...form.field('title')}
        ref={title}
      />
      <MarkdownField
        label="Description"
        hint={`You can use Markdown, and paste or drop pictures. ${count(form.values.description, taskLimits.description)}`}
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
              {shortcutOf('saveTask')}
            </span>
          }
        >
          Save
        </Button>
        <Button variant="subtle" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const count = (text: string, max: number) => `${lengthOf(text)} of at most ${max.toLocaleString('en')} characters.`
