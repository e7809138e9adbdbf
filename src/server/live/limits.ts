import { AppError } from '../../contract/errors.ts'
import type { Caller } from '../callers/caller.ts'
import type { LiveRules } from './live.ts'

/** The maximum number of connections of an owner that stay open until something happens: live streams, and calls that wait for an answer. */
const maxPerOwner = 100
/** Fewer, so that a program that opens them without end leaves some for the browsers of its user. */
export const maxPerToken = 20

interface Words {
  ofOwner: string
  ofToken: string
}

/** Fails with `too_many_requests` if a caller has too many connections that wait. Nothing may be awaited until the new one counts. */
export function refuseTooMany(
  live: Pick<LiveRules, 'followersOf' | 'followersWith'>,
  caller: Pick<Caller, 'owner' | 'credential' | 'via'>,
  { ofOwner, ofToken }: Words,
): void {
  if (live.followersOf(caller.owner) >= maxPerOwner) throw tooMany(ofOwner)
  if (caller.via !== 'session' && live.followersWith(caller) >= maxPerToken) throw tooMany(ofToken)
}

const tooMany = (message: string) => new AppError('too_many_requests', message, { retryAfter: 60 })
