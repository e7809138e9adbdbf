import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { LiveState } from '../live/state.ts'

/** A message between the tabs of one user. */
export type TabMessage =
  /** The log has continued, and the stored deck contains these events. */
  | { kind: 'events'; events: TaskEvent[] }
  /** The stored deck was replaced. */
  | { kind: 'reloaded' }
  /** The stored changes are others now. Those that the log contains have a number there, or null if they had no effect. */
  | { kind: 'changes'; logged?: [id: string, change: number | null][] }
  /** The state of the connection, and whether changes wait because the server cannot be reached. */
  | { kind: 'state'; live: LiveState; isWaiting: boolean }
  /** A tab asks for the state, because it was opened or is about to send a change. */
  | { kind: 'hello' }

/** The tabs of one user. One of them leads: it holds the live connection and sends the changes of all. */
export interface Tabs {
  tell: (message: TabMessage) => void
  listen: (listener: (message: TabMessage) => void) => void
  /** Leads when no other tab does, until `close` or until another tab takes over. `lead` returns the function that ends it. */
  lead: (lead: () => () => void) => void
  /** Leads now, because the leading tab does not answer: a phone may have put it to sleep. */
  takeOver: () => void
  close: () => void
}

/** A tab that shares nothing with others, because its deck is not stored. */
export function singleTab(): Tabs {
  let end: (() => void) | undefined
  return {
    tell: () => {},
    listen: () => {},
    lead: (lead) => {
      end = lead()
    },
    takeOver: () => {},
    close: () => end?.(),
  }
}
