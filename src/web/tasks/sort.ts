import type { Task } from '../../contract/schemas/tasks.ts'
import type { SortOrder } from '../../contract/tasks.ts'

/** By due date; tasks of one day keep newest first, whichever way the days run. */
export function sortTasks(tasks: Task[], order: SortOrder): Task[] {
  const sign = order === 'asc' ? 1 : -1
  return tasks.toSorted((a, b) => {
    if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -sign : sign
    return b.number - a.number
  })
}
