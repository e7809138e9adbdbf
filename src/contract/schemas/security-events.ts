import { type Static, Type } from 'typebox'
import { type EventMark, eventDays, eventMarks } from '../security-events.ts'
import { strict, stringOrNull } from './shapes.ts'

const event = Type.Object({
  id: Type.String(),
  kind: Type.String({ description: 'For programs, such as `wrong password`. Later versions may have more of them.' }),
  about: stringOrNull,
  device: stringOrNull,
  address: stringOrNull,
  /** Why it is unusual. */
  mark: Type.Unsafe<EventMark | null>({ type: ['string', 'null'], enum: [...eventMarks, null] }),
  count: Type.Integer(),
  /** The first and the last time that it happened. */
  firstAt: Type.String(),
  at: Type.String(),
})

export const securityEventSchemas = {
  list: {
    summary: `List the security events of your account within ${eventDays} days, newest first: sign-ins, failures, and changes of everything that gives access`,
    query: Type.Object({ after: Type.Optional(Type.String({ maxLength: 200 })) }, strict),
    result: Type.Object({
      events: Type.Array(event),
      /** For `after`; null if there are no more. */
      next: stringOrNull,
    }),
  },
}

export type ShownSecurityEvent = Static<typeof event>
