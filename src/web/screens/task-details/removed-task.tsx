import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../contract/client.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { trashCalls } from '../../../contract/trash.ts'
import { paths } from '../../navigation/paths.ts'
import { keys } from '../../tasks/cache.ts'
import { markRestored } from '../../tasks/removed-tasks.ts'
import { nameOf } from '../../tasks/task-words.ts'
import { useTrashCall } from '../../trash/queries.ts'

/** Replaces the form of a task that was deleted in another tab or on another device. */
export function RemovedTask({ task }: { task: Task }) {
  const client = useQueryClient()
  const restore = useTrashCall({
    send: () => call(trashCalls.restore, { params: { id: task._id } }),
    message: `Restored ${nameOf(task)}`,
    onDone: () => {
      markRestored(task._id)
      void client.invalidateQueries({ queryKey: keys.tasks })
    },
  })
  return (
    <Stack gap="md" role="status">
      <div>
        <Text fw={600}>This task was deleted</Text>
        <Text c="dimmed">It was deleted in another tab or on another device. You can still restore it.</Text>
      </div>
      <Button onClick={() => restore.mutate()} loading={restore.isPending}>
        Restore
      </Button>
      <Button component={Link} to={paths.dashboard} variant="default">
        Back to the dashboard
      </Button>
    </Stack>
  )
}
