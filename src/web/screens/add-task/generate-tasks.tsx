import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import { taskLimits } from '../../../contract/tasks.ts'
import { useUndo } from '../../history/undo.ts'
import { paths } from '../../navigation/paths.ts'
import { useBulkCreate } from '../../tasks/queries.ts'
import { sampleTasks } from '../../tasks/sample-tasks.ts'
import { useToday } from '../../tasks/today.ts'
import { alertFailed } from '../../ui/alerts.tsx'
import { messageOf } from '../../ui/failed.ts'

/** A hundred sample tasks in one batch: says that it is at work, then how many there are, with the way to them. */
export function GenerateTasks() {
  const generate = useBulkCreate()
  const today = useToday()
  const undo = useUndo()
  const start = () =>
    generate.mutate(sampleTasks(taskLimits.bulk, today), {
      onSuccess: ({ message, change }) => {
        console.log(message)
        undo.offer(message, change)
      },
      onError: (error) => {
        console.error(error instanceof CallError ? error.message : error)
        alertFailed(`No tasks were created. ${messageOf(error, 'Please try again.')}`, 'Error adding task')
      },
    })
  return (
    <Group gap="md" mt="xs">
      <Button variant="default" onClick={start} loading={generate.isPending}>
        Generate 100 Tasks
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {generate.isPending && 'Creating 100 sample tasks …'}
        {generate.isSuccess && (
          <>
            {generate.data.message} <Link to={paths.dashboard}>See them on the dashboard</Link>
          </>
        )}
        {generate.isIdle && 'Fills your deck with sample tasks, due within the next 30 days.'}
      </Text>
    </Group>
  )
}
