import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Status } from '../../../contract/tasks.ts'

/** The tasks of a column in the user's own order; those at the same place newest first. */
export function columnOf(tasks: Task[], status: Status): Task[] {
  return tasks.filter((task) => task.status === status).sort((a, b) => b.position - a.position || b.number - a.number)
}

/** The position that puts a task at a place among others: half way between its neighbours. */
export function positionAt(others: Pick<Task, 'position'>[], place: number): number {
  const [above, below] = [others[place - 1]?.position, others[place]?.position]
  if (above === undefined) return below === undefined ? 0 : below + 1
  return below === undefined ? above - 1 : (above + below) / 2
}
