import type { DeliveryRow } from '../database/schema.ts'
import type { DeliveryLease } from './delivery-kind.ts'
import { type DeliveryTable, deliveryTable } from './delivery-table.ts'

interface Dependencies {
  table: DeliveryTable
  clock: () => number
  wakeAt: (time: number) => void
  leaseMs: number
  /** How long deliveries are kept that were sent. */
  sentMs: number
}

/** Makes the leases that kinds get with their deliveries. */
export const leasing =
  ({ table, clock, wakeAt, leaseMs, sentMs }: Dependencies) =>
  (owner: string, rows: DeliveryRow[], first: number, stopping: AbortSignal): DeliveryLease => {
    let leaseEnd = first
    return {
      get until() {
        return leaseEnd
      },
      stopping,
      async renew() {
        const next = clock() + leaseMs
        const isHeld = await table.settle(owner, rows, leaseEnd, { next_at: next })
        leaseEnd = next
        return isHeld
      },
      async release(nextAt) {
        await table.settle(owner, rows, leaseEnd, {
          ...(nextAt ? { due_at: nextAt } : {}),
          next_at: nextAt,
          attempts: 0,
        })
        if (nextAt !== null) wakeAt(nextAt)
      },
      async handOver(tx) {
        const keptUntil = clock() + sentMs
        const change = { state: 'sent', next_at: keptUntil } as const
        const isHeld = await deliveryTable(tx).settle(owner, rows, leaseEnd, change)
        if (!isHeld) throw new Error('Another node has taken this delivery meanwhile')
        leaseEnd = keptUntil
      },
    }
  }
