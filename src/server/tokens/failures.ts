import type { AppError, ErrorCode } from '../../contract/errors.ts'
import { tokenOfVia } from '../../contract/via.ts'
import type { Caller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import { tokenTable } from './token-table.ts'

/** A call that was refused or has failed. */
export interface FailedCall {
  method: string
  /** Its path, without parameters after a question mark. */
  path: string
  caller: Caller | undefined
}

/** They say nothing about the token's work: no task is ready, or the server asks it to wait. */
const unremarkable: ReadonlySet<ErrorCode> = new Set([
  'nothing_ready',
  'too_many_requests',
  'unavailable',
  'storage_full',
  'timeout',
])
/** A token that fails all the time is written once in this time. */
const everyMs = 5_000
const maxRemembered = 10_000
const maxLength = { call: 120, message: 300 }

/**
 * Keeps the last refused or failed call of each token, so that its owner sees it: one for each token, with the message that the caller got, and
 * without any input. A failure to write it is ignored, because the call has been answered already.
 */
export function tokenFailures({ database, clock }: { database: Database; clock: () => number }) {
  const writtenAt = new Map<string, number>()
  return ({ method, path, caller }: FailedCall, { code, message }: Pick<AppError, 'code' | 'message'>): void => {
    if (!caller || tokenOfVia(caller.via) === undefined || unremarkable.has(code)) return
    const now = clock()
    if (Math.abs(now - (writtenAt.get(caller.credential) ?? 0)) < everyMs) return
    if (writtenAt.size >= maxRemembered) writtenAt.clear()
    writtenAt.set(caller.credential, now)
    const failure = {
      failed_at: now,
      failed_call: `${method} ${path}`.slice(0, maxLength.call),
      failed_code: code,
      failed_message: message.slice(0, maxLength.message),
    }
    tokenTable(database.of(caller.owner))
      .fail(caller.owner, caller.credential, failure)
      .catch(() => {})
  }
}
