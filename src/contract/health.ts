import { endpoint } from './endpoint.ts'
import type { healthSchemas } from './schemas/health.ts'

type S = typeof healthSchemas

export const healthCalls = {
  live: endpoint<S['live'], 'everyone'>('GET', '/health/live', { access: 'everyone' }),
  ready: endpoint<S['ready'], 'everyone'>('GET', '/health/ready', { access: 'everyone' }),
}
