import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Status } from '../../../contract/tasks.ts'
import type { Way } from '../../tasks/use-task-list.ts'

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

/** The steps on a board with columns of these heights, its cards counted column by column: down and up end with the column, sideways leads past empty ones. */
export const inColumnsOf = (heights: number[]) => (from: number, way: Way) => {
  const starts = heights.map((_, column) => heights.slice(0, column).reduce((sum, height) => sum + height, 0))
  const start = (column: number) => starts[column] ?? 0
  const height = (column: number) => heights[column] ?? 0
  const column = heights.findIndex((_, index) => from < start(index) + height(index))
  const within = (place: number, other = column) => start(other) + Math.max(0, Math.min(place, height(other) - 1))
  const row = from - start(column)
  if (way === 'next' || way === 'below') return within(row + 1)
  if (way === 'previous' || way === 'above') return within(row - 1)
  const beside =
    way === 'right'
      ? heights.findIndex((many, index) => index > column && many > 0)
      : heights.findLastIndex((many, index) => index < column && many > 0)
  return beside < 0 ? from : within(row, beside)
}
