import type { Task } from '../../contract/schemas/tasks.ts'
import type { SortOrder } from '../../contract/tasks.ts'

/** Sorts by due date. Tasks of one day are always newest first. */
export function sortTasks(tasks: Task[], order: SortOrder): Task[] {
  const sign = order === 'asc' ? 1 : -1
  return tasks.toSorted((a, b) => {
    if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -sign : sign
    return b.number - a.number
  })
}
