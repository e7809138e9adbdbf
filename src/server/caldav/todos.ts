import { hash } from 'node:crypto'
import { linkedIds } from '../../contract/links.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { linkKinds } from '../../contract/tasks.ts'
import { dayIn } from '../../contract/time-zone.ts'
import type { Database } from '../database/database.ts'
import type { NoteRow } from '../database/schema.ts'
import type { NoteRules } from '../notes/notes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { MaybePromise } from '../work/maybe-promise.ts'
import { type TodoRow, todoTable } from './todo-table.ts'
import type { TaskForCalendar, VtodoContext } from './vtodo/types.ts'
import { taskToCalendar } from './vtodo/write.ts'
import { zoneMarkOf } from './zone-mark.ts'

/** A task as a resource. */
export interface Todo extends Omit<TaskForCalendar, 'notes'> {
  name: string
  revision: number
  /** The notes that its text shows, as `notesMark` names them. */
  notesMark: string
  /** The UIDs of the tasks that its text names, as `linksMark` names them. */
  linksMark: string
  /** The time zone that its text depends on, as `zoneMarkOf` names it. */
  zone: string
}

interface Dependencies {
  database: Database
  tasks: Pick<TaskRules, 'pagesOfIds' | 'partCounts'>
  notes: Pick<NoteRules, 'newestTexts' | 'newestVersions'>
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  zoneOfUser: (owner: string) => MaybePromise<string>
  clock: () => number
}

const extension = '.ics'
const defaultName = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.ics$/
/** The newest notes of a task that its to-do shows. */
export const shownNotes = 3

/** Names notes by their numbers and versions, so that each change of one gives another name. */
export const notesMark = (notes: Pick<NoteRow, 'number' | 'version'>[] = []): string =>
  notes
    .map(({ number, version }) => `${number}.${version}`)
    .sort()
    .join('+') || '0'

/** The name of a resource and its UID before a client has chosen others. */
export const unnamed = (id: string): TodoRow => ({ task_id: id, name: id + extension, uid: id, kept: '', revision: 0 })

/** A completed recurrence whose resource and UID belong to the next one. */
export const completedRow = (id: string, kept: string): TodoRow => ({
  ...unnamed(id),
  ...{ name: `${id}-done${extension}`, uid: `${id}-done`, kept },
})

/** Whether a row may be one of `completedRow`, so that the task had another UID before. */
export const isOfCompleted = ({ task_id, uid }: Pick<TodoRow, 'task_id' | 'uid'>): boolean => uid === `${task_id}-done`

/** The id of the task whose resource has a name unless a client has chosen another one. */
export const idOfName = (name: string): string | undefined => defaultName.exec(name)?.[1]

/**
 * The ETag of a resource. It names the task by its number, because the resource of a repeating task belongs to the next one once that is completed, then
 * its version, on which changes are based, and everything else that the text depends on.
 */
export const tagOf = ({ task, revision, notesMark, parts, linksMark, zone }: Todo): string =>
  `"${task.number}-${task.version}-${revision}-${notesMark}-${parts.done}.${parts.total}-${linksMark}-${zone}"`

/** The parts of an ETag. */
export interface ReadTag extends Pick<Todo, 'revision' | 'notesMark' | 'parts' | 'linksMark' | 'zone'> {
  number: number
  version: number
}

const tagForm =
  /^(?:W\/)?"(\d{1,10})-(\d{1,10})-(\d{1,15})-([\d.+]{1,90})-(\d{1,10})\.(\d{1,10})-([\da-f]{1,8})-([\da-f]{1,8})"$/

export function readTag(tag: string): ReadTag | undefined {
  const [, number, version, revision, notesMark = '', done, total, linksMark = '', zone] =
    tagForm.exec(tag.trim()) ?? []
  if (zone === undefined) return undefined
  const parts = { done: Number(done), total: Number(total) }
  const marks = { notesMark, linksMark, zone }
  return { number: Number(number), version: Number(version), revision: Number(revision), parts, ...marks }
}

/** The ids of all tasks that a task names. */
export const namedBy = (task: Pick<Task, 'partOf' | 'blockedBy' | 'related'>): string[] =>
  linkKinds.flatMap((kind) => linkedIds(task, kind))

/** A short name of the UIDs that a task names others by, unless they are made of their ids. */
export function linksMark(task: Parameters<typeof namedBy>[0], uidOf: VtodoContext['uidOf']): string {
  const uids = namedBy(task).flatMap((id) => (uidOf(id) === id ? [] : uidOf(id)))
  return uids.length ? hash('sha256', uids.join('\n'), 'hex').slice(0, 8) : '0'
}

/** Reads tasks as resources. */
export function todoReads({ database, tasks, notes, profileOf, zoneOfUser, clock }: Dependencies) {
  const { db } = database

  /** These tasks with what clients have chosen for them. */
  async function of(owner: string, some: Task[]): Promise<Todo[]> {
    const ids = some.map(({ _id }) => _id)
    const withNotes = some.flatMap(({ _id, noteCount }) => (noteCount ? _id : []))
    const [rows, counts, timeZone, newest, uidOf] = await Promise.all([
      todoTable(db, owner).ofTasks(ids),
      tasks.partCounts(owner, ids),
      zoneOfUser(owner),
      notes.newestVersions(owner, withNotes, shownNotes),
      uidsOf(owner, some.flatMap(namedBy)),
    ])
    const notesOf = Map.groupBy(newest, ({ task_id }) => task_id)
    const chosen = new Map(rows.map((row) => [row.task_id, row]))
    return some.map((task) => {
      const { name, uid, kept, revision } = chosen.get(task._id) ?? unnamed(task._id)
      const zone = zoneMarkOf(task, kept, timeZone)
      const parts = counts.get(task._id) ?? { done: 0, total: 0 }
      const marks = { notesMark: notesMark(notesOf.get(task._id)), linksMark: linksMark(task, uidOf), zone }
      return { task, name, uid, kept, revision, parts, ...marks }
    })
  }

  /** Everything that the texts of an owner's tasks have in common. */
  async function setting(owner: string, app: string): Promise<Omit<VtodoContext, 'uidOf' | 'idOf'>> {
    const { preferences } = await profileOf(owner)
    return {
      timeZone: preferences.timeZone || 'UTC',
      today: dayIn(preferences, new Date(clock())),
      linkTo: ({ number }) => `${app}#/task/${number}`,
    }
  }

  /** The UIDs of these tasks: a function that knows them. */
  async function uidsOf(owner: string, ids: string[], from = db): Promise<VtodoContext['uidOf']> {
    const uids = new Map<string, string>()
    for (const { task_id, uid } of ids.length ? await todoTable(from, owner).ofTasks([...new Set(ids)]) : [])
      uids.set(task_id, uid)
    return (id) => uids.get(id) ?? id
  }

  return {
    of,
    setting,
    uidsOf,
    /** The ids of the tasks whose resources have these names, by the name. Whether the tasks exist is not known. */
    async named(owner: string, names: string[], from = db): Promise<Map<string, string>> {
      const table = todoTable(from, owner)
      const found = new Map((await table.byNames(names)).map(({ name, task_id }) => [name, task_id]))
      const others = names.flatMap((name) => (found.has(name) ? [] : (idOfName(name) ?? [])))
      const renamed = new Set((await table.ofTasks(others)).map(({ task_id }) => task_id))
      for (const id of others) if (!renamed.has(id)) found.set(id + extension, id)
      return found
    },
    /** Those of these tasks that are not in the trash, in batches. */
    async *tasksOf(owner: string, ids: string[]): AsyncGenerator<Task[]> {
      for await (const page of tasks.pagesOfIds(owner, ids)) yield page.map((json): Task => JSON.parse(json))
    },
    /** Returns a function that writes the text of a to-do out of these. */
    async writer(owner: string, app: string, todos: Todo[]): Promise<(todo: Todo) => Promise<string>> {
      const [common, uidOf] = await Promise.all([
        setting(owner, app),
        uidsOf(
          owner,
          todos.flatMap(({ task }) => namedBy(task)),
        ),
      ])
      const context = { ...common, uidOf, idOf: () => undefined }
      return async (todo) => {
        const texts = todo.task.noteCount ? await notes.newestTexts(owner, todo.task._id, shownNotes) : []
        return taskToCalendar({ ...todo, notes: texts }, context)
      }
    },
  }
}

export type TodoReads = ReturnType<typeof todoReads>
