interface Dependencies {
  /** Rejects if the database cannot be read, or cannot be written. */
  probe: () => Promise<void>
  monotonic: () => number
  /** Called when readiness is lost, not for every failed check. */
  onLost: (error: unknown) => void
  /** Called when it is back, with how long it was away. */
  onBack: (awayMs: number) => void
}

const maxAgeMs = 5_000
const maxAgeOfFailureMs = 1_000
const longestWaitMs = 5_000

/** Checks whether the database can be used. A check that takes longer than this counts as a failure. */
export type Readiness = (maxWaitMs?: number) => Promise<boolean>

/**
 * Returns a function that checks whether the database can be used. However often it is called, only one probe runs at a time and every few
 * seconds. A probe that hangs counts as a failure, and no second one is started.
 */
export function readiness({ probe, monotonic, onLost, onBack }: Dependencies): Readiness {
  let running: Promise<boolean> | undefined
  let last = { isReady: true, at: Number.NEGATIVE_INFINITY }
  let lostAt = 0

  async function check() {
    const error = await probe().then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('unknown'),
    )
    if (error && last.isReady) {
      lostAt = monotonic()
      onLost(error)
    }
    if (!error && !last.isReady) onBack(monotonic() - lostAt)
    last = { isReady: !error, at: monotonic() }
    running = undefined
    return last.isReady
  }

  return async (maxWaitMs = longestWaitMs) => {
    if (monotonic() - last.at < (last.isReady ? maxAgeMs : maxAgeOfFailureMs)) return last.isReady
    running ??= check()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs, false)
    })
    return Promise.race([running, tooLate]).finally(() => clearTimeout(timer))
  }
}
