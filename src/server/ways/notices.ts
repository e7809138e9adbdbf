import { randomUUID } from 'node:crypto'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { dayIn } from '../../contract/time-zone.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, WayRow } from '../database/schema.ts'
import { type DeliveryQueue, keptMs } from '../deliveries/deliveries.ts'
import type { ReminderName, ReminderRules } from '../reminders/reminders.ts'
import { type Message, reminderMessage } from './messages.ts'
import { quietUntil } from './quiet-hours.ts'
import type { SendToWay } from './send-to-way.ts'
import type { WayRules } from './ways.ts'

interface Dependencies {
  database: Database
  queue: DeliveryQueue
  reminders: Pick<ReminderRules, 'takeReady' | 'stillMeant'>
  ways: Pick<WayRules, 'usable' | 'keys'>
  send: SendToWay
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  /** The address of the web app. */
  app: string
  log: { warn(details: object, message: string): void }
  clock: () => number
}

/** The work of finding what is due for a person, and a message to one way. */
const noticeKind = 'notice'
const messageKind = 'message'

/** A visible page comes first: it takes a reminder within this time. */
const graceMs = 10_000
const firstRetryMs = 30_000
const maxAttempts = 6

/** What a message is about, as it waits: the texts of tasks are read when it is sent. */
interface Content {
  reminders: ReminderName[]
  count: number
}

/**
 * Brings reminders that no visible page has taken to the ways of their user: first they are taken, all of them as one message, then each way gets
 * a delivery of its own. A delivery is marked as sent before it is, so a killed node never repeats it. It is tried again only after a refusal.
 */
export function wayNotices(dependencies: Dependencies) {
  const { database, queue, reminders, ways, send, profileOf, app, log, clock } = dependencies
  const running = new Set<Promise<void>>()
  const ownOf = (owner: string) => queue.of(database.of(owner), owner)
  const usableNow = async (owner: string) => (await ways.usable(owner)).filter(({ is_on }) => is_on === 1)

  const newDelivery = (owner: string, values: Pick<DeliveryRow, 'kind' | 'subject' | 'name' | 'due_at'>) => ({
    ...{ user_id: owner, id: randomUUID(), local_time: null, state: 'waiting' as const, attempts: 0 },
    ...{ next_at: values.due_at, last_error: null },
    ...values,
  })

  queue.register({
    kind: noticeKind,
    async deliver(owner, rows) {
      const now = clock()
      // Another node is at it: all of them are one message.
      if (await ownOf(owner).isUnderway('reminder', now)) {
        await ownOf(owner).postpone(rows, now + graceMs)
        return 'sent'
      }
      const to = await usableNow(owner)
      if (!to.length) return 'sent'
      await database.transaction(owner, async (tx) => {
        const { taken, count } = await reminders.takeReady(tx, owner)
        const content: Content = { reminders: taken.map(({ name }) => name), count }
        const name = JSON.stringify(content)
        const add = (way: WayRow) => newDelivery(owner, { kind: messageKind, subject: way.id, name, due_at: now })
        if (taken.length) await queue.of(tx, owner).insert(to.map(add))
      })
      return 'sent'
    },
  })

  queue.register({
    kind: messageKind,
    async deliver(owner, rows) {
      const marked = await ownOf(owner).markSent(rows, clock() + keptMs.sent)
      const known = new Map((await usableNow(owner)).map((way) => [way.id, way]))
      for (const row of marked) {
        const way = known.get(row.subject)
        if (way) start(sendOne(row, way))
      }
      return 'sent'
    },
  })

  /** Goes on after the delivery is marked: a slow receiver holds up nobody. */
  function start(work: Promise<void>) {
    const settled = work
      .catch((error: unknown) => log.warn({ err: error }, 'A notification could not be sent'))
      .finally(() => running.delete(settled))
    running.add(settled)
  }

  async function sendOne(row: DeliveryRow, way: WayRow) {
    const message = await messageOf(row.user_id, JSON.parse(row.name))
    if (!message) return
    const { problem, mayRepeat } = await send(way, message, await ways.keys())
    if (!problem) return
    const [now, own] = [clock(), ownOf(row.user_id)]
    const last_error = problem.slice(0, 500)
    if (!mayRepeat) await own.change(row.id, { last_error })
    else if (row.attempts < maxAttempts) {
      const next_at = now + firstRetryMs * 2 ** (row.attempts - 1)
      await own.change(row.id, { state: 'waiting', next_at, last_error })
      queue.wakeAt(next_at)
    } else await own.change(row.id, { state: 'failed', next_at: now + keptMs.failed, last_error })
  }

  /** Undefined if nothing of it is meant any more: the task was completed meanwhile, for example. */
  async function messageOf(owner: string, { reminders: names, count }: Content): Promise<Message | undefined> {
    const [meant, { preferences }] = await Promise.all([
      reminders.stillMeant(database.db, owner, names),
      profileOf(owner),
    ])
    const left = count - (names.length - meant.length)
    if (!meant.length) return undefined
    const { dayStart = 0 } = preferences
    const about = { owner, app, dayStart, today: dayIn(preferences, new Date(clock())) }
    return reminderMessage(
      meant.map(({ task }) => task),
      left,
      about,
    )
  }

  return {
    quietUntil: async (owner: string) => quietUntil((await profileOf(owner)).preferences, clock()),
    /** Reminders of this owner have become ready: those that no page takes soon are sent. */
    async onReady(owner: string) {
      if (!(await usableNow(owner)).length) return
      const own = ownOf(owner)
      const waiting = await own.ofSubjects(noticeKind, [owner])
      if (waiting.some(({ state, attempts }) => state === 'waiting' && attempts === 0)) return
      const due_at = clock() + graceMs
      await own.insert([newDelivery(owner, { kind: noticeKind, subject: owner, name: '', due_at })])
      queue.wakeAt(due_at)
    },
    /** Resolves when every message that was begun has been sent. */
    settled: async () => void (await Promise.all(running)),
  }
}

export type WayNotices = ReturnType<typeof wayNotices>
