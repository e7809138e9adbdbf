import '@mantine/core/styles/Kbd.css'
import { Anchor, Button, Group, Kbd, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { taskLimits } from '../../../contract/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { shortcutOf } from '../../commands/commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import { TextFileRows } from '../../files/text-file-rows.tsx'
import { useTextFiles } from '../../files/use-text-files.ts'
import { useUndo } from '../../history/undo.ts'
import { MarkdownField } from '../../markdown/markdown-field.tsx'
import { TaskReference } from '../../tasks/task-reference.tsx'
import { isComposing } from '../../ui/layers.ts'
import classes from './task-details.module.css'
import { lengthOf, type TextEdit } from './use-text.ts'

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Edits title and description in the place where they are shown. */
export function TextEditor({ task, text }: { task: DeckTask; text: TextEdit }) {
  const { form, editing, isSaving, isRestored, cancel } = text
  const undo = useUndo()
  const field = useRef<HTMLTextAreaElement>(null)
  const uploads = useTextFiles({
    task,
    field,
    onChange: (change) => form.setFieldValue('description', change),
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
        <Text size="sm" c="dimmed" role="status">
          This is text that you have not saved yet.{' '}
          <Anchor component="button" type="button" size="sm" onClick={cancel}>
            Discard it
          </Anchor>
        </Text>
      )}
      <TextInput
        label="Title"
        description={count(form.values.title, taskLimits.title)}
        inputWrapperOrder={order}
        classNames={{ input: classes.titleInput ?? '' }}
        {...form.getInputProps('title')}
        ref={title}
      />
      <MarkdownField
        label="Description"
        description={`You can use Markdown, and paste or drop pictures. ${count(form.values.description, taskLimits.description)}`}
        inputWrapperOrder={order}
        field={field}
        onText={(text) => form.setFieldValue('description', text)}
        onFiles={uploads.add}
        Reference={TaskReference}
        {...form.getInputProps('description')}
        value={form.values.description}
      >
        <TextFileRows uploads={uploads} />
      </MarkdownField>
      <Group gap="xs">
        <Button
          type="submit"
          loading={isSaving}
          rightSection={
            <Kbd size="xs" visibleFrom="md" aria-hidden="true">
              {shortcutOf('saveTask')}
            </Kbd>
          }
        >
          Save
        </Button>
        <Button variant="subtle" onClick={cancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

const count = (text: string, max: number) => `${lengthOf(text)} of at most ${max.toLocaleString('en')} characters.`
