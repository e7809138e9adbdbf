import { callsOf } from '../endpoint.ts'
import type { liveSchemas } from '../schemas/live.ts'

export const liveCalls = callsOf<typeof liveSchemas>()({
  events: { method: 'GET', path: '/tasks/events', access: 'read' },
})
