import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { calendarLimits } from '../../contract/calendars.ts'
import { calendarCalls } from '../../contract/calls/calendars.ts'
import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Calendar, NewCalendar } from '../../contract/schemas/calendars.ts'
import { dayIn } from '../../contract/time-zone.ts'
import { isUnchanged } from '../answers/entity-tags.ts'
import { Unchanged } from '../answers/json-answer.ts'
import type { LongAnswer, LongAnswers } from '../answers/long-answers.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { CalendarRow, Schema } from '../database/schema.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { positionOf, preparedWithPosition, tagOf } from '../history/position.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { ViewRules } from '../views/views.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { calendarTable, type FoundCalendar, findBySecret } from './calendar-table.ts'
import { type FeedSettings, feedText } from './feed.ts'

interface Dependencies {
  tasks: Pick<TaskRules, 'pages'>
  views: Pick<ViewRules, 'addressOf'>
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  zoneOfUser: (owner: string) => MaybePromise<string>
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
  longAnswer: LongAnswers
  clock: () => number
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
}

/** A feed that has changed, with its tag. */
class Feed {
  readonly tag: string
  readonly content: LongAnswer

  constructor(tag: string, content: LongAnswer) {
    this.tag = tag
    this.content = content
  }
}

/** The precision of "last read", which limits how often a calendar is written. */
const readEveryMs = 3_600_000

/** The calendars of users: private addresses from which calendar programs read their tasks. */
export function calendarRules(dependencies: Dependencies) {
  const { database, history, longAnswer, tasks, views, profileOf, zoneOfUser, clock, holdProved } = dependencies
  const table = calendarTable(database.db)
  const findRows = preparedWithPosition(database, findBySecret, {
    column: 'calendars.user_id',
    of: ({ user_id }) => user_id,
  })

  /** Reads must work even if nothing can be written. The next reading tries again. */
  function touch({ user_id: owner, id, read_at }: FoundCalendar) {
    const now = clock()
    if (read_at === null || Math.abs(now - read_at) >= readEveryMs) table.touch(owner, id, now).catch(() => {})
  }

  /** The settings of the owner on which a calendar depends. Fails with `not_found` if its view was deleted. */
  function settingsOf({ user_id: owner, view_id: view, kind }: FoundCalendar): MaybePromise<FeedSettings> {
    if (view !== null) return settingsOfView(owner, view)
    // Events have a day, from which their alarms count.
    return kind === 'events' ? { timeZone: '' } : andThen(zoneOfUser(owner), (timeZone) => ({ timeZone }))
  }

  async function settingsOfView(owner: string, id: string): Promise<FeedSettings> {
    const [address, { preferences }] = await Promise.all([views.addressOf(owner, id), profileOf(owner)])
    if (address === undefined) throw viewDeleted()
    const { timeZone, weekStart, sort, filter } = preferences
    const today = dayIn(preferences, new Date(clock()))
    return { timeZone, view: { address, settings: { today, preferences: { weekStart, sort, filter } } } }
  }

  function read(
    found: FoundCalendar,
    settings: FeedSettings,
    app: string,
    ifNoneMatch: string | undefined,
  ): MaybePromise<Feed | Unchanged> {
    touch(found)
    const { id, user_id: owner } = found
    const rest = JSON.stringify([found.name, found.kind, app, settings])
    const tag = tagOf(id, positionOf(found), hash('sha256', rest, 'base64url'))
    if (isUnchanged(ifNoneMatch, tag)) return new Unchanged(tag)
    return longAnswer(owner, feedText(tasks, found, settings, app)).then((content) => new Feed(tag, content))
  }

  return {
    list: async (owner: string): Promise<Calendar[]> => (await table.ofOwner(owner)).map(calendarOf),

    /**
     * Creates a calendar with a new address. Requires a recent confirmation, because a calendar outlasts the session. Fails with `too_large` if
     * the owner has too many, and with `not_found` if there is no such view.
     */
    create(caller: SessionCaller, { name, kind, view = null }: Omit<NewCalendar, 'view'> & { view?: string | null }) {
      const secret = newSecret()
      const work = async (tx: Kysely<Schema>) => {
        const own = calendarTable(tx)
        await holdProved(tx, caller)
        if (view !== null && (await views.addressOf(caller.owner, view, tx)) === undefined) throw noView()
        if ((await own.ofOwner(caller.owner)).length >= calendarLimits.calendars) throw tooMany()
        const row: CalendarRow = {
          id: randomUUID(),
          user_id: caller.owner,
          secret_hash: hashOf(secret),
          name: name.trim(),
          kind,
          view_id: view,
          created_at: clock(),
          read_at: null,
        }
        await own.insert(row)
        return row
      }
      return history.changeSettings(caller, work, (row) => ({
        message: 'Calendar created.',
        calendar: calendarOf(row),
        path: pathOf(secret),
      }))
    },

    /** Replaces the address. Requires a recent confirmation. Fails with `not_found` if the owner has no such calendar. */
    renew(caller: SessionCaller, id: string) {
      const secret = newSecret()
      const work = async (tx: Kysely<Schema>) => {
        await holdProved(tx, caller)
        const row = await calendarTable(tx).renew(caller.owner, id, hashOf(secret))
        if (!row) throw absent()
        return row
      }
      return history.changeSettings(caller, work, (row) => ({
        message: 'The calendar has a new address. The old one no longer works.',
        calendar: calendarOf(row),
        path: pathOf(secret),
      }))
    },

    /** Fails with `not_found` if the owner has no such calendar. */
    remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await calendarTable(tx).remove(author.owner, id)
        if (!numDeletedRows) throw absent()
      }
      return history.changeSettings(author, work, () => ({ message: 'Calendar revoked.' }))
    },

    /** The feed at an address, with links to the web app, or `Unchanged` if `If-None-Match` names its tag. Fails with `not_found`. */
    feed(file: string, app: string, ifNoneMatch: string | undefined): MaybePromise<Feed | Unchanged> {
      const secret = /^([\w-]{43})\.ics$/.exec(file)?.[1]
      if (!secret) throw unknownAddress()
      return andThen(findRows(hashOf(secret)), ([found]) => {
        if (!found) throw unknownAddress()
        return andThen(settingsOf(found), (settings) => read(found, settings, app, ifNoneMatch))
      })
    },
  }
}

export type CalendarRules = ReturnType<typeof calendarRules>

/** Revokes all calendars of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseCalendars = (tx: Kysely<Schema>, owner: string) => calendarTable(tx).removeAll(owner)

const newSecret = () => randomBytes(32).toString('base64url')
const hashOf = (secret: string) => hash('sha256', secret, 'base64url')
const pathOf = (secret: string) => calendarCalls.feed.path.replace(':file', `${secret}.ics`)
const iso = (at: number) => new Date(at).toISOString()

const calendarOf = ({ id, name, kind, view_id, created_at, read_at }: CalendarRow): Calendar => ({
  id,
  name: plainName(name),
  kind,
  view: view_id,
  createdAt: iso(created_at),
  readAt: read_at === null ? null : iso(read_at),
})

const absent = () => new AppError('not_found', 'That calendar does not exist.')
const noView = () => new AppError('not_found', 'That view does not exist.')
const unknownAddress = () =>
  new AppError('not_found', 'There is no calendar at this address. It may have been renewed or revoked.')
const viewDeleted = () =>
  new AppError('not_found', 'The saved view of this calendar was deleted. Create another calendar in the settings.')
const tooMany = () =>
  new AppError('too_large', `You have ${calendarLimits.calendars} calendars, which is the maximum. Revoke one first.`)
