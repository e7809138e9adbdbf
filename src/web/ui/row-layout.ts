/** The places of rows below each other. */
export interface RowLayout {
  /** The distance of each row from the top of the list, and that of the end of the last one. */
  starts: Float64Array
  count: number
}

/** Lays rows of these heights out below each other. */
export function layOut(heights: readonly number[], measured: (index: number) => number | undefined): RowLayout {
  const starts = new Float64Array(heights.length + 1)
  for (const [index, estimated] of heights.entries())
    starts[index + 1] = (starts[index] ?? 0) + (measured(index) ?? estimated)
  return { starts, count: heights.length }
}

/** The distance of a row, or of the end, from the top of the list. */
export const startOf = ({ starts, count }: RowLayout, index: number) => starts[Math.min(index, count)] ?? 0

export const heightOf = (layout: RowLayout, index: number) => startOf(layout, index + 1) - startOf(layout, index)

/** The row at a distance from the top of the list: the first one for distances above it, the last one for those below it. */
export function rowAt(layout: RowLayout, y: number): number {
  let [low, high] = [0, Math.max(0, layout.count - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (startOf(layout, middle) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The rows between two distances from the top of the list, with some more on both sides, and with those that are always kept. */
export function rowsBetween(
  layout: RowLayout,
  [from, to]: readonly [number, number],
  more: number,
  kept: readonly number[],
): number[] {
  if (!layout.count) return []
  const first = Math.max(0, rowAt(layout, from) - more)
  const last = Math.min(layout.count - 1, rowAt(layout, to) + more)
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const others = kept.filter((row) => row < layout.count && (row < first || row > last))
  return others.length ? [...shown, ...others].sort((a, b) => a - b) : shown
}

/**
 * How far a window has to move so that a row is in it: up or down to the nearer edge, or not at all. `padding` is covered at the top and at
 * the bottom of the window.
 */
export function stepToShow(
  row: { start: number; end: number },
  window: { top: number; height: number },
  padding: { start: number; end: number },
): number {
  const below = row.end + padding.end - (window.top + window.height)
  const above = row.start - padding.start - window.top
  if (below > 0) return below
  return Math.min(above, 0)
}
