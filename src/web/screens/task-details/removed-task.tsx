import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { paths } from '../../navigation/paths.ts'
import { useChange } from '../../tasks/use-change.ts'
import classes from './task-details.module.css'

/** Replaces the form of a task that was deleted in another tab or on another device. */
export function RemovedTask({ task }: { task: Task }) {
  const change = useChange()
  const restore = () =>
    change(
      { kind: 'restore', task: task._id },
      {
        message: () => `Restored ${nameOf(task)}`,
        failure: 'Trash error',
        fallback: 'The task was not restored. Please try again.',
      },
    )
  return (
    <Stack gap="md" role="status" className={classes.removed ?? ''}>
      <div>
        <Text fw={600}>This task was deleted</Text>
        <Text c="dimmed">It was deleted in another tab or on another device. You can still restore it.</Text>
      </div>
      <Button onClick={restore}>Restore</Button>
      <Button component={Link} to={paths.dashboard} variant="default">
        Back to the dashboard
      </Button>
    </Stack>
  )
}
