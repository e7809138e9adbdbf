import type { ClockRow } from '../database/schema.ts'
import type { JobTable } from './job-table.ts'

type Known = Pick<ClockRow, 'trusted_at' | 'doubted_since' | 'doubted_at'>

const maxBackMs = 5 * 60_000
const maxGapMs = 24 * 3_600_000
const confirmationMs = 24 * 3_600_000

const isPlausible = (gapMs: number) => gapMs >= -maxBackMs && gapMs <= maxGapMs

/**
 * Compares the time with the last one that was believed. A time that is much later (the clock jumped, or the server was
 * off) or earlier is believed only after it has gone on plausibly for a day. Deleting things a day late costs nothing.
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

interface Parts {
  table: Pick<JobTable, 'clock' | 'insertClock' | 'updateClock'>
  clock: () => number
  warn: (message: string) => void
}

/** Asks whether what is deleted by its age may be deleted now. All nodes share what was believed, each judges its own clock. */
export function trustedTime({ table, clock, warn }: Parts): () => Promise<boolean> {
  let hasWarned = false
  return async () => {
    const now = clock()
    const known = await table.clock()
    if (!known) {
      await table.insertClock(now)
      return true
    }
    const { isTrusted, next } = judge(known, now)
    // Where another node was quicker, its time may be another one: ask again next time.
    if (!(await table.updateClock(known.version, next))) return false
    if (!isTrusted && !hasWarned) {
      warn(
        `The clock shows ${shown(now)}, but the last known time is ${shown(known.trusted_at)}. Nothing old is deleted until the clock is set right or has gone on from here for a day.`,
      )
    }
    hasWarned = !isTrusted
    return isTrusted
  }
}

const shown = (time: number) => new Date(time).toISOString()
