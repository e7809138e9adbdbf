import type { Direction } from '../../tasks/use-task-list.ts'

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
