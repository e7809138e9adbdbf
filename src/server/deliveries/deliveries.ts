import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, Schema } from '../database/schema.ts'
import { isDisabled } from '../restrictions/restrictions.ts'
import { type DeliveryKind, GivenUp } from './delivery-kind.ts'
import { leasing } from './delivery-lease.ts'
import { deliveryTable, type KindFilter, ownerDeliveries } from './delivery-table.ts'

/** The deliveries as this node knows them, for the metrics. */
export interface DeliveryState {
  /** By kind and result, on this node since it started. */
  results: Map<string, Record<'delivered' | 'retried' | 'failed', number>>
  /** On all nodes, when this node last looked. */
  failed: number
  lateSince: number | undefined
}

interface Dependencies {
  database: Database
  clock: () => number
  log: { warn(details: object, message: string): void }
}

const rowsAtOnce = 200
/** A node that does not finish within this time was killed: another one tries again. */
const leaseMs = 60_000
/** Other nodes may have written deliveries that are due earlier than those that this node knows. */
const maxSleepMs = 30_000
const notReadyMs = 1_000
const firstRetryMs = 30_000
const maxRetryMs = 3_600_000
const maxAttempts = 10
/** Nothing is sent for a disabled account. Its deliveries wait until it is enabled. */
const disabledPauseMs = 15 * 60_000
/** How long those that are done are kept: `sent` ones so that nothing sends them again, and `failed` ones for the operator. */
export const keptMs = { sent: 24 * 3_600_000, failed: 30 * 24 * 3_600_000 }

/**
 * Makes everything happen that must happen at a time: each is a row, which a node takes with a lease when its time has come. One timer waits for
 * the next row, however many there are. A failed delivery is tried again after 30 s, 1 min, 2 min … up to an hour, ten times in all.
 */
export function deliveryQueue({ database, clock, log }: Dependencies) {
  const table = deliveryTable(database.db)
  const kinds = new Map<string, DeliveryKind>()
  const state: DeliveryState = { results: new Map(), failed: 0, lateSince: undefined }
  let timer: NodeJS.Timeout | undefined
  /** When the timer fires. */
  let wakesAt = Number.POSITIVE_INFINITY
  let isStopped = true
  let stopping = new AbortController()
  const runs = new Map<string, Promise<void>>()
  const leaseOn = leasing({ table, clock, leaseMs, sentMs: keptMs.sent, wakeAt: (time) => wakeAt(time) })

  async function deliverAll(rows: DeliveryRow[], leaseEnd: number) {
    const groups = Map.groupBy(rows, ({ user_id, kind, id }) =>
      [user_id, kind, ...(kinds.get(kind)?.isHeld ? [id] : [])].join(' '),
    )
    for (const group of groups.values()) {
      const [first] = group
      if (first) await deliver(first.user_id, first.kind, group, leaseEnd)
    }
  }

  async function deliver(owner: string, kind: string, rows: DeliveryRow[], leaseEnd: number) {
    const known = kinds.get(kind)
    // A restored backup may name any number of kinds.
    const counted = known ? kind : 'unknown'
    const results = state.results.get(counted) ?? { delivered: 0, retried: 0, failed: 0 }
    state.results.set(counted, results)
    const lease = leaseOn(owner, rows, leaseEnd, stopping.signal)
    try {
      if (!known) throw new Error(`This version knows no deliveries of the kind ${kind}`)
      if (await isDisabled(database.db, owner)) {
        await table.settle(owner, rows, lease.until, { attempts: 0, next_at: clock() + disabledPauseMs })
        return
      }
      const after = await known.deliver(owner, rows, lease)
      if (after === 'held') return
      const nextAt = after === 'ready' ? null : clock() + keptMs.sent
      await table.settle(owner, rows, lease.until, { state: after, next_at: nextAt, last_error: null })
      results.delivered += rows.length
    } catch (error) {
      if (database.outage(error)) throw error
      log.warn({ err: error, kind }, 'A delivery failed')
      const last_error = String((error as Error)?.message ?? error).slice(0, 500)
      for (const [attempts, some] of Map.groupBy(rows, (row) => row.attempts)) {
        const isLast = attempts >= maxAttempts || error instanceof GivenUp
        results[isLast ? 'failed' : 'retried'] += some.length
        const retryMs = Math.min(firstRetryMs * 2 ** (attempts - 1), maxRetryMs)
        const keptUntil = clock() + keptMs.failed
        await table.settle(owner, some, lease.until, {
          last_error,
          ...(isLast ? { state: 'failed', next_at: keptUntil } : { state: 'waiting', next_at: clock() + retryMs }),
        })
      }
    }
  }

  /** Does what is due of some kinds, until nothing is left. */
  async function runLane(only: KindFilter, atOnce: number) {
    for (;;) {
      const leaseEnd = clock() + leaseMs
      const rows = await table.take(clock(), leaseEnd, atOnce, only)
      await deliverAll(rows, leaseEnd)
      if (rows.length < atOnce || stopping.signal.aborted) break
      await nextTurn()
    }
  }

  const slowKinds = () => [...kinds.values()].filter(({ isSlow }) => isSlow).map(({ kind }) => kind)

  async function runQuick() {
    const look = async () => void Object.assign(state, await table.health(clock()))
    // Also before, so that the metrics show what is late if nothing can be taken.
    await look()
    await table.forget(clock())
    await runLane({ notIn: slowKinds() }, rowsAtOnce)
    await look()
  }

  /** Runs the work of a lane. Concurrent calls share one run. */
  function shareRun(lane: string, work: () => Promise<void>): Promise<void> {
    const run = runs.get(lane) ?? work().finally(() => runs.delete(lane))
    runs.set(lane, run)
    return run
  }

  const runQuickOnce = () => shareRun('', runQuick)
  const runSlow = () => slowKinds().map((kind) => shareRun(kind, () => runLane({ in: [kind] }, 1)))

  /** Does everything that is due. */
  async function runDue(): Promise<void> {
    await Promise.all([runQuickOnce(), ...runSlow()])
  }

  // While the database cannot be reached, every request reports it already.
  const onTrouble = (error: unknown) =>
    database.outage(error) || log.warn({ err: error }, 'The deliveries that are due could not be made')

  function wakeAt(time: number) {
    // A timer cannot wait for months.
    const at = Math.min(time, clock() + maxSleepMs)
    if (isStopped || at >= wakesAt) return
    clearTimeout(timer)
    wakesAt = at
    timer = setTimeout(tick, Math.max(0, at - clock())).unref()
  }

  async function tick() {
    wakesAt = Number.POSITIVE_INFINITY
    // While the database is being migrated, the table may be missing.
    if (!database.ready) return wakeAt(clock() + notReadyMs)
    let nextAt: number | undefined
    for (const run of runSlow()) run.catch(onTrouble)
    try {
      await runQuickOnce()
      nextAt = await table.nextAt()
    } catch (error) {
      onTrouble(error)
    }
    // Not at once if something is due already: another node has taken it, or the database cannot be written.
    const soonest = clock() + 1_000
    wakeAt(Math.max(nextAt ?? Number.POSITIVE_INFINITY, soonest))
  }

  return {
    register: (kind: DeliveryKind) => void kinds.set(kind.kind, kind),
    /** The deliveries of an owner, for the noun that makes them, within its transaction. */
    of: (tx: Kysely<Schema>, owner: string) => ownerDeliveries(tx, owner),
    /** Makes a delivery due now, unless a node is busy with it. */
    async wake(owner: string, id: string): Promise<void> {
      const now = clock()
      await table.wake(database.of(owner), owner, id, now)
      wakeAt(now)
    },
    /** Called when a delivery was written that is due at this time. */
    wakeAt,
    runDue,
    state: (): DeliveryState => state,
    counts: table.counts,
    failed: table.failed,
    start() {
      isStopped = false
      stopping = new AbortController()
      wakeAt(clock())
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      stopping.abort()
      await Promise.allSettled(runs.values())
    },
  }
}

/** Removes all deliveries of a kind, within the transaction that ends the reason for them. */
export const removeDeliveries = (tx: Kysely<Schema>, owner: string, kind: string) =>
  ownerDeliveries(tx, owner).removeAll(kind)

export type DeliveryQueue = ReturnType<typeof deliveryQueue>
export type OwnerDeliveries = ReturnType<DeliveryQueue['of']>
