import { callsOf } from './endpoint.ts'
import type { liveSchemas } from './schemas/live.ts'

/** The names of the events in the stream. A `change` carries a TaskEvent; its id is the owner's sequence number. */
export const liveEvents = {
  /** Something changed. */
  change: 'change',
  /** The stream begins here: what was fetched before may be older. Also sent when there is too much to replay. */
  reload: 'reload',
  /** Nothing happened, and the stream is alive. */
  beat: 'beat',
  /** The server closes the stream; come back in a moment. */
  bye: 'bye',
} as const

/** Milliseconds between two beats. Who hears nothing for twice as long has lost the connection. */
export const beatEveryMs = 15_000

export const liveCalls = callsOf<typeof liveSchemas>()({
  events: { method: 'GET', path: '/tasks/events', access: 'read' },
})
