import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { freeTime, type Meeting, meetingLimits } from '../../contract/meetings.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { MeetingCalendar, MeetingCalendarChange, NewMeetingCalendar } from '../../contract/schemas/meetings.ts'
import type { Database } from '../database/database.ts'
import type { MeetingCalendarRow, Schema } from '../database/schema.ts'
import { removeDeliveries } from '../deliveries/deliveries.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { type CalendarState, meetingTable } from './meeting-table.ts'
import { deliveryKind, type ReadingCalendars } from './reading.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
  outgoing: Pick<OutgoingCalls, 'check'>
  reading: ReadingCalendars
  attempts: { take(limits: { key: string; max: number; windowMs: number }[]): Promise<void> }
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  clock: () => number
}

/** The state of a calendar that was not read yet. */
const unread = {
  ...{ tried_at: null, read_at: null, failing_since: null, failures: 0, problem: null },
  ...{ etag: null, last_modified: null, body_hash: null, expanded_on: null },
}

/** The calendars of others whose meetings a user sees beside the tasks. Their addresses are secrets: they are stored, used, and never shown. */
export function meetingRules({ database, history, outgoing, reading, attempts, profileOf, clock }: Dependencies) {
  const table = meetingTable(database.db)

  /** Calendar programs write https as webcal. Fails with `invalid_input`. */
  const checked = (address: string) => outgoing.check(address.trim().replace(/^webcals?:/i, 'https:'))

  /** Fails with `not_found`. */
  async function find(db: Kysely<Schema>, owner: string, id: string): Promise<CalendarState> {
    const calendar = await meetingTable(db).find(owner, id)
    if (!calendar) throw absent()
    return calendar
  }

  async function refuseKnown(tx: Kysely<Schema>, owner: string, address: string) {
    const same = (await meetingTable(tx).ofOwner(owner)).find((one) => one.address === address)
    if (same) throw new AppError('conflict', `You have added this calendar already: ${plainName(same.name)}.`)
  }

  return {
    list: async (owner: string): Promise<MeetingCalendar[]> => (await table.ofOwner(owner)).map(calendarOf),

    /**
     * Adds a calendar, which is read at once. Fails with `invalid_input` if Taskdeck never calls its address, with `conflict` if the owner has
     * added it already, and with `too_large` if the owner has too many.
     */
    async add(author: Author, { name, address: text, colour = null }: NewMeetingCalendar) {
      const { owner } = author
      const address = checked(text)
      const work = async (tx: Kysely<Schema>) => {
        const own = meetingTable(tx)
        await refuseKnown(tx, owner, address)
        if ((await own.ofOwner(owner)).length >= meetingLimits.calendars) throw tooMany()
        const row: MeetingCalendarRow = {
          ...{ id: randomUUID(), user_id: owner, name: name.trim(), colour, address, created_at: clock() },
          ...{ ...unread, version: 1, meetings: '[]', meeting_count: 0, left_out: 0, ends_on: null },
        }
        await own.insert(row)
        await reading.add(tx, owner, row.id)
        return row
      }
      const added = await history.changeSettings(author, work, (row) => ({
        message: 'Calendar added.',
        calendar: calendarOf(row),
      }))
      reading.hasAdded()
      return added
    },

    /** Changes a calendar. One with a new address is read at once. Fails like `add`, and with `not_found`. */
    async update(author: Author, id: string, { name, address: text, colour }: MeetingCalendarChange) {
      const { owner } = author
      const address = text === undefined ? undefined : checked(text)
      const work = async (tx: Kysely<Schema>) => {
        const calendar = await find(tx, owner, id)
        const isMoved = address !== undefined && address !== calendar.address
        if (isMoved) await refuseKnown(tx, owner, address)
        const values = {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(colour === undefined ? {} : { colour }),
          ...(isMoved ? { address, ...unread } : {}),
        }
        if (Object.keys(values).length) await meetingTable(tx).change(calendar, values)
        return { ...calendar, ...values }
      }
      const changed = await history.changeSettings(author, work, (calendar) => ({
        message: 'Calendar changed.',
        calendar: calendarOf(calendar),
      }))
      if (address !== undefined) await reading.wake(owner, id)
      return changed
    },

    /** Removes a calendar with its meetings. Fails with `not_found`. */
    remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await meetingTable(tx).remove(author.owner, id)
        if (!numDeletedRows) throw absent()
        await reading.remove(tx, author.owner, id)
      }
      return history.changeSettings(author, work, () => ({ message: 'Calendar removed.' }))
    },

    /** Reads a calendar now. A failure is a result, too. Fails with `not_found` or `too_many_requests`. */
    async read(owner: string, id: string) {
      const calendar = await find(database.db, owner, id)
      await attempts.take([{ key: `meetings by hand ${owner}`, max: 60, windowMs: 3_600_000 }])
      await reading.readNow(calendar)
      const { problem, meeting_count: count } = await find(database.db, owner, id)
      return {
        message: problem === null ? `Read: ${count} ${count === 1 ? 'meeting' : 'meetings'}.` : `Not read. ${problem}`,
      }
    },

    /** The meetings of a calendar. Fails with `not_found`. */
    async meetings(owner: string, id: string): Promise<{ version: number; meetings: Meeting[] }> {
      const found = await table.meetings(owner, id)
      if (!found) throw absent()
      return { version: found.version, meetings: JSON.parse(found.meetings) }
    },

    /** The free time before the owner's next meeting. Both fields are null if there is no next meeting, and during a meeting. */
    async freeTime(owner: string) {
      const calendars = await table.allMeetings(owner)
      const meetings = calendars.flatMap((calendar): Meeting[] => JSON.parse(calendar.meetings))
      const { timeZone } = (await profileOf(owner)).preferences
      const free = meetings.length ? freeTime(meetings, new Date(clock()), timeZone || 'UTC') : undefined
      return free ?? { minutes: null, meetingAt: null }
    },
  }
}

export type MeetingRules = ReturnType<typeof meetingRules>

/** Removes all calendars of an account that is being deleted or that has a new owner, within the transaction of that change. */
export async function eraseMeetings(tx: Kysely<Schema>, owner: string): Promise<void> {
  await meetingTable(tx).removeAll(owner)
  await removeDeliveries(tx, owner, deliveryKind)
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const calendarOf = (row: CalendarState): MeetingCalendar => ({
  id: row.id,
  name: plainName(row.name),
  colour: row.colour,
  host: new URL(row.address).host,
  createdAt: new Date(row.created_at).toISOString(),
  readAt: iso(row.read_at),
  failingSince: iso(row.failing_since),
  problem: row.problem,
  version: row.version,
  meetings: row.meeting_count,
  leftOut: row.left_out,
  endsOn: row.ends_on,
})

const absent = () => new AppError('not_found', 'That calendar does not exist.')
const tooMany = () =>
  new AppError(
    'too_large',
    `You have ${meetingLimits.calendars} calendars of others, which is the maximum. Remove one first.`,
  )
