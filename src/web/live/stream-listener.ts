import type { TaskEvent } from '../../contract/schemas/history.ts'

/** The receiver of a live stream. */
export interface StreamListener {
  /** The number of the last event that was applied; undefined if none was. */
  position: () => number | undefined
  /** The epoch of the log that is streamed; undefined if an older server does not say it. Called before every event with an id. */
  onEpoch: (epoch: string | undefined) => void
  onChange: (event: TaskEvent) => void
  /** Events were missed: loaded data may be out of date. */
  onReload: () => void
  /** Data other than tasks was changed. */
  onSettings: () => void
  /** The stream was opened, for the first time or again. */
  onOpen: () => void
  /** The stream is interrupted. */
  onLost: () => void
  /** The response is not a stream: perhaps the session has ended, or a proxy cannot reach the server. */
  onRefused: () => void
}
