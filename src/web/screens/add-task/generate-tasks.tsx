import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import { taskLimits } from '../../../contract/tasks.ts'
import { useUndo } from '../../history/undo.ts'
import { paths } from '../../navigation/paths.ts'
import { useBulkCreate } from '../../tasks/queries.ts'
import { sampleTasks } from '../../tasks/sample-tasks.ts'
import { namesOf } from '../../tasks/task-words.ts'
import { useToday } from '../../tasks/today.ts'
import { alertFailed } from '../../ui/alerts.tsx'
import { messageOf } from '../../ui/failed.ts'

/** Adds a hundred sample tasks in one batch, and shows the progress and the result. */
export function GenerateTasks() {
  const generate = useBulkCreate()
  const today = useToday()
  const undo = useUndo()
  const start = () =>
    generate.mutate(sampleTasks(taskLimits.bulk, today), {
      onSuccess: ({ message, tasks, change }) => {
        console.log(message)
        undo.offer(`Added ${namesOf(tasks)}`, change)
      },
      onError: (error) => {
        console.error(error instanceof CallError ? error.message : error)
        alertFailed(`No tasks were added. ${messageOf(error, 'Please try again.')}`, 'Error adding task')
      },
    })
  return (
    <Group gap="md" mt="xs">
      <Button variant="default" onClick={start} loading={generate.isPending}>
        Generate 100 Tasks
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {generate.isPending && 'Adding 100 sample tasks …'}
        {generate.isSuccess && (
          <>
            Added {namesOf(generate.data.tasks)}. <Link to={paths.dashboard}>See them on the dashboard</Link>
          </>
        )}
        {generate.isIdle && 'Fills your deck with sample tasks, due within the next 30 days.'}
      </Text>
    </Group>
  )
}
