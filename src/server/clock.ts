interface Sources {
  /** Milliseconds since 1970 by the machine's clock. Jumps when that clock is set. */
  wall: () => number
  /** Milliseconds of a monotonic clock. Never jumps, but may stop while the machine sleeps. */
  monotonic: () => number
}

const toleranceMs = 5_000
const maxSleepMs = 24 * 3_600_000
const confirmationMs = 60_000

/**
 * The time, advancing with the monotonic clock. Follows the machine's clock immediately if it is corrected by a little or
 * jumps ahead by at most a day, as it does when a laptop wakes up. Follows any other jump only after the machine's clock has
 * confirmed it for a minute, so that a clock that is briefly wrong has no effect.
 */
export function plausibleClock({ wall, monotonic }: Sources): () => number {
  let offset = wall() - monotonic()
  let doubted: { offset: number; since: number } | undefined

  return () => {
    const elapsed = monotonic()
    const shown = wall() - elapsed
    const jump = shown - offset
    if (jump >= -toleranceMs && jump <= maxSleepMs) {
      offset = shown
      doubted = undefined
    } else if (!doubted || Math.abs(shown - doubted.offset) > toleranceMs) {
      doubted = { offset: shown, since: elapsed }
    } else if (elapsed - doubted.since >= confirmationMs) {
      offset = shown
      doubted = undefined
    }
    return Math.round(offset + elapsed)
  }
}
