import { setTimeout as pause } from 'node:timers/promises'

type Checks = Record<string, () => Promise<unknown>>

const everyMs = 10_000
const maxCheckMs = 8_000

/**
 * Checks the dependencies of the server all the time, so that the metrics can tell their state without asking them. A check fails if
 * it rejects, resolves with false, or does not end in time.
 */
export function watchDependencies(checks: Checks) {
  const states = new Map<string, boolean>()
  const stopping = new AbortController()

  async function watch(name: string, check: () => Promise<unknown>) {
    while (!stopping.signal.aborted) {
      states.set(name, await passes(check))
      await pause(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    start: () => {
      for (const [name, check] of Object.entries(checks)) void watch(name, check)
    },
    stop: () => stopping.abort(),
    /** The dependencies that were checked so far, and whether they could be used the last time. */
    states: (): ReadonlyMap<string, boolean> => states,
  }
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController()
  const tooLate = pause(maxCheckMs, false, { signal: waiting.signal, ref: false }).catch(() => false)
  const passed = await Promise.race([check().catch(() => false), tooLate])
  waiting.abort()
  return passed !== false
}
