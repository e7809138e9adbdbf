import { oneLine } from './clean.ts'
import { cut, padEnd, padStart, widthOf } from './width.ts'

export interface Column<Row> {
  /** The text of a cell, without styles. It is cleaned. */
  text: (row: Row) => string
  /** Adds the style of a cell after it was cut and filled. */
  style?: (row: Row, cell: string) => string
  align?: 'start' | 'end'
  /** Takes the columns that others leave, and is cut if there are too few. */
  isFlexible?: boolean
  /** Columns are left out in a narrow terminal, those with the highest number first. Those without one stay. */
  dropFirst?: number
}

const gap = '  '
const minFlexible = 24

/** Rows in aligned columns that fit a terminal of this width. A column that is empty in every row is left out. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): string {
  const measured = columns
    .map((column) => ({ ...column, text: (row: Row) => oneLine(column.text(row)) }))
    .map((column) => ({ column, width: Math.max(0, ...rows.map((row) => widthOf(column.text(row)))) }))
    .filter((one) => one.width > 0)
  const fitting = columnsThatFit(measured, width)
  const lines = rows.map((row) => {
    const cells = fitting.map(({ column, width: columns }, index) => {
      const text = cut(column.text(row), columns)
      const isLast = index === fitting.length - 1
      const cell = column.align === 'end' ? padStart(text, columns) : isLast ? text : padEnd(text, columns)
      return column.style && text ? column.style(row, cell) : cell
    })
    return cells.join(gap).trimEnd()
  })
  return lines.join('\n')
}

interface Measured<Row> {
  column: Column<Row>
  width: number
}

/** The columns that fit, with the flexible one in the space that is left. */
function columnsThatFit<Row>(measured: Measured<Row>[], width: number): Measured<Row>[] {
  const fixed = measured.filter(({ column }) => !column.isFlexible)
  const used = fixed.reduce((sum, one) => sum + one.width + gap.length, 0)
  const widest = Math.max(0, ...measured.map((one) => (one.column.isFlexible ? one.width : 0)))
  const droppable = fixed.filter(({ column }) => column.dropFirst !== undefined)
  if (width - used < Math.min(minFlexible, widest) && droppable.length) {
    const last = Math.max(...droppable.map(({ column }) => column.dropFirst ?? 0))
    return columnsThatFit(
      measured.filter(({ column }) => column.dropFirst !== last),
      width,
    )
  }
  const left = Math.max(1, width - used)
  return measured.map((one) => (one.column.isFlexible ? { ...one, width: Math.min(one.width, left) } : one))
}
