import type { Task } from '../../contract/schemas/tasks.ts'

const known = new WeakMap<readonly Task[], ReadonlyMap<number, Task>>()

/** Tasks by number. Computed once for a list of tasks. */
export function tasksByNumber(tasks: readonly Task[]): ReadonlyMap<number, Task> {
  const found = known.get(tasks) ?? new Map(tasks.map((task) => [task.number, task]))
  known.set(tasks, found)
  return found
}
