import { callsOf } from '../endpoint.ts'
import type { calendarSchemas } from '../schemas/calendars.ts'

export const calendarCalls = callsOf<typeof calendarSchemas>()({
  list: { method: 'GET', path: '/calendars', access: 'session' },
  // Without a key, because the stored answer would contain the address.
  create: { method: 'POST', path: '/calendars', access: 'session', status: 201, takesKey: false },
  renew: { method: 'POST', path: '/calendars/:id/renew', access: 'session', takesKey: false },
  remove: { method: 'DELETE', path: '/calendars/:id', access: 'session' },
  // The secret in the address is checked instead of a caller.
  feed: { method: 'GET', path: '/calendar/:file', access: 'everyone' },
})
