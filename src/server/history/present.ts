import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { EventRow } from '../database/schema.ts'

/** An event in wire format. Its values are stored as JSON. */
export function eventJson(row: EventRow, more: object = {}): string {
  const { seq, change, undoes, task_id: task, kind, version, via, at } = row
  const rest = JSON.stringify({ seq, change, undoes, task, kind, version, via, at, ...more })
  return `${rest.slice(0, -1)},"before":${row.before ?? 'null'},"after":${row.after ?? 'null'}}`
}

/** An event as an object. */
export const eventOf = (row: EventRow): TaskEvent => JSON.parse(eventJson(row))
