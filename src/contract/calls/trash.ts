import { callsOf } from '../endpoint.ts'
import type { trashSchemas } from '../schemas/trash.ts'

export const trashCalls = callsOf<typeof trashSchemas>()({
  list: { method: 'GET', path: '/tasks/trash', access: 'read' },
  restore: { method: 'POST', path: '/tasks/trash/:id/restore', access: 'write' },
  purge: { method: 'DELETE', path: '/tasks/trash/:id', access: 'write' },
  restoreFile: { method: 'POST', path: '/tasks/task/:id/files/:file/restore', access: 'write' },
  purgeFile: { method: 'DELETE', path: '/tasks/task/:id/files/:file/forever', access: 'write' },
  empty: { method: 'DELETE', path: '/tasks/trash', access: 'write' },
})
