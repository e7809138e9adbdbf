import { callsOf } from '../endpoint.ts'
import type { caldavSchemas } from '../schemas/caldav.ts'

export const caldavCalls = callsOf<typeof caldavSchemas>()({
  lists: { method: 'GET', path: '/caldav', access: 'session' },
  offer: { method: 'PUT', path: '/caldav/views', access: 'session' },
})
