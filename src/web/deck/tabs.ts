import { CallError } from '../../contract/client.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { LiveState } from '../live/state.ts'
import type { Obstacle } from './view.ts'

/** A message between the tabs of one user. */
export type TabMessage =
  /** The log of an epoch has continued, and the stored deck contains these events. */
  | { kind: 'events'; events: TaskEvent[]; epoch?: string | undefined }
  /** The stored deck was replaced. */
  | { kind: 'reloaded' }
  /** Data of the user other than tasks has changed on the server. */
  | { kind: 'settings' }
  /** The stored changes were replaced. Those that the log contains have a number there, or null if they had no effect. */
  | { kind: 'changes'; logged?: [id: string, change: number | null][] }
  /** The state of the connection, whether and why changes wait, and why the tasks could not be loaded. Tabs of older versions name no obstacle. */
  | { kind: 'state'; live: LiveState; isWaiting: boolean; obstacle?: Obstacle; failure?: LoadFailure }
  /** The user of another tab asks for the tasks again. */
  | { kind: 'refresh' }
  /** A tab asks for the state, because it was opened or is about to send a change. */
  | { kind: 'hello' }

/** A failed call, as it is passed between tabs: an error would lose its class on the way. */
export interface LoadFailure {
  status: number
  code: ErrorCode | 'network'
  message: string
  body: unknown
}

export function failureOf(error: unknown): LoadFailure | undefined {
  if (!(error instanceof CallError)) return undefined
  const { status, code, message, body } = error
  return { status, code, message, body }
}

export const errorOf = ({ status, code, message, body }: LoadFailure) => new CallError(status, code, message, body)

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
