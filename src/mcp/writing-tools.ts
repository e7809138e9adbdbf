import { Type } from 'typebox'
import { api } from '../contract/calls/api.ts'
import { AppError } from '../contract/errors.ts'
import { criteriaBySentence } from '../contract/schemas/done-when.ts'
import { historySchemas } from '../contract/schemas/history.ts'
import { strict } from '../contract/schemas/shapes.ts'
import { taskId } from '../contract/schemas/task-id.ts'
import { type NewTask, type TaskChange, taskSchemas } from '../contract/schemas/tasks.ts'
import { taskLimits } from '../contract/tasks.ts'
import { claimingTools } from './claiming-tools.ts'
import { done } from './done.ts'
import { versionToChange } from './fresh-status.ts'
import { openPartsLeft } from './open-parts.ts'
import { ownerOf } from './owner.ts'
import { fieldsOf } from './schema.ts'
import { talkingTools } from './talking-tools.ts'
import { inLine } from './task-text.ts'
import { isUndoable, tool } from './tool.ts'

// An agent needs no ids of its own, no places on the board and no pages that tasks were made from, and names criteria by their sentences.
const {
  _id: _newId,
  source: _newSource,
  doneWhen: _newCriteria,
  ...newFields
} = fieldsOf(taskSchemas.bulkCreate.body.properties.tasks.items)
const {
  place: _place,
  position: _position,
  source: _source,
  next: _next,
  doneWhen: _criteria,
  ...changeFields
} = fieldsOf(taskSchemas.update.body)

const create = tool({
  name: 'create_tasks',
  title: 'Create tasks',
  description: `Adds one or more tasks, all or none. Use it when the user asks for a task, or to split a task into parts (partOf names a task that exists). Search first, so that you do not add a task that exists. Give a short title in the imperative, and details in the description, which is Markdown. Leave out what the user did not say. ${isUndoable}`,
  effect: 'adds',
  input: Type.Unsafe<{ tasks: NewTask[] }>(
    Type.Object(
      {
        tasks: Type.Array(Type.Object({ ...newFields, doneWhen: criteriaBySentence }, strict), {
          minItems: 1,
          maxItems: taskLimits.bulk,
        }),
      },
      strict,
    ),
  ),
  async run({ call }, body) {
    return done(await call(api.tasks.bulkCreate, { body }))
  },
})

const update = tool({
  name: 'update_task',
  title: 'Update a task',
  description: `Changes the given fields of a task and leaves the others as they are. A list, such as labels, replaces the old one; null removes a date or a parent. Use it to start work (status In Progress), to postpone, to rename or to write down results. To complete tasks use complete_tasks. Give the version that get_task returned when you change a text or reopen a completed task: then a change that someone else made to the same field meanwhile is not lost. ${isUndoable}`,
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
        doneWhen: criteriaBySentence,
      },
      strict,
    ),
  ),
  async run(dependencies, { task: id, version, ...body }) {
    if (!Object.keys(body).length) {
      throw new AppError('invalid_input', 'Give at least one field to change, such as status or dueDate.')
    }
    const known = version ?? (await versionToChange(dependencies, id, body.status))
    const next = body.status === 'Completed' ? { next: { today: (await ownerOf(dependencies)).today } } : {}
    const { task, nextTask, ...rest } = await dependencies.call(
      api.tasks.update,
      { params: { id }, body: { ...body, ...next } },
      { version: known },
    )
    const openParts = body.status === 'Completed' ? await openPartsLeft(dependencies, [id]) : undefined
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
  async run(dependencies, { tasks: ids }) {
    const { today } = await ownerOf(dependencies)
    const { tasks = [], ...rest } = await dependencies.call(api.tasks.bulkUpdate, {
      body: { ids, change: { status: 'Completed' }, next: { today } },
    })
    const message = tasks.length === 1 ? '1 task completed.' : `${tasks.length} tasks completed.`
    return done({ ...rest, message, tasks, openParts: await openPartsLeft(dependencies, ids) })
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
  async run({ attach: upload }, { task, name, text: content }) {
    const { file, change } = await upload(task, { name, text: content })
    const message = `Attached ${inLine(file.name)} (${file.size} bytes).`
    return done({ message, change })
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
  async run({ call }, { change: number }) {
    const { message, change } = await call(api.history.undo, { body: { change: number } })
    return done({ message, change })
  },
})

export const writingTools = [create, update, complete, ...claimingTools, link, ...talkingTools, attach, undo]
