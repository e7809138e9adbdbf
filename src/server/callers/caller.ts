import type { Scope } from '../../contract/endpoint.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import type { MaybePromise } from '../work/maybe-promise.ts'
import type { SentKey } from './sent-key.ts'

/**
 * How a change was made, as stored in the log. `system` stands for background jobs, and a token is named, used by a person or program or by an
 * agent: see contract/via.ts.
 */
export type Via = 'session' | 'system' | `token:${string}` | `agent:${string}`

/** The caller of an endpoint. */
export interface Caller {
  /** The user whose data is read and changed. */
  owner: string
  via: Via
  /** The id of the caller's session or token. The caller's live streams end with it. */
  credential: string
  scopes: ReadonlySet<Scope>
  /** The number of the owner's last event. While it stays the same, so do the owner's tasks. */
  seq: number
  /** The epoch of the history that the number belongs to. */
  epoch: string
  /** Whether the call must not change tasks that somebody else holds. */
  respectsClaims?: boolean
  /** The `Idempotency-Key` of the call. */
  key?: SentKey
}

/** A person who has signed in. */
export interface SessionCaller extends Caller {
  /** When the user last confirmed their identity with the password or a provider, in milliseconds since 1970. */
  provedAt: number
  /** When the session ends if it is not used again. */
  expiresInMs: number
  user: User
  /** Not parsed, because most calls do not need it. */
  preferencesJson: string
}

/** The origin of a call. */
export interface Client {
  ip: string
  userAgent: string | undefined
  /** The token with which a browser is not asked for a second factor. */
  trust?: string | undefined
  /** The text by which a browser is known that has signed in before. */
  device?: string | undefined
}

/** The sessions as the session cookie uses them. */
export interface Sessions {
  /** The caller with a token; undefined if its session is unknown or has ended. */
  find(token: string): MaybePromise<SessionCaller | undefined>
  endOwn(caller: SessionCaller): Promise<unknown>
}

/** The tokens as the Authorization header uses them. */
export interface Tokens {
  /** The caller with a token, used from this address. Fails with `not_signed_in` and the reason. */
  find(token: string, ip: string): MaybePromise<Caller>
}
