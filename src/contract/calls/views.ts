import { callsOf } from '../endpoint.ts'
import type { viewSchemas } from '../schemas/views.ts'

export const viewCalls = callsOf<typeof viewSchemas>()({
  list: { method: 'GET', path: '/views', access: 'read' },
  create: { method: 'POST', path: '/views', access: 'write', status: 201 },
  update: { method: 'PUT', path: '/views/:id', access: 'write' },
  remove: { method: 'DELETE', path: '/views/:id', access: 'write' },
})
