import { endpoint } from './endpoint.ts'
import type { taskSchemas } from './schemas/tasks.ts'

export const statuses = ['Pending', 'In Progress', 'Completed'] as const
export type Status = (typeof statuses)[number]

export const priorities = ['Critical', 'High', 'Medium', 'Low'] as const
export type Priority = (typeof priorities)[number]

export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

export const defaults = { status: 'Pending', priority: 'Medium' } as const
export const taskLimits = { title: 200, description: 10_000, bulk: 100, label: 30, labels: 10, query: 200 } as const

/** A label without its `#`: letters, digits, `-` and `_`. */
export const labelShape = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u

type S = typeof taskSchemas
const created = { status: 201 }

export const taskCalls = {
  list: endpoint<S['list']>('GET', '/tasks/getTasks'),
  create: endpoint<S['create']>('POST', '/tasks/createTask', created),
  bulkCreate: endpoint<S['bulkCreate']>('POST', '/tasks/bulkCreateTasks', created),
  find: endpoint<S['find']>('GET', '/tasks/task/:id'),
  bulkUpdate: endpoint<S['bulkUpdate']>('POST', '/tasks/bulkUpdateTasks'),
  bulkRemove: endpoint<S['bulkRemove']>('POST', '/tasks/bulkDeleteTasks'),
  update: endpoint<S['update']>('PUT', '/tasks/updateTask/:id'),
  remove: endpoint<S['remove']>('DELETE', '/tasks/deleteTask/:id'),
}
