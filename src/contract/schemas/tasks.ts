import { type Static, Type } from 'typebox'
import { type ProofByCriterion, receiptKinds } from '../receipts.ts'
import { maxQueryWords } from '../search.ts'
import type { BulkValues, CreatedValues, SettableValues, TaskValues } from '../task-fields.ts'
import { defaults, type LinkKind, linkKinds, maxPartLevels, type Status, statuses, taskLimits } from '../tasks.ts'
import { type CompletionFile, file } from './files.ts'
import { type NoteMatch, noteMatch } from './notes.ts'
import { changeNumbers, oneOf, strict } from './shapes.ts'
import { createdFields, inputFields, labels, sentFields } from './task-fields.ts'
import { taskId } from './task-id.ts'
import { pageQuery, taskQuery } from './task-queries.ts'

const proof = Type.Unsafe<ProofByCriterion>({
  type: 'object',
  additionalProperties: Type.Object({
    kind: oneOf(...receiptKinds),
    isPassed: Type.Boolean(),
    behind: Type.Integer(),
  }),
  description:
    'The newest receipt of each criterion, by the id of the criterion; task is that of no criterion. It is stale if behind is not 0.',
})

export const sentTask = {
  _id: Type.String(),
  number: Type.Integer(),
  version: Type.Integer(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  fileCount: Type.Integer(),
  noteCount: Type.Optional(Type.Integer({ description: 'The number of its notes. Absent if it has none.' })),
  openQuestions: Type.Optional(
    Type.Integer({
      description: 'The number of its questions that wait for an answer of the owner. Absent if it has none.',
    }),
  ),
  proof: Type.Optional(proof),
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
  /** The number of its completion files, without those in the trash. */
  fileCount: number
  /** The number of its notes. Absent if it has none. */
  noteCount?: number
  /** The number of its questions that are neither answered nor closed. Absent if it has none. */
  openQuestions?: number
  /** The newest receipt of each of its criteria. Absent if it has no receipts. */
  proof?: ProofByCriterion
}
export type TaskWithFiles = Task & { files: CompletionFile[] }
export type NewTask = CreatedValues & { _id?: string }
export type Place = Static<typeof place>
export type TaskChange = Partial<SettableValues> & { place?: Place; next?: NextTask }
/** The task that follows a repeating one when it is completed. */
export interface NextTask {
  /** Its id, if the client chooses it. */
  _id?: string
  /** The day where the user is. */
  today?: string
}
export interface NextTasks {
  /** By the id of the task that is completed. */
  ids?: Record<string, string>
  today?: string
}
/** A link from a task to another one, named by its id or number. */
export interface TaskLink {
  kind: LinkKind
  to: string
}
export type ManyChange = Partial<BulkValues> & {
  addLabels?: string[]
  removeLabels?: string[]
  addLinks?: TaskLink[]
  removeLinks?: TaskLink[]
}
export const task = Type.Unsafe<Task>(Type.Object(sentTask))
export const taskWithFiles = Type.Unsafe<TaskWithFiles>(Type.Object({ ...sentTask, files: Type.Array(file) }))

const newId = Type.String({
  format: 'new-id',
  description:
    'The id of the new task, if the client chooses it: a UUID in lower case that none of your tasks has ever had.',
})
export const newTask = Type.Unsafe<NewTask>(Type.Object({ _id: Type.Optional(newId), ...createdFields() }, strict))
const place = Type.Partial(Type.Object({ above: taskId, below: taskId }), {
  ...strict,
  minProperties: 1,
  description: 'The tasks between which to place it on the board. If one of them is gone, the other one is used.',
})
const today = Type.String({
  format: 'day',
  description:
    'The current day where the user is, from which the next date is counted. Without it, the time zone of the account decides.',
})
const next = Type.Unsafe<NextTask>(
  Type.Partial(Type.Object({ _id: newId, today }), {
    ...strict,
    description: 'For a task that repeats, if it is completed: the id of the next task, and the day of the completion.',
  }),
)
const nextTasks = Type.Unsafe<NextTasks>(
  Type.Partial(
    Type.Object({
      ids: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: newId }),
      today,
    }),
    {
      ...strict,
      description:
        'If repeating tasks are completed: the ids of their next tasks, by the id or number of the completed task, and the day of the completion.',
    },
  ),
)
const atLeastOne = { ...strict, minProperties: 1 }
export const change = Type.Unsafe<TaskChange>(
  Type.Partial(Type.Object({ ...inputFields(({ isSetBy }) => isSetBy !== undefined), place, next }), atLeastOne),
)

const kind = oneOf(...linkKinds)
const link = Type.Unsafe<TaskLink>(Type.Object({ kind, to: taskId }, strict))
const links = Type.Array(link, { maxItems: taskLimits.links })
export const linkedTask = Type.Object({
  kind,
  /** `out` if the link begins at this task: it is part of the other one, or blocked by it. `in` if the link ends here. */
  direction: Type.Unsafe<'out' | 'in'>({
    ...oneOf('out', 'in'),
    description:
      'out: this task is part of the other one, or blocked by it. in: the other one is part of this task, or blocked by it.',
  }),
  task: Type.Object({
    _id: Type.String(),
    number: Type.Integer(),
    title: Type.String(),
    status: Type.Unsafe<Status>(oneOf(...statuses)),
  }),
})
export type LinkedTask = Static<typeof linkedTask>

const ids = Type.Array(taskId, { minItems: 1, maxItems: taskLimits.bulkChange })
const bulkFields = inputFields(({ isSetBy }) => isSetBy?.bulk)
export const manyChange = Type.Unsafe<ManyChange>(
  Type.Partial(
    Type.Object({ ...bulkFields, addLabels: labels, removeLabels: labels, addLinks: links, removeLinks: links }),
    atLeastOne,
  ),
)
const versions = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  description:
    'The version of each task that the change is based on, by its id or number. Other tasks are not checked.',
})
const mergedWith = (name: string) =>
  `With ${name}, the version that the change is based on, other fields may have been changed since. If the same field was changed to another value, nothing is changed: the response is 412 with the current task, and in conflicts its changed fields with the values of that version. Labels, links, reminders and criteria are merged one by one.`

const params = Type.Object({ id: taskId })
const message = Type.String()

export const taskSchemas = {
  list: {
    summary: `List the tasks that match all filters, newest first. With q=, list the 200 best matches for these words (at most ${maxQueryWords}), best first; tasks whose notes have the words come last.`,
    query: taskQuery,
    result: Type.Object({
      tasks: Type.Array(task),
      notes: Type.Optional(
        Type.Unsafe<Record<string, NoteMatch>>({
          type: 'object',
          additionalProperties: noteMatch,
          description:
            'With q=, for each task that was found by the words of a note: that note, by the id of the task.',
        }),
      ),
    }),
  },
  page: {
    summary:
      'List a page of the tasks that match all filters, sorted, and count them. Unlike the whole list, it takes little time and room if there are many tasks. reasons says why a task is urgent, by its id.',
    query: pageQuery,
    result: Type.Object({
      /** Absent with sort=id. */
      total: Type.Optional(Type.Integer()),
      tasks: Type.Array(task),
      /** With sort=id, if there may be more tasks. */
      nextAfter: Type.Optional(Type.String()),
      /** With sort=urgency: how many tasks the filter claimed leaves out. */
      held: Type.Optional(Type.Integer()),
      reasons: Type.Optional(
        Type.Unsafe<Record<string, string[]>>({
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        }),
      ),
    }),
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
    summary: `Change up to ${taskLimits.bulkChange} tasks in the same way, as one change, all or none. Completing tasks that repeat adds the next ones. The response contains the tasks if there are at most ${taskLimits.bulk}. ${mergedWith('versions')}`,
    body: Type.Object(
      { ids, change: manyChange, versions: Type.Optional(versions), next: Type.Optional(nextTasks) },
      strict,
    ),
    result: Type.Object({
      message,
      tasks: Type.Optional(Type.Array(task)),
      nextTasks: Type.Optional(Type.Array(task)),
      ...changeNumbers,
    }),
  },
  bulkRemove: {
    summary: `Move up to ${taskLimits.bulkChange} tasks to the trash, as one change, all or none`,
    body: Type.Object({ ids }, strict),
    result: Type.Object({ message, ...changeNumbers }),
  },
  update: {
    takesVersion: true as const,
    summary: `Change some fields of a task. Completing a task that repeats adds the next one, in the same change. ${mergedWith('If-Match')}`,
    params,
    body: change,
    result: Type.Object({ message, task, nextTask: Type.Optional(task), ...changeNumbers }),
  },
  remove: {
    summary: 'Move a task with its files to the trash',
    params,
    result: Type.Object({ message, ...changeNumbers }),
  },
  links: {
    summary: `List the links of a task in both directions, without tasks in the trash: its parent, parts, blockers, the tasks that it blocks, and related tasks. At most ${taskLimits.listedLinks} parts and ${taskLimits.listedLinks} other tasks that name this one are listed; the filter partOf of the list of tasks finds all parts`,
    params,
    result: Type.Object({
      links: Type.Array(linkedTask),
      more: Type.Integer({
        description: 'The number of links that are not listed. Parts are counted up to 10,000.',
      }),
    }),
  },
  link: {
    takesVersion: true as const,
    summary: `Link a task to another one. A task is part of at most one task, at most ${maxPartLevels} levels deep: a new parent replaces the former one. No task can be part of itself or blocked by itself, not even through others. Changing many tasks at once takes links as well. ${mergedWith('If-Match')}`,
    params,
    body: link,
    result: Type.Object({ message, task, ...changeNumbers }),
  },
  unlink: {
    takesVersion: true as const,
    summary: 'Remove a link between two tasks. Related tasks can be named in either order.',
    params: Type.Object({ id: taskId, kind, to: taskId }),
    result: Type.Object({ message, task, ...changeNumbers }),
  },
}
