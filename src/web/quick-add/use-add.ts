import { useMutation } from '@tanstack/react-query'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useUndo } from '../history/undo.ts'
import { useBulkCreate } from '../tasks/queries.ts'
import { reportFailure } from '../ui/failed.ts'

interface Batches {
  tasks: NewTask[]
  /** After each call: the tasks from here up to there are added. */
  onAdded: (from: number, to: number) => void
}

/** Adds tasks, as many at once as one call takes. */
export function useAdd() {
  const create = useBulkCreate()
  const undo = useUndo()
  return useMutation({
    mutationFn: async ({ tasks, onAdded }: Batches) => {
      for (let from = 0; from < tasks.length; from += taskLimits.bulk) {
        const batch = tasks.slice(from, from + taskLimits.bulk)
        const { message, change, tasks: added } = await create.mutateAsync(batch)
        const to = from + batch.length
        if (tasks.length === 1) undo.offer(`#${added[0]?.number} ${added[0]?.title} added.`, change)
        else if (tasks.length === batch.length) undo.offer(message, change)
        else undo.offer(`${from + 1} to ${to} of ${tasks.length} tasks created.`, change)
        onAdded(from, to)
      }
    },
    onError: (error) => reportFailure('Error adding task', error, 'The server gave no reason.', 'Error: '),
  })
}
