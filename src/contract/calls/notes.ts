import { callsOf } from '../endpoint.ts'
import type { noteSchemas } from '../schemas/notes.ts'

export const noteCalls = callsOf<typeof noteSchemas>()({
  search: { method: 'GET', path: '/tasks/notes', access: 'read' },
  ofTask: { method: 'GET', path: '/tasks/task/:id/notes', access: 'read' },
  add: { method: 'POST', path: '/tasks/task/:id/notes', access: 'write', status: 201 },
  edit: { method: 'PUT', path: '/tasks/task/:id/notes/:note', access: 'write' },
  remove: { method: 'DELETE', path: '/tasks/task/:id/notes/:note', access: 'write' },
})
