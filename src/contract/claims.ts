import { tokenOfVia } from './via.ts'

/** How long a claim lasts, in minutes. */
export const claimLimits = { default: 30, min: 5, max: 24 * 60 }

/** The header of a call that must not change a task that somebody else holds. */
export const claimsHeader = 'respect-claims'

/** The maximum number of earlier holders that a claim remembers. */
const maxLost = 20

/** The holder of a task, until a time. It frees the task by itself when its time is over, without an event in the log. */
export interface Claim {
  /** The first field, so that the database finds it at a known place of the JSON. */
  until: string
  /** The holder as the log names the author of a change: `session`, `token:NAME` or `agent:NAME`. */
  by: string
  /** When it began. */
  at: string
  /** How long it lasts after each write of its holder. */
  minutes: number
  /** The tokens from which it was taken while they may still have been at work, oldest first. */
  lost?: string[]
}

/** A token is one holder, whether a person, a script or an agent uses it. The person is one holder on all devices. */
const holderIn = (via: string | null | undefined): string => {
  const token = tokenOfVia(via)
  return token === undefined ? (via ?? '') : `token:${token}`
}

export const isSameHolder = (one: string | null | undefined, other: string | null | undefined): boolean =>
  holderIn(one) === holderIn(other)

/** Whether somebody holds a task with this claim at a moment. Otherwise the claim is stale: it has run out, and nobody has taken the task since. */
export const isHeld = ({ until }: Claim, now: string): boolean => until > now

/** Whether a claim is shown: somebody holds the task, or has held it within a day, which is the longest that a claim lasts. */
export const isRecent = ({ until }: Claim, now: string): boolean => until > later(now, -claimLimits.max)

/** A program that has written nothing for so long may have stopped. Every write of a holder renews its claim, so the claim says when that was. */
export const quietAfterMinutes = 20
const soonOverMinutes = 10

/** Whether a claim ends soon, or its holder is a program that has been quiet for long. */
export function isDoubtful({ by, until, minutes }: Claim, now: string): boolean {
  const left = (Date.parse(until) - Date.parse(now)) / 60_000
  return left < soonOverMinutes || (tokenOfVia(by) !== undefined && minutes - left > quietAfterMinutes)
}

const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()

/** A new claim of a holder, in place of an earlier one. */
export function newClaim(by: string, at: string, minutes: number, former?: Claim | null): Claim {
  const earlier = former ? [...(former.lost ?? []), holderIn(former.by)] : []
  // The person sees who holds a task, and may work on it anyway.
  const isRemembered = (holder: string) => holder !== holderIn(by) && tokenOfVia(holder) !== undefined
  const lost = [...new Set(earlier)].filter(isRemembered).slice(-maxLost)
  return { until: later(at, minutes), by, at, minutes, ...(lost.length ? { lost } : {}) }
}

/** The claim of a task after a write of some author: that of its holder renews it, even if it has run out. The same on the server and in the browser. */
export function afterWrite(claim: Claim, { via, at }: { via: string | null; at: string }): Claim {
  if (!isSameHolder(claim.by, via)) return claim
  const until = later(at, claim.minutes)
  return until > claim.until ? { ...claim, until } : claim
}

/** Whether an author held the task before the present holder took it. */
export const hasLost = ({ lost = [] }: Claim, via: string): boolean => lost.includes(holderIn(via))
