import type { ClockRow } from '../database/schema.ts'
import type { JobTable } from './job-table.ts'

type Known = Pick<ClockRow, 'trusted_at' | 'doubted_since' | 'doubted_at'>

const maxBackMs = 5 * 60_000
const maxGapMs = 24 * 3_600_000
const confirmationMs = 24 * 3_600_000

const isPlausible = (gapMs: number) => gapMs >= -maxBackMs && gapMs <= maxGapMs

/**
 * Compares the time with the last trusted one. A time that is much later (the clock jumped, or the server was off) or earlier
 * is trusted only after the clock has advanced plausibly for a day. Deleting things a day late does no harm.
 */
export function judge(known: Known, now: number): { isTrusted: boolean; next: Known } {
  const trust = (at: number) => ({ isTrusted: true, next: { trusted_at: at, doubted_since: null, doubted_at: null } })
  if (isPlausible(now - known.trusted_at)) return trust(Math.max(now, known.trusted_at))
  const { doubted_since, doubted_at } = known
  if (doubted_since === null || doubted_at === null || !isPlausible(now - doubted_at)) {
    return { isTrusted: false, next: { ...known, doubted_since: now, doubted_at: now } }
  }
  if (now - doubted_since >= confirmationMs) return trust(now)
  return { isTrusted: false, next: { ...known, doubted_at: Math.max(now, doubted_at) } }
}

interface Dependencies {
  table: Pick<JobTable, 'clock' | 'insertClock' | 'updateClock'>
  clock: () => number
  warn: (message: string) => void
}

/** Returns a function that checks whether things may be deleted by their age. Nodes share the trusted time, and each checks its own clock. */
export function trustedTime({ table, clock, warn }: Dependencies): () => Promise<boolean> {
  let hasWarned = false
  return async () => {
    const now = clock()
    const known = await table.clock()
    if (!known) {
      await table.insertClock(now)
      return true
    }
    const { isTrusted, next } = judge(known, now)
    // Another node was faster, and its clock may differ: check again next time.
    if (!(await table.updateClock(known.version, next))) return false
    if (!isTrusted && !hasWarned) {
      warn(
        `The clock shows ${shown(now)}, but the last known time is ${shown(known.trusted_at)}. Nothing is deleted by its age until the clock is correct again or has run on from there for a day.`,
      )
    }
    hasWarned = !isTrusted
    return isTrusted
  }
}

const shown = (time: number) => new Date(time).toISOString()
