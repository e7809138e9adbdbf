import { callsOf } from '../endpoint.ts'
import type { meetingSchemas } from '../schemas/meetings.ts'

export const meetingCalls = callsOf<typeof meetingSchemas>()({
  list: { method: 'GET', path: '/meetings/calendars', access: 'session' },
  add: { method: 'POST', path: '/meetings/calendars', access: 'session', status: 201 },
  update: { method: 'PUT', path: '/meetings/calendars/:id', access: 'session' },
  remove: { method: 'DELETE', path: '/meetings/calendars/:id', access: 'session' },
  read: { method: 'POST', path: '/meetings/calendars/:id/read', access: 'session', takesKey: false },
  meetings: { method: 'GET', path: '/meetings/calendars/:id/meetings', access: 'session' },
  // Without titles and places, so that programs may call it.
  freeTime: { method: 'GET', path: '/meetings/freeTime', access: 'read' },
})
