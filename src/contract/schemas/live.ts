import { Type } from 'typebox'
import { strict } from './shapes.ts'

export const liveSchemas = {
  events: {
    summary:
      'Stream the changes of your tasks as server-sent events. Resumes after the event whose id is in Last-Event-ID or in the query. Refused if the query names another user.',
    query: Type.Object(
      {
        after: Type.Optional(Type.String({ pattern: '^\\d{1,15}(~[\\w-]{1,64})?$' })),
        user: Type.Optional(Type.String({ maxLength: 64 })),
      },
      strict,
    ),
    answer: { type: 'text/event-stream', text: 'A stream of events' },
  },
}
