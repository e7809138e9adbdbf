import { type Static, Type } from 'typebox'
import { maxQueryWords } from '../search.ts'
import { defaults, priorities, statuses, taskLimits } from '../tasks.ts'
import { file } from './files.ts'
import { integerOrNull, oneOf, strict, stringOrNull } from './parts.ts'
import { taskId } from './task-id.ts'

const title = Type.String({ format: 'title' })
const description = Type.String({ format: 'description' })
const dueDate = Type.String({ format: 'day' })
const status = oneOf(...statuses)
const priority = oneOf(...priorities)
const label = Type.String({ format: 'label' })
const labels = Type.Array(label, { maxItems: taskLimits.labels, uniqueItems: true })
const day = Type.String({ format: 'day' })

export const taskFields = {
  _id: Type.String(),
  number: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  priority,
  dueDate: Type.String(),
  status,
  version: Type.Integer(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  completedAt: stringOrNull,
  labels: Type.Array(Type.String()),
  position: Type.Number(),
}
export const task = Type.Object(taskFields)
const taskWithFiles = Type.Object({ ...taskFields, files: Type.Array(file) })

const newTask = Type.Object(
  {
    title,
    description,
    dueDate,
    status: Type.Optional(oneOf(...statuses)),
    priority: Type.Optional(oneOf(...priorities)),
    labels: Type.Optional(labels),
  },
  strict,
)
const place = Type.Partial(Type.Object({ above: taskId, below: taskId }), {
  ...strict,
  minProperties: 1,
  description: 'The tasks between which it goes on the board; where one is gone by now, the other one counts',
})
const change = Type.Partial(
  Type.Object({ title, description, dueDate, status, priority, labels, position: Type.Number(), place }),
  {
    ...strict,
    minProperties: 1,
  },
)

const ids = Type.Array(taskId, { minItems: 1, maxItems: taskLimits.bulk })
const manyChange = Type.Partial(Type.Object({ dueDate, status, priority, addLabels: labels, removeLabels: labels }), {
  ...strict,
  minProperties: 1,
})

const params = Type.Object({ id: taskId })
const message = Type.String()

export const taskSchemas = {
  list: {
    summary: `The tasks that all filters let through, newest first; with q= the 200 that answer these words (${maxQueryWords} at most) best, best first`,
    query: Type.Object(
      {
        status: Type.Optional(oneOf('', ...statuses)),
        priority: Type.Optional(oneOf('', ...priorities)),
        label: Type.Optional(label),
        dueFrom: Type.Optional(day),
        dueTo: Type.Optional(day),
        q: Type.Optional(Type.String({ maxLength: taskLimits.query })),
      },
      strict,
    ),
    result: Type.Object({ tasks: Type.Array(task) }),
  },
  create: {
    summary: `Add a task; status ${defaults.status} and priority ${defaults.priority} unless said otherwise`,
    body: newTask,
    result: Type.Object({ message, task, change: integerOrNull }),
  },
  bulkCreate: {
    summary: 'Add up to 100 tasks, all or none',
    body: Type.Object({ tasks: Type.Array(newTask, { minItems: 1, maxItems: taskLimits.bulk }) }, strict),
    result: Type.Object({ message, tasks: Type.Array(task), change: integerOrNull }),
  },
  find: { summary: 'One task with its files', params, result: taskWithFiles },
  bulkUpdate: {
    summary: 'Change up to 100 tasks in the same way, as one change, all or none',
    body: Type.Object({ ids, change: manyChange }, strict),
    result: Type.Object({ message, tasks: Type.Array(task), change: integerOrNull }),
  },
  bulkRemove: {
    summary: 'Move up to 100 tasks to the trash, as one change, all or none',
    body: Type.Object({ ids }, strict),
    result: Type.Object({ message, change: integerOrNull }),
  },
  update: {
    summary: 'Change some fields of a task; with If-Match only when its version is still the one named',
    params,
    body: change,
    result: Type.Object({ message, task, change: integerOrNull }),
  },
  remove: {
    summary: 'Move a task with its files to the trash',
    params,
    result: Type.Object({ message, change: integerOrNull }),
  },
}

export type Task = Static<typeof task>
export type TaskWithFiles = Static<typeof taskWithFiles>
export type NewTask = Static<typeof newTask>
export type Place = Static<typeof place>
export type TaskChange = Static<typeof change>
export type ManyChange = Static<typeof manyChange>
export type TaskFilter = Static<typeof taskSchemas.list.query>
