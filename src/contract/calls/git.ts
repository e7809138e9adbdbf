import { callsOf } from '../endpoint.ts'
import type { gitSchemas } from '../schemas/git.ts'

export const gitCalls = callsOf<typeof gitSchemas>()({
  ofTask: { method: 'GET', path: '/tasks/task/:id/git', access: 'read' },
  report: { method: 'POST', path: '/tasks/task/:id/git', access: 'write' },
})
