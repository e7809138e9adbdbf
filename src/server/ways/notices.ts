import { randomUUID } from 'node:crypto'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { dayIn } from '../../contract/time-zone.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, NoteRow, WayRow } from '../database/schema.ts'
import { type DeliveryQueue, keptMs } from '../deliveries/deliveries.ts'
import type { Draft } from '../history/draft.ts'
import { reminderKind } from '../reminders/following-tasks.ts'
import { questionKind, type ReminderName, type ReminderRules } from '../reminders/reminders.ts'
import { type Message, messageAbout, type OpenQuestion } from './messages.ts'
import { quietUntil } from './quiet-hours.ts'
import type { Outcome, SendToWay } from './send-to-way.ts'
import type { WayRules } from './ways.ts'

interface Dependencies {
  database: Database
  queue: DeliveryQueue
  reminders: Pick<ReminderRules, 'takeReady' | 'stillMeant'>
  ways: Pick<WayRules, 'usable' | 'keys'>
  send: SendToWay
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  /** A question about a task, if it is still open. */
  questionOf: (owner: string, task: string, id: string) => Promise<OpenQuestion | undefined>
  /** The address of the web app. */
  app: string
  /** Lets the pages of an owner ask what is due. */
  announce: (owner: string) => Promise<void>
  log: { warn(details: object, message: string): void }
  clock: () => number
}

/** The work of finding what is due for a person, and a message to one way. */
const noticeKind = 'notice'
const messageKind = 'message'

/** A visible page comes first: it takes a reminder within this time. */
const graceMs = 10_000
/** More are open on the screen *Needs you*. */
const maxQuestions = 20
const firstRetryMs = 30_000
const maxAttempts = 6

/** The subjects of a message that waits: the texts of tasks are read when it is sent. */
interface Content {
  reminders: ReminderName[]
  count: number
  /** Each with its task. */
  questions: [id: string, task: string][]
}

/**
 * Brings reminders that no visible page has taken to the ways of their user: first they are taken, all of them as one message, then each way gets
 * a delivery of its own. A delivery is marked as sent before it is, so a killed node never repeats it. After that, only a refusal is tried again.
 */
export function wayNotices(dependencies: Dependencies) {
  const { database, queue, reminders, ways, send, profileOf, questionOf, app, announce, log, clock } = dependencies
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
      if (await keptForLater(owner, rows)) return 'sent'
      const now = clock()
      // Another node is at it: all of them are one message.
      const own = ownOf(owner)
      if ((await own.isUnderway(reminderKind, now)) || (await own.isUnderway(questionKind, now))) {
        await own.postpone(rows, now + graceMs)
        return 'sent'
      }
      const to = await usableNow(owner)
      if (!to.length) return 'sent'
      await database.transaction(owner, async (tx) => {
        const { taken, count } = await reminders.takeReady(tx, owner)
        const asked = await queue.of(tx, owner).takeReady(questionKind, now + keptMs.sent)
        const questions = asked.slice(0, maxQuestions).map(({ subject, name }): [string, string] => [subject, name])
        const content: Content = { reminders: taken.map(({ name }) => name), count, questions }
        const name = JSON.stringify(content)
        const add = (way: WayRow) => newDelivery(owner, { kind: messageKind, subject: way.id, name, due_at: now })
        if (taken.length || questions.length) await queue.of(tx, owner).insert(to.map(add))
      })
      return 'sent'
    },
  })

  queue.register({
    kind: messageKind,
    async deliver(owner, rows) {
      if (await keptForLater(owner, rows)) return 'sent'
      const known = new Map((await usableNow(owner)).map((way) => [way.id, way]))
      // What fails before anything has left is tried again.
      const messages = new Map<string, Message | undefined>()
      for (const { id, name } of rows) messages.set(id, await messageOf(owner, id, JSON.parse(name)))
      const keys = await ways.keys()
      for (const row of await ownOf(owner).markSent(rows, clock() + keptMs.sent)) {
        const [way, message] = [known.get(row.subject), messages.get(row.id)]
        if (way && message) start(sendOne(row, () => send(way, message, keys)))
      }
      return 'sent'
    },
  })

  queue.register({
    kind: questionKind,
    async deliver(owner, rows) {
      if (await keptForLater(owner, rows)) return 'ready'
      // Pages that are open know of it from the log.
      if (!(await usableNow(owner)).length) return 'sent'
      await announce(owner)
      await onReady(owner)
      return 'ready'
    },
  })

  /** Goes on after the delivery is marked: a slow receiver holds up nobody. */
  function start(work: Promise<void>) {
    const settled = work
      .catch((error: unknown) => log.warn({ err: error }, 'A notification could not be sent'))
      .finally(() => running.delete(settled))
    running.add(settled)
  }

  async function sendOne(row: DeliveryRow, attempt: () => Promise<Outcome>) {
    const { problem, mayRepeat } = await attempt()
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
  async function messageOf(
    owner: string,
    id: string,
    { reminders: names, count, questions }: Content,
  ): Promise<Message | undefined> {
    const [meant, { preferences }, asked] = await Promise.all([
      reminders.stillMeant(database.db, owner, names),
      profileOf(owner),
      Promise.all(questions.map(([id, task]) => questionOf(owner, task, id))),
    ])
    // Those that are counted only are not asked about.
    const left = meant.length ? count - (names.length - meant.length) : 0
    const open = asked.filter((question) => question !== undefined)
    const { dayStart = 0 } = preferences
    const about = { owner, id, app, dayStart, today: dayIn(preferences, new Date(clock())) }
    const tasks = meant.map(({ task }) => task)
    return messageAbout(tasks, left, open, about)
  }

  /** Reminders or questions of this owner have become ready: those that no page takes soon are sent. */
  async function onReady(owner: string) {
    if (!(await usableNow(owner)).length) return
    const own = ownOf(owner)
    const waiting = await own.ofSubjects(noticeKind, [owner])
    const due_at = clock() + graceMs
    // One that waits for the end of quiet hours is too late if they were switched off.
    if (waiting.some((row) => row.state === 'waiting' && row.attempts === 0 && row.due_at <= due_at)) return
    await own.insert([newDelivery(owner, { kind: noticeKind, subject: owner, name: '', due_at })])
    queue.wakeAt(due_at)
  }

  const quietNow = async (owner: string) => quietUntil((await profileOf(owner)).preferences, clock())

  /** In quiet hours, deliveries wait for their end: those that were left from before a stop, too. */
  async function keptForLater(owner: string, rows: DeliveryRow[]): Promise<boolean> {
    const until = await quietNow(owner)
    if (until !== undefined) await ownOf(owner).postpone(rows, until)
    return until !== undefined
  }

  return {
    quietUntil: quietNow,
    onReady,
    /** Tells the owner of a question, within the change that asks it. */
    async onAsked(draft: Draft, { id, task_id }: Pick<NoteRow, 'id' | 'task_id'>) {
      const due_at = Date.parse(draft.at)
      await queue
        .of(draft.tx, draft.owner)
        .insert([newDelivery(draft.owner, { kind: questionKind, subject: id, name: task_id, due_at })])
      draft.afterCommit(async () => queue.wakeAt(due_at))
    },
    /** Resolves when every message that was begun has been sent. */
    settled: async () => void (await Promise.all(running)),
  }
}

export type WayNotices = ReturnType<typeof wayNotices>
