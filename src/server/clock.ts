interface Sources {
  /** Milliseconds since 1970, as the machine believes. Jumps when somebody sets the machine's clock. */
  wall: () => number
  /** Milliseconds since some moment. Never jumps, but may stand still while the machine sleeps. */
  monotonic: () => number
}

const toleranceMs = 5_000
const maxSleepMs = 24 * 3_600_000
const confirmationMs = 60_000

/**
 * The time, going on at the pace of the monotonic clock. Follows the machine's clock at once where it is corrected by a
 * little, or jumps ahead by at most a day, as it does when a laptop wakes up. Follows any other jump only after the
 * machine's clock has stood by it for a minute: a clock that is wrong for a moment is not noticed at all.
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
