import { type Static, Type } from 'typebox'
import { maxQueryWords } from '../search.ts'
import type { BulkValues, CreatedValues, FieldFilter, SettableValues, TaskValues } from '../task-fields.ts'
import { defaults, taskLimits } from '../tasks.ts'
import { type CompletionFile, file } from './files.ts'
import { changeNumbers, strict } from './parts.ts'
import { createdFields, filterParameters, inputFields, labels, sentFields } from './task-fields.ts'
import { taskId } from './task-id.ts'

export const sentTask = {
  _id: Type.String(),
  number: Type.Integer(),
  version: Type.Integer(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  ...sentFields,
}

export interface Task extends TaskValues {
  _id: string
  /** A short number per owner: `#12`. */
  number: number
  /** Increases with every change. */
  version: number
  createdAt: string
  updatedAt: string
}
export type TaskWithFiles = Task & { files: CompletionFile[] }
export type NewTask = CreatedValues & { _id?: string }
export type Place = Static<typeof place>
export type TaskChange = Partial<SettableValues> & { place?: Place }
export type ManyChange = Partial<BulkValues> & { addLabels?: string[]; removeLabels?: string[] }
export type TaskFilter = FieldFilter & { q?: string }

export const task = Type.Unsafe<Task>(Type.Object(sentTask))
const taskWithFiles = Type.Unsafe<TaskWithFiles>(Type.Object({ ...sentTask, files: Type.Array(file) }))

const newId = Type.String({
  format: 'new-id',
  description:
    'The id of the new task, if the client chooses it: a UUID in lower case that none of your tasks has ever had.',
})
const newTask = Type.Unsafe<NewTask>(Type.Object({ _id: Type.Optional(newId), ...createdFields() }, strict))
const place = Type.Partial(Type.Object({ above: taskId, below: taskId }), {
  ...strict,
  minProperties: 1,
  description: 'The tasks between which to place it on the board. If one of them is gone, the other one is used.',
})
const atLeastOne = { ...strict, minProperties: 1 }
const change = Type.Unsafe<TaskChange>(
  Type.Partial(Type.Object({ ...inputFields(({ isSetBy }) => isSetBy !== undefined), place }), atLeastOne),
)

const ids = Type.Array(taskId, { minItems: 1, maxItems: taskLimits.bulk })
const bulkFields = inputFields(({ isSetBy }) => isSetBy?.bulk)
const manyChange = Type.Unsafe<ManyChange>(
  Type.Partial(Type.Object({ ...bulkFields, addLabels: labels, removeLabels: labels }), atLeastOne),
)
const versions = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  description:
    'The version of each task that the change is based on, by its id or number. Other tasks are not checked.',
})
const filter = Type.Unsafe<TaskFilter>(
  Type.Object({ ...filterParameters, q: Type.Optional(Type.String({ maxLength: taskLimits.query })) }, strict),
)

const mergedWith = (name: string) =>
  `With ${name}, the version that the change is based on, other fields may have been changed since. If the same field was changed to another value, nothing is changed: the response is 412 with the current task, and in conflicts its changed fields with the values of that version. Labels are merged one by one.`

const params = Type.Object({ id: taskId })
const message = Type.String()

export const taskSchemas = {
  list: {
    summary: `List the tasks that match all filters, newest first. With q=, list the 200 best matches for these words (at most ${maxQueryWords}), best first.`,
    query: filter,
    result: Type.Object({ tasks: Type.Array(task) }),
  },
  create: {
    summary: `Add a task. The status is ${defaults.status} and the priority ${defaults.priority} unless given.`,
    body: newTask,
    result: Type.Object({ message, task, ...changeNumbers }),
  },
  bulkCreate: {
    summary: 'Add up to 100 tasks, all or none',
    body: Type.Object({ tasks: Type.Array(newTask, { minItems: 1, maxItems: taskLimits.bulk }) }, strict),
    result: Type.Object({ message, tasks: Type.Array(task), ...changeNumbers }),
  },
  find: { summary: 'Get a task with its files', params, result: taskWithFiles },
  bulkUpdate: {
    summary: `Change up to 100 tasks in the same way, as one change, all or none. ${mergedWith('versions')}`,
    body: Type.Object({ ids, change: manyChange, versions: Type.Optional(versions) }, strict),
    result: Type.Object({ message, tasks: Type.Array(task), ...changeNumbers }),
  },
  bulkRemove: {
    summary: 'Move up to 100 tasks to the trash, as one change, all or none',
    body: Type.Object({ ids }, strict),
    result: Type.Object({ message, ...changeNumbers }),
  },
  update: {
    summary: `Change some fields of a task. ${mergedWith('If-Match')}`,
    params,
    body: change,
    result: Type.Object({ message, task, ...changeNumbers }),
  },
  remove: {
    summary: 'Move a task with its files to the trash',
    params,
    result: Type.Object({ message, ...changeNumbers }),
  },
}
