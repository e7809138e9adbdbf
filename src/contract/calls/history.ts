import { callsOf } from '../endpoint.ts'
import type { historySchemas } from '../schemas/history.ts'

export const historyCalls = callsOf<typeof historySchemas>()({
  ofTask: { method: 'GET', path: '/tasks/task/:id/history', access: 'read' },
  changes: { method: 'GET', path: '/tasks/activity', access: 'read' },
  steps: { method: 'GET', path: '/tasks/undo', access: 'read' },
  undo: { method: 'POST', path: '/tasks/undo', access: 'write' },
  tokenUndo: { method: 'GET', path: '/tasks/undoToken', access: 'read' },
  undoToken: { method: 'POST', path: '/tasks/undoToken', access: 'write' },
  redo: { method: 'POST', path: '/tasks/redo', access: 'write' },
})
