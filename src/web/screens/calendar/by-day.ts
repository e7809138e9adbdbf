import { comingDays } from '../../../contract/repeat.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { dayOf } from '../../../contract/task-lists/due.ts'
import { priorities } from '../../../contract/tasks.ts'

/** The key of tasks without a due date. */
export const noDay = ''

/** The tasks of each day. Made once for all tasks; the order within a day matters only for days on the screen. */
export const tasksByDay = (tasks: Task[]): ReadonlyMap<string, Task[]> =>
  Map.groupBy(tasks, (task) => dayOf(task) ?? noDay)

const rankOf = ({ status, priority }: Task) =>
  (status === 'Completed' ? priorities.length : 0) + priorities.indexOf(priority)

/** The tasks of a day in their order there: open ones first, then by priority, then the newest. */
export const inOrder = (tasks: Task[] = []) => tasks.toSorted((a, b) => rankOf(a) - rankOf(b) || b.number - a.number)

/** The repeating tasks that will follow on the days of a range, by their days. Each is the present task of its series. */
export function comingByDay(tasks: Task[], first: string, last: string, today: string): ReadonlyMap<string, Task[]> {
  const coming = new Map<string, Task[]>()
  for (const task of tasks) {
    const dueDate = dayOf(task)
    if (!task.repeat || !dueDate || task.status === 'Completed') continue
    for (const day of comingDays(task.repeat, { dueDate, today }, first, last)) {
      coming.set(day, [...(coming.get(day) ?? []), task])
    }
  }
  return coming
}
