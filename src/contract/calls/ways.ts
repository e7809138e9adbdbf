import { callsOf } from '../endpoint.ts'
import type { waySchemas } from '../schemas/ways.ts'

export const wayCalls = callsOf<typeof waySchemas>()({
  list: { method: 'GET', path: '/ways', access: 'session' },
  create: { method: 'POST', path: '/ways', access: 'session', status: 201 },
  subscribe: { method: 'PUT', path: '/ways/push', access: 'session' },
  unsubscribe: { method: 'POST', path: '/ways/push/remove', access: 'session' },
  update: { method: 'PUT', path: '/ways/:id', access: 'session' },
  remove: { method: 'DELETE', path: '/ways/:id', access: 'session' },
  // The secret in the body is checked instead of a caller.
  press: { method: 'POST', path: '/ways/press', access: 'everyone' },
  test: { method: 'POST', path: '/ways/:id/test', access: 'session', takesKey: false },
})
