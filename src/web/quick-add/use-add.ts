import { useMutation } from '@tanstack/react-query'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useUndo } from '../history/undo.ts'
import { useBulkCreate } from '../tasks/queries.ts'
import { namesOf } from '../tasks/task-words.ts'
import { reportFailure } from '../ui/failed.ts'

interface Batches {
  tasks: NewTask[]
  /** Called after each batch, with the part of the tasks that it contained. */
  onAdded: (from: number, to: number) => void
}

/** Adds tasks in batches of the size that one call accepts. */
export function useAdd() {
  const create = useBulkCreate()
  const undo = useUndo()
  return useMutation({
    mutationFn: async ({ tasks, onAdded }: Batches) => {
      for (let from = 0; from < tasks.length; from += taskLimits.bulk) {
        const batch = tasks.slice(from, from + taskLimits.bulk)
        const { change, tasks: added } = await create.mutateAsync(batch)
        const to = from + batch.length
        const isAll = tasks.length === batch.length
        undo.offer(`Added ${isAll ? namesOf(added) : `tasks ${from + 1} to ${to} of ${tasks.length}`}`, change)
        onAdded(from, to)
      }
    },
    onError: (error) => reportFailure('Error adding task', error, 'The server gave no reason.', 'Error: '),
  })
}
