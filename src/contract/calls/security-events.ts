import { callsOf } from '../endpoint.ts'
import type { securityEventSchemas } from '../schemas/security-events.ts'

export const securityEventCalls = callsOf<typeof securityEventSchemas>()({
  list: { method: 'GET', path: '/auth/security-events', access: 'session' },
})
