import { callsOf } from '../endpoint.ts'
import type { healthSchemas } from '../schemas/health.ts'

export const healthCalls = callsOf<typeof healthSchemas>()({
  live: { method: 'GET', path: '/health/live', access: 'everyone' },
  writable: { method: 'GET', path: '/health/writable', access: 'everyone' },
  ready: { method: 'GET', path: '/health/ready', access: 'everyone' },
})
