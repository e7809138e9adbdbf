import { Button, Kbd, NativeSelect, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getHotkeyHandler, useHotkeys } from '@mantine/hooks'
import { useNavigate } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { TaskWithFiles } from '../../../contract/schemas/tasks.ts'
import { type Priority, priorities, type Status, statuses } from '../../../contract/tasks.ts'
import { paths } from '../../app/paths.ts'
import { dayOf } from '../../tasks/due.ts'
import { DueDateField } from '../../tasks/due-date-field.tsx'
import { priorityIcon, statusIcon } from '../../tasks/marks.tsx'
import { useDeleteTask, useUpdateTask } from '../../tasks/queries.ts'
import { alertDone } from '../../ui/alerts.ts'
import { confirm } from '../../ui/confirm.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { useUnsavedGuard } from './unsaved-guard.ts'

interface Values {
  status: Status
  priority: Priority
  dueDate: string
}

/** Status, priority and due date, and what can be done with the task. */
export function TaskForm({ task, preferences }: { task: TaskWithFiles; preferences: Preferences }) {
  const navigate = useNavigate()
  const update = useUpdateTask(task)
  const remove = useDeleteTask(task)
  const form = useForm<Values>({
    initialValues: { status: task.status, priority: task.priority, dueDate: dayOf(task) },
    validate: { dueDate: (day) => (day ? null : 'Please choose a due date.') },
  })
  const leave = useUnsavedGuard(form.isDirty())

  const save = form.onSubmit((values) =>
    update.mutate(values, {
      onSuccess: () => {
        leave()
        alertDone('Task updated successfully!')
        navigate(paths.dashboard)
      },
      onError: (error) => reportFailure('Error updating task', error, 'The task was not updated. Please try again.'),
    }),
  )
  const discard = async () => {
    if (!(await confirm({ question: 'Are you sure you want to delete this task?', action: 'Delete Task' }))) return
    remove.mutate(undefined, {
      onSuccess: () => {
        leave()
        alertDone('Task deleted successfully!')
        navigate(paths.dashboard)
      },
      onError: (error) => reportFailure('Error deleting task', error, 'The task was not deleted. Please try again.'),
    })
  }
  useHotkeys([['mod+Enter', () => save()]], [])

  return (
    <form noValidate onSubmit={save} onKeyDown={getHotkeyHandler([['mod+Enter', () => save()]])}>
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
        <Button
          type="submit"
          loading={update.isPending}
          rightSection={
            <Kbd size="xs" visibleFrom="md">
              {modifier}↵
            </Kbd>
          }
        >
          Update Task
        </Button>
        <Button variant="default" c="var(--deck-critical)" onClick={discard} loading={remove.isPending}>
          Delete Task
        </Button>
      </Stack>
    </form>
  )
}

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '
