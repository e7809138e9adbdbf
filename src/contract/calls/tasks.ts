import { callsOf } from '../endpoint.ts'
import type { taskSchemas } from '../schemas/tasks.ts'

export const taskCalls = callsOf<typeof taskSchemas>()({
  list: { method: 'GET', path: '/tasks/getTasks', access: 'read' },
  page: { method: 'GET', path: '/tasks/page', access: 'read' },
  create: { method: 'POST', path: '/tasks/createTask', access: 'write', status: 201 },
  bulkCreate: { method: 'POST', path: '/tasks/bulkCreateTasks', access: 'write', status: 201 },
  find: { method: 'GET', path: '/tasks/task/:id', access: 'read' },
  bulkUpdate: { method: 'POST', path: '/tasks/bulkUpdateTasks', access: 'write' },
  bulkRemove: { method: 'POST', path: '/tasks/bulkDeleteTasks', access: 'write' },
  update: { method: 'PUT', path: '/tasks/updateTask/:id', access: 'write' },
  remove: { method: 'DELETE', path: '/tasks/deleteTask/:id', access: 'write' },
  links: { method: 'GET', path: '/tasks/task/:id/links', access: 'read' },
  link: { method: 'POST', path: '/tasks/task/:id/links', access: 'write', status: 201 },
  unlink: { method: 'DELETE', path: '/tasks/task/:id/links/:kind/:to', access: 'write' },
})
