import type { Direction } from '../../tasks/use-task-list.ts'

/**
 * Steps through the tasks of a calendar, whose numbers per day are given in order, with those without a date at the end. Up and down lead
 * through a day and on to the weeks above and below, left and right to the nearest day that has tasks.
 */
export const inDays = (counts: number[]) => (from: number, way: Direction) => {
  if (way === 'next') return from + 1
  if (way === 'previous') return from - 1
  const starts: number[] = []
  let sum = 0
  for (const count of counts) {
    starts.push(sum)
    sum += count
  }
  const cell = counts.findIndex((count, index) => from < (starts[index] ?? 0) + count)
  const row = from - (starts[cell] ?? 0)
  const undated = counts.length - 1
  const isVertical = way === 'below' || way === 'above'
  const step = way === 'below' || way === 'right' ? 1 : -1
  const neighbour = row + step
  if (isVertical && neighbour >= 0 && neighbour < (counts[cell] ?? 0)) return from + step
  if (isVertical && cell === undated) return from
  const last = isVertical ? undated - 1 : undated
  for (let next = cell + step * (isVertical ? 7 : 1); next >= 0 && next <= last; next += step * (isVertical ? 7 : 1)) {
    const count = counts[next] ?? 0
    if (!count) continue
    const wanted = isVertical ? (step > 0 ? 0 : count - 1) : Math.min(row, count - 1)
    return (starts[next] ?? 0) + wanted
  }
  return from
}
