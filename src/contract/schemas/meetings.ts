import { type Static, Type } from 'typebox'
import { type LabelColour, labelColours } from '../labels.ts'
import { meetingLimits } from '../meetings.ts'
import { strict, stringOrNull } from './shapes.ts'

const colour = Type.Unsafe<LabelColour | null>({ type: ['string', 'null'], enum: [...labelColours, null] })

export const meeting = Type.Object({
  start: Type.String({
    description:
      'An instant (2026-11-17T14:00:00Z), a time of your clock (2026-11-17T14:00:00), or a day (2026-11-17).',
  }),
  end: Type.String({ description: 'Of the same form. Of a meeting on whole days, the day after the last one.' }),
  title: Type.String(),
  place: stringOrNull,
  /** Whether it takes the user's time. */
  isBusy: Type.Boolean(),
})

export const meetingCalendar = Type.Object({
  id: Type.String(),
  name: Type.String(),
  colour,
  /** The host of its address. The address itself is a secret. */
  host: Type.String(),
  createdAt: Type.String(),
  /** When it was last read; null if it never was. */
  readAt: stringOrNull,
  /** Since when every attempt to read it has failed, and why the last one has. */
  failingSince: stringOrNull,
  problem: stringOrNull,
  /** Grows whenever its meetings change. */
  version: Type.Integer(),
  /** The number of its meetings, and the events that could not be understood. */
  meetings: Type.Integer(),
  leftOut: Type.Integer(),
  /** The day from which on meetings are missing, because there are too many; null if none is. */
  endsOn: stringOrNull,
})

const id = Type.String({ minLength: 1, maxLength: 64 })
const name = Type.String({ format: 'meeting-calendar-name' })
const address = Type.String({
  minLength: 1,
  maxLength: meetingLimits.address,
  description: 'The address of a calendar in the format of RFC 5545, such as https://example.com/calendar.ics.',
})
const message = Type.String()
const ofCalendar = Type.Object({ id })
const changed = Type.Object({ message, calendar: meetingCalendar })

export const meetingSchemas = {
  list: {
    summary:
      'List the calendars of others that you have added, in the order in which they were added, without their addresses',
    result: Type.Object({ calendars: Type.Array(meetingCalendar) }),
  },
  add: {
    summary: `Add a calendar of others by its address. Taskdeck reads it every 15 minutes. Its address is never shown again. At most ${meetingLimits.calendars}.`,
    body: Type.Object({ name, address, colour: Type.Optional(colour) }, strict),
    result: changed,
  },
  update: {
    summary: 'Change the name, the colour or the address of a calendar of others',
    params: ofCalendar,
    body: Type.Object(
      { name: Type.Optional(name), address: Type.Optional(address), colour: Type.Optional(colour) },
      { ...strict, minProperties: 1 },
    ),
    result: changed,
  },
  remove: {
    summary: 'Remove a calendar of others and its meetings',
    params: ofCalendar,
    result: Type.Object({ message }),
  },
  read: {
    summary: 'Read a calendar of others now, instead of at its next time',
    params: ofCalendar,
    result: Type.Object({ message }),
  },
  meetings: {
    summary: 'List the meetings of a calendar of others around today, in the order of their beginnings',
    params: ofCalendar,
    result: Type.Object({ version: Type.Integer(), meetings: Type.Array(meeting) }),
  },
  freeTime: {
    summary:
      'Get the minutes until your next meeting of today, and its time by your clock, without anything else about it. Both are null without a meeting, and during one.',
    result: Type.Object({
      minutes: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      meetingAt: stringOrNull,
    }),
  },
}

export type MeetingCalendar = Static<typeof meetingCalendar>
export type NewMeetingCalendar = Static<typeof meetingSchemas.add.body>
export type MeetingCalendarChange = Static<typeof meetingSchemas.update.body>
