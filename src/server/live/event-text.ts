import { liveEvents } from '../../contract/live.ts'
import { type LogPosition, positionText } from '../../contract/log-position.ts'
import type { EventRow } from '../database/schema.ts'
import { eventJson } from '../history/present.ts'

/** One event of the stream. Its id says up to which position of the log the stream has come. */
export function eventText(name: string, data: string, position?: LogPosition): string {
  return `event: ${name}\n${position === undefined ? '' : `id: ${positionText(position)}\n`}data: ${data}\n\n`
}

/** An event of the log as an event of the stream. */
export function changeText(row: EventRow & { epoch: string }): string {
  return eventText(liveEvents.change, eventJson(row), row)
}
