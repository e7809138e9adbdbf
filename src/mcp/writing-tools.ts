import { type Static, Type } from 'typebox'
import { AppError } from '../contract/errors.ts'
import { api } from '../contract/schemas/api.ts'
import { historySchemas } from '../contract/schemas/history.ts'
import { integerOrNull, strict } from '../contract/schemas/parts.ts'
import { taskId } from '../contract/schemas/task-id.ts'
import { type NewTask, type Task, type TaskChange, taskSchemas } from '../contract/schemas/tasks.ts'
import { openPartsOf, stillOpen } from '../contract/task-lists/open-parts.ts'
import { taskLimits } from '../contract/tasks.ts'
import { ownerOf } from './owner.ts'
import type { Parts } from './parts.ts'
import { fieldsOf } from './schema.ts'
import { listedData, listedTask } from './task-data.ts'
import { inLine, taskLine } from './task-text.ts'
import { tool } from './tool.ts'

const changed = Type.Object({
  message: Type.String(),
  change: Type.Unsafe<number | null>({
    ...integerOrNull,
    description: 'The number of this change, to undo it. Null if nothing was changed.',
  }),
  tasks: Type.Array(listedTask),
  nextTasks: Type.Optional(Type.Array(listedTask)),
  openParts: Type.Optional(
    Type.Array(listedTask, { description: 'Parts of the completed tasks that are still open.' }),
  ),
})

interface Done {
  message: string
  change: number | null
  tasks: readonly Task[]
  nextTasks?: readonly Task[] | undefined
  openParts?: readonly Task[] | undefined
}

/** The result of a change: what was done to which tasks, and how to undo it. */
function done({ message: said, change, tasks, nextTasks = [], openParts = [] }: Done) {
  const message = change === null ? 'Nothing was changed: it is so already.' : said
  const lines = [
    message,
    ...tasks.map((task) => taskLine(listedData(task))),
    ...nextTasks.map((task) => `Repeats as ${taskLine(listedData(task))}`),
    ...(openParts.length
      ? [`${stillOpen(openParts.length)}: complete those whose work is done, or tell the user.`]
      : []),
    ...openParts.map((task) => `Open: ${taskLine(listedData(task))}`),
    ...(change === null ? [] : [`This is change ${change}. To undo it, call undo with change ${change}.`]),
  ]
  const data: Static<typeof changed> = {
    message,
    change,
    tasks: tasks.map(listedData),
    ...(nextTasks.length ? { nextTasks: nextTasks.map(listedData) } : {}),
    ...(openParts.length ? { openParts: openParts.map(listedData) } : {}),
  }
  return { text: lines.join('\n'), data }
}

/** The parts of completed tasks that are still open. */
const partsLeft = ({ call }: Parts, ids: readonly string[]) =>
  openPartsOf(async (query) => (await call(api.tasks.list, { query })).tasks, ids)

const isUndoable =
  'One change, which the history shows as made by an agent, with the name of your token; the user and you can undo it.'

// An agent needs no ids of its own and no places on the board.
const { _id: _newId, ...newFields } = fieldsOf(taskSchemas.bulkCreate.body.properties.tasks.items)
const { place: _place, position: _position, next: _next, ...changeFields } = fieldsOf(taskSchemas.update.body)

const create = tool({
  name: 'create_tasks',
  title: 'Create tasks',
  description: `Adds one or more tasks, all or none. Use it when the user asks for a task, or to split a task into parts (partOf names a task that exists). Search first, so that you do not add a task that exists. Give a short title in the imperative, and details in the description, which is Markdown. Leave out what the user did not say. ${isUndoable}`,
  effect: 'adds',
  input: Type.Unsafe<{ tasks: NewTask[] }>(
    Type.Object(
      {
        tasks: Type.Array(Type.Object(newFields, strict), { minItems: 1, maxItems: taskLimits.bulk }),
      },
      strict,
    ),
  ),
  output: changed,
  async run({ call }, body) {
    return done(await call(api.tasks.bulkCreate, { body }))
  },
})

const update = tool({
  name: 'update_task',
  title: 'Update a task',
  description: `Changes the given fields of a task and leaves the others as they are. A list, such as labels, replaces the old one; null removes a date or a parent. Use it to start work (status In Progress), to postpone, to rename or to write down results. To complete tasks use complete_tasks. Give the version that get_task returned when you change a text: then a change that someone else made to the same field meanwhile is not lost. ${isUndoable}`,
  effect: 'changes',
  isRepeatable: true,
  input: Type.Unsafe<{ task: string; version?: number } & TaskChange>(
    Type.Object(
      {
        task: taskId,
        version: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 999_999_999,
            description: 'The version of the task that you have read.',
          }),
        ),
        ...changeFields,
      },
      strict,
    ),
  ),
  output: changed,
  async run(parts, { task: id, version, ...body }) {
    if (!Object.keys(body).length) {
      throw new AppError('invalid_input', 'Give at least one field to change, such as status or dueDate.')
    }
    const next = body.status === 'Completed' ? { next: { today: (await ownerOf(parts)).today } } : {}
    const { task, nextTask, ...rest } = await parts.call(
      api.tasks.update,
      { params: { id }, body: { ...body, ...next } },
      { version },
    )
    const openParts = body.status === 'Completed' ? await partsLeft(parts, [id]) : []
    return done({ ...rest, message: 'Task updated.', tasks: [task], nextTasks: nextTask ? [nextTask] : [], openParts })
  },
})

const complete = tool({
  name: 'complete_tasks',
  title: 'Complete tasks',
  description: `Marks tasks as completed, all or none. Use it only when the work is really done or the user says so. A repeating task continues with a new task, which the result names. Parts of a task are not completed with it: the result names those that are still open. ${isUndoable}`,
  effect: 'changes',
  isRepeatable: true,
  input: Type.Object(
    { tasks: Type.Array(taskId, { minItems: 1, maxItems: taskLimits.bulk, description: 'Numbers or ids.' }) },
    strict,
  ),
  output: changed,
  async run(parts, { tasks: ids }) {
    const { today } = await ownerOf(parts)
    const { tasks = [], ...rest } = await parts.call(api.tasks.bulkUpdate, {
      body: { ids, change: { status: 'Completed' }, next: { today } },
    })
    const message = tasks.length === 1 ? '1 task completed.' : `${tasks.length} tasks completed.`
    return done({ ...rest, message, tasks, openParts: await partsLeft(parts, ids) })
  },
})

const { kind, to } = taskSchemas.unlink.params.properties

const link = tool({
  name: 'link_tasks',
  title: 'Link tasks',
  description: `Links a task to another one: it is "part of" the other, "blocked by" the other, or "related" to it. Use it when one task must wait for another, or belongs to a larger one. A task is part of one task only, so a new parent replaces the former one. With remove, removes the link. ${isUndoable}`,
  effect: 'changes',
  isRepeatable: true,
  input: Type.Object({ task: taskId, kind, to, remove: Type.Optional(Type.Boolean()) }, strict),
  output: changed,
  async run({ call }, { task: id, kind, to, remove = false }) {
    const { task, ...rest } = remove
      ? await call(api.tasks.unlink, { params: { id, kind, to } })
      : await call(api.tasks.link, { params: { id }, body: { kind, to } })
    return done({ ...rest, tasks: [task] })
  },
})

/** With its escapes, the text still fits into a request. */
const maxTextLength = 500_000

const attach = tool({
  name: 'attach_text_file',
  title: 'Attach a text file',
  description: `Attaches a text to a task as a file in UTF-8. Use it for output that is too long for the description, such as a log, a report or a patch. ${isUndoable}`,
  effect: 'adds',
  input: Type.Object(
    {
      task: taskId,
      name: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the file, such as report.md.' }),
      text: Type.String({ minLength: 1, maxLength: maxTextLength }),
    },
    strict,
  ),
  output: Type.Omit(changed, ['tasks', 'nextTasks', 'openParts']),
  async run({ attach: upload }, { task, name, text: content }) {
    const { file, change } = await upload(task, { name, text: content })
    const message = `Attached ${inLine(file.name)} (${file.size} bytes).`
    const { text } = done({ message, change, tasks: [] })
    return { text, data: { message, change } }
  },
})

const undo = tool({
  name: 'undo',
  title: 'Undo a change',
  description:
    'Undoes one change, of one or many tasks, by its number. The tools that change something return it, and task_history lists it. Undo only what you have done yourself, unless the user asks for more. An undo is itself a change: undo it to do the change again.',
  effect: 'changes',
  input: Type.Object(
    {
      change: Type.Integer({
        ...historySchemas.undo.body.properties.change,
        description: 'The number of the change to undo.',
      }),
    },
    strict,
  ),
  output: Type.Omit(changed, ['tasks', 'nextTasks', 'openParts']),
  async run({ call }, { change: number }) {
    const { message, change } = await call(api.history.undo, { body: { change: number } })
    const { text } = done({ message, change, tasks: [] })
    return { text, data: { message, change } }
  },
})

export const writingTools = [create, update, complete, link, attach, undo]
