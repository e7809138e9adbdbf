import { type Static, Type } from 'typebox'
import { calendarKinds, calendarLimits } from '../calendars.ts'
import { oneOf, strict } from './shapes.ts'

const kind = oneOf(...calendarKinds)

export const calendar = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind,
  /** The id of the saved view whose tasks it contains; null if it contains all open tasks. */
  view: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  createdAt: Type.String(),
  /** When a calendar program has last read it, to the hour; null if none has. */
  readAt: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
const message = Type.String()
const path = Type.String({ description: 'The private address on this server. It is never shown again.' })

export const calendarSchemas = {
  list: {
    summary: 'List your calendars, newest first, without their addresses',
    result: Type.Object({ calendars: Type.Array(calendar) }),
  },
  create: {
    summary: `Create a calendar: a private address from which calendar programs read your open tasks, or those of a saved view. At most ${calendarLimits.calendars}.`,
    body: Type.Object(
      {
        name: Type.String({ format: 'calendar-name' }),
        kind,
        view: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'The id of a saved view. Without it, all open tasks.',
          }),
        ),
      },
      strict,
    ),
    result: Type.Object({ message, calendar, path }),
  },
  renew: {
    summary: 'Give a calendar a new address. The old one stops working.',
    params,
    result: Type.Object({ message, calendar, path }),
  },
  remove: { summary: 'Revoke a calendar. Its address stops working.', params, result: Type.Object({ message }) },
  feed: {
    summary:
      'Read a calendar in the format of RFC 5545. The address is the permission: it has no other one. Supports If-None-Match.',
    params: Type.Object({ file: Type.String({ minLength: 1, maxLength: 100 }) }),
    answer: { type: 'text/calendar', text: 'The calendar' },
  },
}

export type Calendar = Static<typeof calendar>
export type NewCalendar = Static<typeof calendarSchemas.create.body>
