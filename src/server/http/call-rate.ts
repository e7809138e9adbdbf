import { AppError } from '../../contract/errors.ts'

interface Allowance {
  calls: number
  /** When `calls` was right, in milliseconds of a monotonic clock. */
  at: number
}

const minuteMs = 60_000

const ofToken = (perMinute: number, seconds: number) =>
  `This token has made more than ${perMinute} calls within a minute. Wait ${seconds} s, then make fewer calls.`

/**
 * Limits the calls of each key per minute. A key may make all of them at once; they come back evenly over the minute. Each node counts
 * for itself.
 */
export function callRate(perMinute: number, monotonic: () => number, refusal = ofToken) {
  const allowances = new Map<string, Allowance>()
  let cleanedAt = 0

  /** A key that has rested for a minute has its whole allowance again, and nothing to remember. */
  function forgetRested(now: number) {
    if (now - cleanedAt < minuteMs) return
    cleanedAt = now
    for (const [key, { at }] of allowances) if (now - at >= minuteMs) allowances.delete(key)
  }

  /** Counts calls, or throws if the key has fewer left. */
  return (key: string, count = 1): void => {
    const now = monotonic()
    forgetRested(now)
    const known = allowances.get(key)
    const calls = known ? Math.min(perMinute, known.calls + ((now - known.at) * perMinute) / minuteMs) : perMinute
    if (calls < count) {
      const retryAfter = Math.ceil(((count - calls) * minuteMs) / perMinute / 1000)
      throw new AppError('too_many_requests', refusal(perMinute, retryAfter), { retryAfter })
    }
    if (known) Object.assign(known, { calls: calls - count, at: now })
    else allowances.set(key, { calls: calls - count, at: now })
  }
}

export type CountCalls = ReturnType<typeof callRate>
