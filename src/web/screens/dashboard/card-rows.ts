import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Group } from '../../../contract/task-lists/group.ts'
import type { Direction } from '../../tasks/use-task-list.ts'

/** A row of the grid: the heading of a group, or cards side by side. */
export type CardRow = { heading: Group; tasks?: undefined } | { tasks: Task[]; start: number; heading?: undefined }

/** Divides groups into rows. A single group has no heading. */
export function cardRows(groups: Group[], columns: number): CardRow[] {
  let start = 0
  return groups.flatMap((group): CardRow[] => {
    const heading: CardRow[] = group.id === 'all' ? [] : [{ heading: group }]
    const rows: CardRow[] = []
    for (let from = 0; from < group.tasks.length; from += columns) {
      const tasks = group.tasks.slice(from, from + columns)
      rows.push({ tasks, start })
      start += tasks.length
    }
    return [...heading, ...rows]
  })
}

/** Steps through rows of cards: to the next card, or to the card above or below in the same column. */
export function inCardRows(rows: CardRow[]) {
  const lines = rows.flatMap((row) => (row.tasks ? [row] : []))
  return (from: number, way: Direction): number => {
    const beside = { next: 1, right: 1, previous: -1, left: -1 } as const
    if (way !== 'below' && way !== 'above') return from + beside[way]
    const line = lines.findIndex(({ start, tasks }) => from < start + tasks.length)
    const column = from - (lines[line]?.start ?? 0)
    const other = lines[line + (way === 'below' ? 1 : -1)]
    return other ? other.start + Math.min(column, other.tasks.length - 1) : from
  }
}
