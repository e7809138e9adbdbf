import type { JobRow } from '../database/schema.ts'
import type { JobTable } from './job-table.ts'

interface Dependencies {
  table: JobTable
  /** Identifies this process among those that share the database. */
  node: string
  monotonic: () => number
  leaseMs: number
}

/** A job that runs longer than this hangs, unless it states another limit. Its node stops renewing the lease, so that another one can try. */
const usualHoldMs = 3_600_000

export interface Lease {
  /** Aborted when the lease is lost, because another node may then run the job. */
  readonly signal: AbortSignal
  /** Ends the lease. Has no effect if another node has taken over. */
  release(change: Partial<Pick<JobRow, 'due_at' | 'failures'>>): Promise<void>
  abort(): void
}

/**
 * Leases that do not depend on synchronised clocks: the holder increments `beat` regularly, and a node that has seen the same
 * beat for `leaseMs`, by its own monotonic clock, takes over.
 */
export function leases({ table, node, monotonic, leaseMs }: Dependencies) {
  const seen = new Map<string, { beat: number; since: number }>()

  function isAbandoned({ name, beat }: JobRow) {
    const last = seen.get(name)
    if (last?.beat === beat) return monotonic() - last.since >= leaseMs
    seen.set(name, { beat, since: monotonic() })
    return false
  }

  function hold({ name, beat }: JobRow, fence: number, maxHoldMs: number): Lease {
    const stop = new AbortController()
    const takenAt = monotonic()
    let [nextBeat, renewedAt] = [beat + 2, takenAt]
    const renew = async () => {
      if (monotonic() - takenAt >= maxHoldMs) {
        clearInterval(timer)
        return stop.abort()
      }
      const isHeld = await table.renew(name, fence, nextBeat++).catch(() => undefined)
      if (isHeld) renewedAt = monotonic()
      if (isHeld === false || monotonic() - renewedAt >= leaseMs) stop.abort()
    }
    const timer = setInterval(renew, leaseMs / 4).unref()
    return {
      signal: stop.signal,
      abort: () => stop.abort(),
      release: async (change) => {
        clearInterval(timer)
        await table.release(name, fence, change)
      },
    }
  }

  return {
    /** Takes the lease on a job; undefined if another node has it. */
    async take(row: JobRow, maxHoldMs = usualHoldMs): Promise<Lease | undefined> {
      if (row.holder && !isAbandoned(row)) return undefined
      const fence = await table.take(row, node)
      return fence === undefined ? undefined : hold(row, fence, maxHoldMs)
    },
  }
}
