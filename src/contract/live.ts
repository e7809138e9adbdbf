/** The names of the events in the stream. A `change` carries a TaskEvent. The id of an event is a position in the log (log-position.ts). */
export const liveEvents = {
  /** Something changed. */
  change: 'change',
  /** Data of the user other than tasks has changed, such as the saved views. Clients fetch it again, also whenever a stream opens. */
  settings: 'settings',
  /** The stream starts here, and data that was fetched before may be outdated. Also sent if there are too many events to replay. */
  reload: 'reload',
  /** Nothing has changed, and the stream is alive. */
  beat: 'beat',
  /** The server closes the stream; clients reconnect after a moment. */
  bye: 'bye',
} as const

/** The interval between two beats. A client that receives nothing for twice as long has lost the connection. */
export const beatEveryMs = 15_000
