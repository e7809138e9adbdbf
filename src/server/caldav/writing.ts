import { AppError } from '../../contract/errors.ts'
import type { NewTask, Task, TaskChange } from '../../contract/schemas/tasks.ts'
import type { Caller } from '../callers/caller.ts'
import { invalidInput, type Validate } from '../calls/input.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { NoteWrites } from '../notes/note-writes.ts'
import { taskOf, valuesOf } from '../tasks/fields.ts'
import { valuesAt } from '../tasks/merge.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { DavProblem } from './dav-problem.ts'
import type { TodoList } from './lists.ts'
import { type Base, baseOf, type Conditions, changed, expectNothing } from './preconditions.ts'
import { type TodoRow, todoTable } from './todo-table.ts'
import { completedRow, linksMark, namedBy, notesMark, shownNotes, type TodoReads, unnamed } from './todos.ts'
import { changesOf } from './vtodo/changes.ts'
import { hasNewComment } from './vtodo/kept.ts'
import { readTodo } from './vtodo/read.ts'
import type { TodoChanges, VtodoContext } from './vtodo/types.ts'
import { taskToCalendar } from './vtodo/write.ts'
import { zoneMarkOf } from './zone-mark.ts'

interface Dependencies {
  history: Pick<HistoryRules, 'change'>
  tasks: Pick<TaskRules, 'createWithin' | 'updateWithin'>
  writes: Pick<TaskWrites, 'find' | 'identify' | 'trash' | 'restore'>
  notes: Pick<NoteWrites, 'newest'>
  todos: TodoReads
}

/** Where a client writes, and as which user. */
export interface Target {
  caller: Caller
  list: TodoList
  name: string
  /** The address of the web app. */
  app: string
}

/** Checks the fields of a task as the endpoints do. */
export interface FieldChecks {
  create: Validate
  update: Validate
}

type Common = Omit<VtodoContext, 'uidOf' | 'idOf'>

/** Writes of CalDAV clients. Each is one change of tasks, which can be undone. */
export function todoWrites({ history, tasks, writes, notes, todos }: Dependencies) {
  /** The task at a name, whether in the trash or not. */
  async function at(draft: Draft, name: string): Promise<TaskRow | undefined> {
    const id = (await todos.named(draft.owner, [name], draft.tx)).get(name)
    return id === undefined ? undefined : writes.find(draft, { id })
  }

  async function chosen({ tx, owner }: Draft, id: string): Promise<TodoRow> {
    const [row] = await todoTable(tx, owner).ofTasks([id])
    return row ?? unnamed(id)
  }

  /** The context of the mapping: the tasks that the client names by UID, and those that the task names by id. */
  async function contextOf(draft: Draft, common: Common, uids: string[], named: string[]): Promise<VtodoContext> {
    const ids = new Map((await todoTable(draft.tx, draft.owner).byUids(uids)).map(({ uid, task_id }) => [uid, task_id]))
    const others = uids.filter((uid) => !ids.has(uid)).map((id) => ({ id }))
    for (const { id } of await writes.identify(draft, others)) ids.set(id, id)
    const uidOf = await todos.uidsOf(draft.owner, named, draft.tx)
    return { ...common, uidOf, idOf: (uid) => ids.get(uid) }
  }

  /** A client may not have two to-dos with one UID. One in the trash gets another UID. */
  async function refuseKnownUid(draft: Draft, uid: string): Promise<void> {
    const [row] = await todoTable(draft.tx, draft.owner).byUids([uid])
    const task = await writes.find(draft, { id: row?.task_id ?? uid })
    const todo = task && (row ?? (await chosen(draft, task.id)))
    if (!todo || todo.uid !== uid) return
    if (!task.trashed_at)
      throw new DavProblem(409, 'There is a to-do with this UID at another address.', 'no-uid-conflict')
    await keep(draft, [{ ...todo, name: `${task.id}-old.ics`, uid: `${task.id}-old` }])
  }

  /** Stores what the client has chosen, with the next revision, so that other clients hear of it. */
  async function keep({ tx, owner }: Draft, rows: TodoRow[]): Promise<void> {
    const table = todoTable(tx, owner)
    const revision = await table.nextRevision()
    await table.put(rows.map((row) => ({ ...row, revision })))
  }

  async function create(draft: Draft, { name }: Target, body: string, common: Common, checks: FieldChecks) {
    const { uid, related } = readable(() => readTodo(body))
    await refuseKnownUid(draft, uid)
    const context = await contextOf(draft, common, related, [])
    const { fields, kept, cancelled, completed } = readable(() => changesOf(null, body, context))
    const task = { ...fields, ...(completed === 'no' ? {} : { status: 'Completed' as const }) }
    const row = await tasks.createWithin(draft, checked(task, checks.create) as NewTask)
    await keep(draft, [{ task_id: row.id, name, uid, kept, revision: 0 }])
    if (cancelled) await writes.trash(draft, row)
    return { isNew: true }
  }

  /** A task as it was at a version; as it is now without one. Fails with 412 if that is not known any more. */
  async function taskAt(draft: Draft, row: TaskRow, version: number | undefined): Promise<Task> {
    const values = version === undefined ? valuesOf(row) : await valuesAt(draft, row, version)
    if (!('title' in values)) throw changed()
    return { ...taskOf(row), ...values }
  }

  async function update(
    draft: Draft,
    row: TaskRow,
    base: Base | undefined,
    body: string,
    common: Common,
    checks: FieldChecks,
  ) {
    const { uid, related } = readable(() => readTodo(body))
    const todo = await chosen(draft, row.id)
    // The unknown properties that the client had are not stored any more, so nobody can say what it has changed.
    if (base && base.revision !== todo.revision) throw changed()
    const version = base?.version
    if (uid !== todo.uid) throw new DavProblem(409, 'The UID of a to-do cannot be changed.', 'no-uid-conflict')
    const task = await taskAt(draft, row, version)
    // The client's alarms are moments of another time zone.
    if (base && base.zone !== zoneMarkOf(task, todo.kept, common.timeZone)) throw changed()
    const named = namedBy(task)
    const uidOf = await todos.uidsOf(draft.owner, named, draft.tx)
    // The UIDs in the client's text belong to other tasks by now.
    if (base && base.linksMark !== linksMark(task, uidOf)) throw changed()
    const known = await contextOf(draft, common, [...related, ...named.map(uidOf)], named)
    const context = { ...known, task, isBlind: !base }
    const newest = row.note_count ? await notes.newest(draft, row.id, shownNotes) : []
    const texts = newest.map(({ text }) => text).reverse()
    const shown = { task, uid, kept: todo.kept, notes: texts, parts: base?.parts ?? { done: 0, total: 0 } }
    const changes = readable(() => changesOf(taskToCalendar(shown, context), body, context))
    // A comment may be a note as it was then, from a client that drops the mark.
    if (base && base.notesMark !== notesMark(newest) && hasNewComment(changes.kept, todo.kept)) throw changed()
    if (task.repeat && isMovedOn(task, taskOf(row), changes)) throw changed()
    await apply(draft, row, version, todo, changes, checks)
    return { isNew: false }
  }

  async function apply(
    draft: Draft,
    row: TaskRow,
    version: number | undefined,
    todo: TodoRow,
    { fields, kept, completed, cancelled }: TodoChanges,
    checks: FieldChecks,
  ) {
    const values: TaskChange = completed === 'no' ? fields : { ...fields, status: 'Completed' }
    const hasFields = Object.keys(fields).length > 0
    if (completed === 'moved') {
      const { nextTask } = await tasks.updateWithin(draft, row.id, { status: 'Completed' }, version)
      if (nextTask) {
        // The client goes on with the same resource, which belongs to the next task from now on.
        await keep(draft, [completedRow(row.id, todo.kept), { ...todo, task_id: nextTask._id, kept }])
        if (hasFields) await tasks.updateWithin(draft, nextTask._id, checked(fields, checks.update), undefined)
        return
      }
    }
    if (Object.keys(values).length) await tasks.updateWithin(draft, row.id, checked(values, checks.update), version)
    if (kept !== todo.kept) await keep(draft, [{ ...todo, kept }])
    if (cancelled) {
      const current = await writes.find(draft, { id: row.id })
      if (current) await writes.trash(draft, current)
    }
  }

  /** A client that puts a to-do back has deleted it by mistake, or has moved it to another list and back. */
  async function restore(draft: Draft, row: TaskRow, body: string, common: Common, checks: FieldChecks) {
    const restored = await writes.restore(draft, row)
    await update(draft, restored, undefined, body, common, checks)
    return { isNew: true }
  }

  return {
    /**
     * Creates or changes the task at a name. A change is merged with those that were made since the version of the ETag. Fails with 412 if they
     * have changed the same fields, or if the version is not known.
     */
    async put(target: Target, conditions: Conditions, body: string, checks: FieldChecks): Promise<{ isNew: boolean }> {
      const { caller, name, list, app } = target
      const common = await todos.setting(caller.owner, app)
      const choose = await list.choose()
      const work = async (draft: Draft) => {
        const row = await at(draft, name)
        if (!row || row.trashed_at) {
          expectNothing(conditions)
          if (row) return restore(draft, row, body, common, checks)
          return create(draft, target, body, common, checks)
        }
        if (!choose([taskOf(row)]).length)
          throw new DavProblem(409, 'The to-do at this address belongs to another list.', 'no-uid-conflict')
        return update(draft, row, baseOf(conditions, row), body, common, checks)
      }
      try {
        return await history.change(caller, work, (result) => result)
      } catch (error) {
        // Rules of tasks that the to-do breaks, such as one that repeats and has no next date.
        throw error instanceof AppError && error.code === 'invalid_input' ? unreadable(error) : error
      }
    },

    /** Moves the task at a name to the trash. Fails with 404, and with 412 if the client has another version of it. */
    async remove({ caller, list, name }: Target, conditions: Conditions): Promise<void> {
      const choose = await list.choose()
      const work = async (draft: Draft) => {
        const row = await at(draft, name)
        if (!row || row.trashed_at || !choose([taskOf(row)]).length) throw absentTodo()
        const base = baseOf(conditions, row)
        if (base && base.version !== row.version) throw changed()
        await writes.trash(draft, row)
      }
      await history.change(caller, work, () => {})
    },
  }
}

/** Whether somebody else has moved a repeating task on since the version of a client that now completes or moves it: the client means another recurrence. */
function isMovedOn(had: Task, current: Task, { completed, fields }: TodoChanges): boolean {
  if (current.status === 'Completed' && had.status !== 'Completed') return 'dueDate' in fields
  return completed !== 'no' && had.dueDate !== current.dueDate
}

export type TodoWrites = ReturnType<typeof todoWrites>

export const absentTodo = () => new AppError('not_found', 'There is no to-do at this address in this list.')

/** The to-do of a client cannot be kept: it shows the reason to its user. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) throw unreadable(error)
    throw error
  }
}

const unreadable = ({ code, message }: AppError) =>
  code === 'too_large'
    ? new DavProblem(413, message, 'max-resource-size')
    : new DavProblem(403, message, 'valid-calendar-data')

function checked<T>(fields: T, validate: Validate): T {
  if (!validate(fields)) throw unreadable(invalidInput(validate.errors ?? undefined, undefined))
  return fields
}
