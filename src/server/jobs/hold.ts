import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { jobTable } from './job-table.ts'

interface Dependencies {
  database: Database
  clock: () => number
  heldMs?: number
}

/** Work in progress that all nodes can see. */
export interface Hold {
  /** Aborted when another process has taken over, or may have. */
  readonly signal: AbortSignal
  release(): Promise<void>
}

/**
 * Marks work as being in progress, in a row of the table of jobs, so that other nodes and commands respect it. A process that dies stops
 * renewing its mark, which then expires.
 */
export function holds({ database, clock, heldMs = 120_000 }: Dependencies) {
  const table = jobTable(database.db)
  const isCurrent = (row: { holder: string | null; due_at: number } | undefined) =>
    row?.holder != null && row.due_at > clock()

  return {
    isHeld: async (name: string): Promise<boolean> => isCurrent(await table.known(name)),
    /** Returns undefined if another process holds it. */
    async take(name: string): Promise<Hold | undefined> {
      const row = await table.find(name, clock())
      const fence = isCurrent(row) ? undefined : await table.take(row, randomUUID())
      if (fence === undefined) return undefined
      const renew = () => table.change(name, fence, { due_at: clock() + heldMs })
      const lost = new AbortController()
      const isHeld = await renew()
      if (!isHeld) return undefined
      let renewedAt = performance.now()
      const timer = setInterval(async () => {
        const isRenewed = await renew().catch(() => undefined)
        if (isRenewed) renewedAt = performance.now()
        if (isRenewed === false || performance.now() - renewedAt >= heldMs)
          lost.abort(new Error('Another process took over.'))
      }, heldMs / 4).unref()
      return {
        signal: lost.signal,
        async release() {
          clearInterval(timer)
          await table.change(name, fence, { holder: null, due_at: clock() })
        },
      }
    },
  }
}

export type Holds = ReturnType<typeof holds>
