import { callsOf } from '../endpoint.ts'
import type { shareSchemas } from '../schemas/shares.ts'

export const shareCalls = callsOf<typeof shareSchemas>()({
  list: { method: 'GET', path: '/shares', access: 'read' },
  // Without a key, because the stored answer would contain the address.
  create: { method: 'POST', path: '/shares', access: 'write', status: 201, takesKey: false },
  update: { method: 'PUT', path: '/shares/:id', access: 'write' },
  renew: { method: 'POST', path: '/shares/:id/renew', access: 'write', takesKey: false },
  remove: { method: 'DELETE', path: '/shares/:id', access: 'write' },
  // The secret in the header is checked instead of a caller.
  page: { method: 'GET', path: '/shared', access: 'everyone' },
  live: { method: 'GET', path: '/shared/live', access: 'everyone' },
  visit: { method: 'POST', path: '/shared/visit', access: 'everyone' },
  answer: { method: 'PUT', path: '/shared/answer', access: 'everyone' },
  file: { method: 'GET', path: '/shared/files/:id', access: 'everyone' },
})
