import { callsOf } from '../endpoint.ts'
import type { issueSourceSchemas } from '../schemas/issue-sources.ts'

export const issueSourceCalls = callsOf<typeof issueSourceSchemas>()({
  list: { method: 'GET', path: '/issue-sources', access: 'read' },
  create: { method: 'POST', path: '/issue-sources', access: 'session', status: 201 },
  update: { method: 'PUT', path: '/issue-sources/:id', access: 'session' },
  sync: { method: 'POST', path: '/issue-sources/:id/sync', access: 'write', takesKey: false },
  pause: { method: 'POST', path: '/issue-sources/:id/pause', access: 'session' },
  resume: { method: 'POST', path: '/issue-sources/:id/resume', access: 'session' },
  remove: { method: 'DELETE', path: '/issue-sources/:id', access: 'session' },
})
