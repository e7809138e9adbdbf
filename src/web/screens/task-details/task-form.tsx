import { Button, Kbd, NativeSelect, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { priorities, statuses } from '../../../contract/tasks.ts'
import { shortcutOf } from '../../commands/commands.ts'
import { useCommands } from '../../commands/use-commands.ts'
import type { Uploads } from '../../files/use-uploads.ts'
import { useUndo } from '../../history/undo.ts'
import { paths } from '../../navigation/paths.ts'
import { useTrail } from '../../navigation/trail.ts'
import { DueDateField } from '../../tasks/due-date-field.tsx'
import { LabelsField, labelsProblem } from '../../tasks/labels-field.tsx'
import { priorityIcon, statusIcon } from '../../tasks/marks.tsx'
import { useChange } from '../../tasks/use-change.ts'
import { confirm } from '../../ui/confirm.tsx'
import { type Values, valuesOf } from './merge.ts'
import { RemovedTask } from './removed-task.tsx'
import { useSave } from './save.ts'
import { useUnsavedGuard } from './unsaved-guard.ts'

interface Props {
  task: Task
  /** Chosen files are uploaded when the task is updated. */
  uploads: Uploads
  preferences: Preferences
  /** Whether the task was deleted elsewhere. */
  isRemoved: boolean
}

/** The form for status, priority, due date and labels, with the buttons that update and delete the task. */
export function TaskForm({ task, uploads, preferences, isRemoved }: Props) {
  const navigate = useNavigate()
  const undo = useUndo()
  // With its last filter.
  const dashboard = useTrail().find(({ name }) => name === 'Dashboard')?.to ?? paths.dashboard
  const change = useChange()
  const [isDeleting, setDeleting] = useState(false)
  const form = useForm<Values>({
    initialValues: valuesOf(task),
    validate: { dueDate: (day) => (day ? null : 'Please choose a due date.'), labels: labelsProblem },
  })
  const leave = useUnsavedGuard((form.isDirty() || uploads.chosen.length > 0) && !isRemoved)
  const { save, isSaving } = useSave(task, form, preferences.dateStyle)

  const submit = form.onSubmit(async (values) => {
    if (!(await uploads.start())) return
    const saved = await save(values)
    if (!saved) return
    leave()
    undo.offer('Task updated successfully!', saved.change)
    void navigate(dashboard)
  })
  const discard = async () => {
    if (!(await confirm({ question: 'Are you sure you want to delete this task?', action: 'Delete Task' }))) return
    setDeleting(true)
    const deleted = await change(
      { kind: 'remove', tasks: [task._id] },
      {
        message: () => 'Task deleted successfully!',
        failure: 'Error deleting task',
        fallback: 'The task was not deleted. Please try again.',
      },
    )
    if (!deleted) return setDeleting(false)
    leave()
    void navigate(dashboard)
  }
  useCommands({ saveTask: () => submit() })

  if (isRemoved && !isDeleting) return <RemovedTask task={task} />
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <NativeSelect
          label="Status"
          leftSection={statusIcon(form.values.status)}
          data={[...statuses]}
          {...form.getInputProps('status')}
        />
        <NativeSelect
          label="Priority"
          leftSection={priorityIcon(form.values.priority)}
          data={[...priorities]}
          {...form.getInputProps('priority')}
        />
        <DueDateField
          label="Due date"
          value={form.values.dueDate || null}
          onChange={(day) => form.setFieldValue('dueDate', day ?? '')}
          error={form.errors.dueDate as string | undefined}
          preferences={preferences}
        />
        <LabelsField value={form.values.labels} onChange={(labels) => form.setFieldValue('labels', labels)} />
        <Button
          type="submit"
          loading={isSaving || Boolean(uploads.current)}
          rightSection={
            <Kbd size="xs" visibleFrom="md">
              {shortcutOf('saveTask')}
            </Kbd>
          }
        >
          Update Task
        </Button>
        <Button variant="default" c="var(--deck-critical)" onClick={discard} loading={isDeleting}>
          Delete Task
        </Button>
      </Stack>
    </form>
  )
}
