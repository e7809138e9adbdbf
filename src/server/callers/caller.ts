import type { Scope } from '../../contract/endpoint.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import type { MaybePromise } from '../maybe-promise.ts'

/** The way in which a change came about, as the log keeps it. `system` is the housekeeping. */
export type Via = 'session' | 'system'

/** The caller of an endpoint. */
export interface Caller {
  /** The user whose things are read and changed. */
  owner: string
  via: Via
  /** The id of the session with which the caller has signed in. When it ends, so do the caller's live streams. */
  credential: string
  scopes: ReadonlySet<Scope>
  /** The number of the owner's last event: while it stays the same, so do the owner's tasks. */
  seq: number
}

/** A person who has signed in. */
export interface SessionCaller extends Caller {
  /** When the password or Google was last asked, in milliseconds. */
  provedAt: number
  user: User
  /** As it is stored: most calls do not need it. */
  preferencesJson: string
}

/** Where a call comes from. */
export interface Client {
  ip: string
  userAgent: string | undefined
}

/** What the session cookie needs to know about sessions. */
export interface Sessions {
  /** The holder of a token; undefined when its session is unknown or has ended. */
  find(token: string): MaybePromise<SessionCaller | undefined>
  /** Whether there is such a session, ended or not. */
  isKnown(token: string): MaybePromise<boolean>
  endOwn(caller: SessionCaller): Promise<unknown>
}
