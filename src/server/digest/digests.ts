import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dayIn } from '../../contract/time-zone.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, Schema } from '../database/schema.ts'
import { type DeliveryQueue, keptMs } from '../deliveries/deliveries.ts'
import { GivenUp } from '../deliveries/delivery-kind.ts'
import type { Place } from '../mail/letter.ts'
import type { MailLinks } from '../mail/mail-links.ts'
import type { ComposedMail, MailRules } from '../mail/mails.ts'
import type { QuestionRules } from '../notes/questions.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { digestOf } from './digest-content.ts'
import { digestHtml, digestText } from './digest-mail.ts'
import { digestTasks } from './digest-tasks.ts'
import { type DigestSettings, dayAt, isForNow, nextDigest } from './digest-times.ts'

interface Dependencies {
  database: Database
  clock: () => number
  queue: Pick<DeliveryQueue, 'of' | 'wakeAt'>
  mails: MailRules
  links: MailLinks
  place: Place
  /** The address of the server, for the link that mail programs call. */
  publicUrl: string
  tasks: Pick<TaskRules, 'pages'>
  questions: Pick<QuestionRules, 'list'>
  userOf: (tx: Kysely<Schema>, owner: string) => Promise<{ email: string; preferences: Preferences } | undefined>
  /** Switches the digest of a user off, within a transaction. */
  switchOff: (tx: Kysely<Schema>, owner: string) => Promise<void>
}

const kind = 'digest'
const maxListedQuestions = 100

/**
 * The daily digest of each user who wants one: a delivery for the next one, at an hour in the time zone of the user. When it is due, the one after it is
 * added first, so that digests go on whatever becomes of this one.
 */
export function digestRules(dependencies: Dependencies) {
  const { database, clock, queue, mails, links, place, publicUrl, tasks, questions, userOf, switchOff } = dependencies

  /** Replaces the digest that waits by the next one. Deliveries of the same day are only added once. */
  async function plan(tx: Kysely<Schema>, owner: string, settings: DigestSettings | undefined, timeZone: string) {
    const own = queue.of(tx, owner)
    const known = await own.ofSubjects(kind, [owner])
    const next = settings?.isOn ? nextAfter(settings, timeZone, known) : undefined
    const isPlanned = (row: DeliveryRow) => row.due_at === next?.dueAt && row.local_time === next.localTime
    await own.remove(
      known.filter((row) => row.attempts === 0 && row.state === 'waiting' && !isPlanned(row)).map(({ id }) => id),
    )
    if (!next || known.some(isPlanned)) return
    const { localTime: local_time, dueAt: due_at } = next
    await own.insert([
      {
        ...{ user_id: owner, id: randomUUID(), kind, subject: owner, name: '', local_time, due_at },
        ...{ state: 'waiting', attempts: 0, next_at: due_at, last_error: null },
      },
    ])
    queue.wakeAt(due_at)
  }

  /** When the next digest is due: on another day than those that were sent or are being sent, although a flight west begins a day again. */
  function nextAfter(settings: DigestSettings, timeZone: string, known: DeliveryRow[]) {
    const days = known.flatMap((row) => {
      if (row.state === 'sent' && row.next_at !== null) return dayAt(timeZone, row.next_at - keptMs.sent)
      return row.state === 'waiting' && row.attempts > 0 ? dayAt(timeZone, row.due_at) : []
    })
    const next = nextDigest(settings, timeZone, clock())
    return next && days.includes(dayAt(timeZone, next.dueAt)) ? nextDigest(settings, timeZone, next.dueAt) : next
  }

  async function compose(owner: string, delivery: DeliveryRow): Promise<ComposedMail | undefined> {
    const user = await userOf(database.db, owner)
    const settings = user?.preferences.digest
    if (!user || !settings?.isOn) return undefined
    const { email, preferences } = user
    const { timeZone } = preferences
    await database.transaction(owner, (tx) => plan(tx, owner, settings, timeZone))
    const now = clock()
    if (!mails.isOn || !isForNow(settings, timeZone, now)) return undefined
    // A retry belongs to the day on which it was due.
    if (delivery.attempts > 1 && dayAt(timeZone, delivery.due_at) !== dayAt(timeZone, now)) {
      throw new GivenUp('Too late: the next digest says more')
    }
    const digest = await contentFor(owner, preferences, now)
    return digest && { ...mailOf(owner, email, preferences, settings, digest, now) }
  }

  async function contentFor(owner: string, preferences: Preferences, at: number) {
    const now = new Date(at)
    const today = dayIn(preferences, now)
    const found = await digestTasks(() => parsed(tasks.pages(owner)), today)
    const { questions: open, nextBefore } = await questions.list(owner, { limit: maxListedQuestions })
    return digestOf({
      ...found,
      questions: open,
      questionCount: nextBefore === null ? open.length : Math.max(open.length, maxListedQuestions),
      preferences,
      today,
      now: now.toISOString(),
    })
  }

  function mailOf(
    owner: string,
    to: string,
    preferences: Preferences,
    settings: DigestSettings,
    digest: NonNullable<ReturnType<typeof digestOf>>,
    now: number,
  ): ComposedMail {
    const { token, store } = links.make(owner, 'unsubscribe', to)
    const sent = {
      day: dayWords(dayAt(preferences.timeZone, now), preferences),
      when: whenWords(settings),
      place,
      stop: `${place.app}#/unsubscribe?token=${token}`,
    }
    return {
      ...{ to, subject: digest.heading, text: digestText(digest, sent), html: digestHtml(digest, sent), store },
      unsubscribe: `${publicUrl}${accountCalls.unsubscribe.path}?token=${token}`,
    }
  }

  mails.register({ kind, compose })

  return {
    /** The user has other preferences. Within the transaction of this change. */
    follow: (tx: Kysely<Schema>, owner: string, { digest, timeZone }: Preferences) => plan(tx, owner, digest, timeZone),

    /** Stops the digest of the user who has this link, again and again if need be. Fails with `not_found`. */
    async unsubscribe(token: string): Promise<void> {
      const { user_id: owner } = await links.find(token, 'unsubscribe')
      await database.transaction(owner, async (tx) => {
        await switchOff(tx, owner)
        await plan(tx, owner, undefined, '')
      })
    },
  }
}

export type DigestRules = ReturnType<typeof digestRules>

async function* parsed(pages: AsyncIterable<string[]>): AsyncGenerator<Task[]> {
  for await (const page of pages) yield page.map((json) => JSON.parse(json))
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Without the year: `Tuesday, Nov 17`. */
function dayWords(day: string, { dateStyle }: Preferences): string {
  const words = formatDay(day, dateStyle).replace(/,? \d{4}$/, '')
  return `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${words}`
}

function whenWords({ at, days }: DigestSettings): string {
  const chosen = days.toSorted().join('')
  if (chosen === '1234567') return `at ${at} every day`
  if (chosen === '12345') return `at ${at} on weekdays`
  return `at ${at} on ${days
    .toSorted()
    .map((day) => weekdays[day % 7]?.slice(0, 3))
    .join(', ')}`
}
