import type { Place, Task } from '../../../contract/schemas/tasks.ts'
import type { Status } from '../../../contract/tasks.ts'
import type { Way } from '../../tasks/use-task-list.ts'

/** The tasks of a column in the user's own order; those at the same place newest first. */
export function columnOf(tasks: Task[], status: Status): Task[] {
  return tasks.filter((task) => task.status === status).sort((a, b) => b.position - a.position || b.number - a.number)
}

/** What puts a task at a place among others: its neighbours for the server, and for the screen a position half way between them. */
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
