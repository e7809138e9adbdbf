import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { taskLimits } from '../../../contract/tasks.ts'
import { namesOf } from '../../../contract/words/task-words.ts'
import { paths } from '../../navigation/paths.ts'
import { useSampleTasks } from '../../tasks/use-sample-tasks.ts'
import { Button } from '../../ui/button.tsx'

/** Adds a hundred sample tasks in one batch, and shows the progress and the result. */
export function GenerateTasks() {
  const addSamples = useSampleTasks()
  const generate = useMutation({
    mutationFn: async () => {
      const added = await addSamples(taskLimits.bulk)
      if (added) console.log(`${added.length} tasks created.`)
      return added
    },
  })
  return (
    <div className="row wide above-8">
      <Button variant="default" onClick={() => generate.mutate()} isBusy={generate.isPending}>
        Generate 100 Tasks
      </Button>
      <p className="muted" role="status">
        {generate.isPending && 'Adding 100 sample tasks …'}
        {generate.data && (
          <>
            Added {namesOf(generate.data)}. <Link to={paths.dashboard}>See them on the dashboard</Link>
          </>
        )}
        {generate.isIdle && 'Fills your deck with sample tasks, due within the next 30 days.'}
      </p>
    </div>
  )
}
