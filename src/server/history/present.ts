import type { EventRow } from '../database/schema.ts'

/** An event as it is sent. Its values are JSON already. */
export function eventJson(row: EventRow, more: object = {}): string {
  const { seq, change, undoes, task_id: task, kind, version, via, at } = row
  const rest = JSON.stringify({ seq, change, undoes, task, kind, version, via, at, ...more })
  return `${rest.slice(0, -1)},"before":${row.before ?? 'null'},"after":${row.after ?? 'null'}}`
}
