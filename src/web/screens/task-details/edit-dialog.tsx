import { Button, Group, Kbd, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { taskLimits } from '../../../contract/tasks.ts'
import { shortcutOf } from '../../commands/commands.ts'
import { CommandsInDialog } from '../../commands/commands-in-dialog.tsx'
import { nameOf } from '../../deck/change.ts'
import { useUndo } from '../../history/undo.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { filled, focusFirstError } from '../../ui/form-checks.ts'
import { partOf } from './merge.ts'
import { useSave } from './save.ts'
import { useGuarded } from './unsaved-guard.ts'

interface Props {
  task: Task
  dateStyle: Preferences['dateStyle']
  onClose: () => void
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Edits title and description. Changes that are made elsewhere are merged, as in the form beside the task. */
export function EditDialog({ task, dateStyle, onClose }: Props) {
  const undo = useUndo()
  const form = useForm<Pick<Task, 'title' | 'description'>>({
    initialValues: partOf(task, ['title', 'description']),
    validate: {
      title: (title) => filled('Please give the task a title.')(title) ?? tooLong(title, taskLimits.title),
      description: (text) => filled('Please describe the task.')(text) ?? tooLong(text, taskLimits.description),
    },
  })
  const { save, isSaving } = useSave(task, form, dateStyle)
  useGuarded(form.isDirty())

  const submit = form.onSubmit(
    async (values) => {
      if (!form.isDirty()) return onClose()
      const saved = await save(values)
      if (!saved) return
      undo.offer(`Updated ${nameOf(saved.task)}`, saved.change)
      onClose()
    },
    (errors) => focusFirstError(form, errors),
  )
  const close = async () => {
    if (!form.isDirty() || (await confirm({ question: 'Discard your changes?', action: 'Discard' }))) onClose()
  }
  return (
    <Dialog onClose={close} title="Edit task" size="lg">
      <CommandsInDialog runs={{ saveTask: () => submit() }} />
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Title"
            description={count(form.values.title, taskLimits.title)}
            inputWrapperOrder={order}
            data-autofocus
            {...form.getInputProps('title')}
          />
          <Textarea
            label="Description"
            description={`You can use Markdown. ${count(form.values.description, taskLimits.description)}`}
            inputWrapperOrder={order}
            autosize
            minRows={5}
            maxRows={16}
            {...form.getInputProps('description')}
          />
          <Group gap="xs">
            <Button
              type="submit"
              loading={isSaving}
              rightSection={
                <Kbd size="xs" visibleFrom="md">
                  {shortcutOf('saveTask')}
                </Kbd>
              }
            >
              Save
            </Button>
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

const lengthOf = (text: string) => [...text.trim()].length
const count = (text: string, max: number) => `${lengthOf(text)} of at most ${max.toLocaleString('en')} characters.`
const tooLong = (text: string, max: number) =>
  lengthOf(text) > max ? `Please use at most ${max.toLocaleString('en')} characters.` : null
