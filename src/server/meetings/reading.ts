import type { Kysely } from 'kysely'
import { readEveryMs } from '../../contract/meetings.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, Schema } from '../database/schema.ts'
import type { DeliveryQueue } from '../deliveries/deliveries.ts'
import type { DeliveryLease } from '../deliveries/delivery-kind.ts'
import { lanes } from '../work/lanes.ts'
import type { Fetched, fetching } from './fetching.ts'
import { type CalendarChange, type CalendarState, meetingTable } from './meeting-table.ts'

export const deliveryKind = 'meetings'

/** At the same time on this node: a feed that is being read takes up to 5 MB. */
const maxReading = 12
/** One owner leaves room for others. */
const maxOfOwner = 2
const ownerPauseMs = 5_000
const maxPauseMs = 12 * 3_600_000
const renewEveryMs = 20_000

interface Dependencies {
  database: Database
  queue: DeliveryQueue
  fetch: ReturnType<typeof fetching>
  clock: () => number
  /** Tells the browsers of the owner that something about the calendars has changed. */
  announceSettings: (owner: string) => void
  onTrouble: (error: unknown) => void
}

/** Reads each calendar every 15 minutes, once per cluster. One that fails is tried again after pauses that grow up to 12 hours. */
export function readingCalendars({ database, queue, fetch, clock, announceSettings, onTrouble }: Dependencies) {
  const table = meetingTable(database.db)
  const slots = lanes({ maxRunning: maxReading, maxWaiting: Number.POSITIVE_INFINITY })
  const running = new Map<Promise<void>, string>()

  queue.register({
    kind: deliveryKind,
    isSlow: true,
    isHeld: true,
    async deliver(owner, [row], lease) {
      if (!row) return 'sent'
      const own = [...running.values()].filter((one) => one === owner).length
      if (own >= maxOfOwner) {
        await lease.release(clock() + ownerPauseMs)
        return 'held'
      }
      await slots.enter('all')
      const work = workOn(owner, row.subject, lease)
        .catch((error) => lease.stopping.aborted || onTrouble(error))
        .then(() => {
          slots.leave('all')
          running.delete(work)
        })
      running.set(work, owner)
      return 'held'
    },
  })

  async function workOn(owner: string, id: string, lease: DeliveryLease) {
    const calendar = lease.stopping.aborted ? undefined : await table.find(owner, id)
    if (!calendar || !(await lease.renew())) return lease.release(clock())
    let renewed = Promise.resolve()
    const renewing = setInterval(() => {
      renewed = renewed.then(async () => void (await lease.renew())).catch(() => {})
    }, renewEveryMs)
    try {
      const next = await read(calendar, lease.stopping).catch((error) => {
        // Another node goes on.
        if (lease.stopping.aborted) return clock()
        throw error
      })
      // A lease can be released only with the end that it has in the database.
      clearInterval(renewing)
      await renewed
      await lease.release(next)
    } finally {
      clearInterval(renewing)
    }
  }

  /** Reads a calendar, stores the result, and returns when it is read next. */
  async function read(calendar: CalendarState, signal?: AbortSignal): Promise<number> {
    const fetched = await fetch(calendar, signal)
    const change = changeAfter(calendar, fetched, clock())
    if (change.meetings !== undefined) {
      const known = await table.meetings(calendar.user_id, calendar.id)
      if (known && known.meetings !== change.meetings) change.version = known.version + 1
    }
    await store(calendar, change, hasNews(calendar, change))
    return clock() + pauseAfter(change.failures ?? 0)
  }

  async function store(calendar: CalendarState, change: CalendarChange, isNews: boolean) {
    const { user_id: owner } = calendar
    const isStored = await database.transaction(owner, async (tx) => {
      const stored = await meetingTable(tx).change(calendar, change)
      if (stored && isNews) await database.notifyNodesOfSettings(tx, owner)
      return stored
    })
    if (isStored && isNews) announceSettings(owner)
  }

  return {
    add: (tx: Kysely<Schema>, owner: string, id: string) => queue.of(tx, owner).insert([delivery(owner, id, clock())]),
    remove: (tx: Kysely<Schema>, owner: string, id: string) => queue.of(tx, owner).remove([id]),
    /** Reads a calendar as soon as a node has room. */
    wake: queue.wake,
    /** Called when a delivery was added. */
    hasAdded: () => queue.wakeAt(clock()),
    /** Reads a calendar now, and next at its usual time. */
    async readNow(calendar: CalendarState): Promise<void> {
      const { user_id: owner, id } = calendar
      const next = await read(calendar)
      await queue.of(database.of(owner), owner).change(id, { due_at: next, next_at: next })
    },
    /** Resolves when this node reads nothing. */
    async settled(): Promise<void> {
      while (running.size) await Promise.all(running.keys())
    },
  }
}

export type ReadingCalendars = ReturnType<typeof readingCalendars>

function changeAfter(calendar: CalendarState, fetched: Fetched, now: number): CalendarChange {
  if ('problem' in fetched) {
    const failing_since = calendar.failing_since ?? now
    return { tried_at: now, failing_since, failures: calendar.failures + 1, problem: fetched.problem }
  }
  const well = { tried_at: now, read_at: now, failing_since: null, failures: 0, problem: null }
  if ('isUnchanged' in fetched) return well
  const { bodyHash, parsed, etag, lastModified, expandedOn } = fetched
  return {
    ...well,
    ...{ etag, last_modified: lastModified, body_hash: bodyHash, expanded_on: expandedOn },
    ...{ meetings: parsed.json, meeting_count: parsed.count, left_out: parsed.leftOut, ends_on: parsed.endsOn },
  }
}

/** Whether people see a difference. The time of the last reading is not one. */
const hasNews = (before: CalendarState, change: CalendarChange) =>
  before.read_at === null ||
  (change.version ?? before.version) !== before.version ||
  change.problem !== before.problem ||
  (change.left_out ?? before.left_out) !== before.left_out

const pauseAfter = (failures: number) => Math.min(readEveryMs * 2 ** Math.max(0, failures - 1), maxPauseMs)

const delivery = (owner: string, id: string, now: number): DeliveryRow => ({
  ...{ user_id: owner, id, kind: deliveryKind, subject: id, name: '', due_at: now, local_time: null },
  ...{ state: 'waiting', attempts: 0, next_at: now, last_error: null },
})
