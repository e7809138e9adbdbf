import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { taskLimits } from '../../../contract/tasks.ts'
import { newId } from '../../deck/new-id.ts'
import { paths } from '../../navigation/paths.ts'
import { sampleTasks } from '../../tasks/sample-tasks.ts'
import { namesOf } from '../../tasks/task-words.ts'
import { useToday } from '../../tasks/today.ts'
import { useChange } from '../../tasks/use-change.ts'

/** Adds a hundred sample tasks in one batch, and shows the progress and the result. */
export function GenerateTasks() {
  const change = useChange()
  const today = useToday()
  const generate = useMutation({
    mutationFn: async () => {
      const tasks = sampleTasks(taskLimits.bulk, today).map((task) => ({ ...task, _id: newId() }))
      const added = await change(
        { kind: 'create', tasks },
        {
          message: (made) => `Added ${namesOf(made)}`,
          failure: 'Error adding task',
          fallback: 'Please try again.',
          lead: 'No tasks were added. ',
        },
      )
      if (added) console.log(`${added.tasks.length} tasks created.`)
      return added?.tasks
    },
  })
  return (
    <Group gap="md" mt="xs">
      <Button variant="default" onClick={() => generate.mutate()} loading={generate.isPending}>
        Generate 100 Tasks
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {generate.isPending && 'Adding 100 sample tasks …'}
        {generate.data && (
          <>
            Added {namesOf(generate.data)}. <Link to={paths.dashboard}>See them on the dashboard</Link>
          </>
        )}
        {generate.isIdle && 'Fills your deck with sample tasks, due within the next 30 days.'}
      </Text>
    </Group>
  )
}
