import type { Place, Task } from '../../../contract/schemas/tasks.ts'
import type { Status } from '../../../contract/tasks.ts'
import type { Direction } from '../../tasks/use-task-list.ts'

/** The tasks of a column in the user's order; at equal positions, newest first. */
export function columnOf(tasks: Task[], status: Status): Task[] {
  return tasks.filter((task) => task.status === status).sort((a, b) => b.position - a.position || b.number - a.number)
}

/** How to move a task to an index among others: its neighbours for the server, and a position between them until the server has answered. */
export function placeAt(others: Pick<Task, '_id' | 'position'>[], index: number): { place?: Place; position: number } {
  const [above, below] = [others[index - 1], others[index]]
  if (!above && !below) return { position: 0 }
  const place = { ...(above ? { above: above._id } : {}), ...(below ? { below: below._id } : {}) }
  return { place, position: between(above?.position, below?.position) }
}

function between(above: number | undefined, below: number | undefined): number {
  if (above === undefined) return (below ?? 0) + 1
  return below === undefined ? above - 1 : (above + below) / 2
}

/** Steps on a board with columns of these heights, whose cards are numbered column by column. Steps up and down stay in the column; steps to the side skip empty columns. */
export const inColumnsOf = (heights: number[]) => (from: number, way: Direction) => {
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
