import { callsOf } from '../endpoint.ts'
import type { fileSchemas } from '../schemas/files.ts'

export const fileCalls = callsOf<typeof fileSchemas>()({
  upload: { method: 'POST', path: '/tasks/task/:id/upload', access: 'write', status: 201 },
  download: { method: 'GET', path: '/tasks/task/:id/files/:file', access: 'read' },
  remove: { method: 'DELETE', path: '/tasks/task/:id/files/:file', access: 'write' },
})
