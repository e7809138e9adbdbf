import { useMutation } from '@tanstack/react-query'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { newId } from '../deck/new-id.ts'
import { namesOf } from '../tasks/task-words.ts'
import { useChange } from '../tasks/use-change.ts'

interface Batches {
  tasks: NewTask[]
  /** Called after each batch, with the part of the tasks that it contained. */
  onAdded: (from: number, to: number) => void
}

/** Adds tasks in batches of the size that one call accepts. */
export function useAdd() {
  const change = useChange()
  return useMutation({
    mutationFn: async ({ tasks, onAdded }: Batches) => {
      for (let from = 0; from < tasks.length; from += taskLimits.bulk) {
        const batch = tasks.slice(from, from + taskLimits.bulk)
        const to = from + batch.length
        const isAll = tasks.length === batch.length
        const added = await change(
          { kind: 'create', tasks: batch.map((task) => ({ ...task, _id: newId() })) },
          {
            message: (made) => `Added ${isAll ? namesOf(made) : `tasks ${from + 1} to ${to} of ${tasks.length}`}`,
            failure: 'Error adding task',
            fallback: 'The server gave no reason.',
            lead: 'Error: ',
          },
        )
        if (!added) return
        onAdded(from, to)
      }
    },
  })
}
