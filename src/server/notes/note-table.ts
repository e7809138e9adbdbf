import { type InferResult, sql } from 'kysely'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { NoteRow } from '../database/schema.ts'
import { divideTask, joinTask, type TaskOfNote } from '../tasks/joined-task.ts'
import type { TaskKey } from '../tasks/task-writes.ts'
import { repeatStep } from '../work/slices.ts'

export type NoteKey = { id: string } | { number: number }
/** A note is named by its number or its id. */
export const noteKey = (name: string): NoteKey => (/^\d{1,9}$/.test(name) ? { number: Number(name) } : { id: name })

const pageRows = 100
/** The notes that one query of a search reads, whether they match or not, so that it is bounded. */
const searchRows = 500
/** The tasks whose newest notes one query reads. */
const tasksAtOnce = 50

/**
 * Whether a note waits for the owner: an open question, or an answer of a reader that the owner has not read. The index `waiting_notes` holds exactly
 * these rows, so the condition must be written as there.
 */
export const isOpenQuestion = sql<boolean>`choices is not null and answer is null and closed is null`

export type VersionOfNote = Pick<NoteRow, 'task_id' | 'number' | 'version'>

export interface RowWithTask {
  note: NoteRow
  task: TaskOfNote
}

/** A place in the list of open questions. */
export interface QuestionPlace {
  createdAt: string
  id: string
}

type Looked = Pick<NoteRow, 'task_id' | 'number' | 'id'>

/** Reads of notes outside a change. */
export function noteTable(database: Database) {
  const { db, readAside } = database
  const ofOwner = (owner: string) => db.selectFrom('notes').where('user_id', '=', owner)
  return {
    /** Notes of a task with smaller numbers than `below`, newest first. */
    newest: (owner: string, taskId: string, limit: number, below = 2 ** 31 - 1): Promise<NoteRow[]> =>
      readAside(
        owner,
        ofOwner(owner)
          .selectAll()
          .where('task_id', '=', taskId)
          .where('number', '<', below)
          .orderBy('number', 'desc')
          .limit(limit),
      ),
    /** The numbers and versions of the newest notes of tasks, newest first, at most `limit` of each. */
    async newestVersions(owner: string, taskIds: string[], limit: number): Promise<VersionOfNote[]> {
      const found: VersionOfNote[] = []
      for (let first = 0; first < taskIds.length; first += tasksAtOnce) {
        const some = taskIds.slice(first, first + tasksAtOnce).map(
          (id) => sql`select * from (
            select task_id, number, version from notes where user_id = ${owner} and task_id = ${id}
            order by number desc limit ${limit}) as one`,
        )
        const query = sql<VersionOfNote>`${sql.join(some, sql` union all `)}`
        found.push(...(await readAside(owner, { compile: () => query.compile(db) })))
      }
      return found
    },
    /** The open questions of an owner before a place, newest first, without those of tasks that are completed or in the trash. */
    async openQuestions(owner: string, limit: number, before?: QuestionPlace): Promise<RowWithTask[]> {
      const page = withTask(db, owner)
        .where(isOpenQuestion)
        .where('tasks.trashed_at', 'is', null)
        .where('tasks.status', '<>', 'Completed')
        .orderBy('notes.created_at', 'desc')
        .orderBy('notes.id', 'desc')
        .limit(limit)
      const older = before && sql<boolean>`(notes.created_at, notes.id) < (${before.createdAt}, ${before.id})`
      return (await readAside(owner, older ? page.where(older) : page)).map(divided)
    },
    /** A note with its task, even if the task is in the trash. */
    async one(owner: string, task: TaskKey, note: NoteKey): Promise<RowWithTask | undefined> {
      const found = withTask(db, owner)
        .where((row) => ('id' in task ? row('tasks.id', '=', task.id) : row('tasks.number', '=', task.number)))
        .where((row) => ('id' in note ? row('notes.id', '=', note.id) : row('notes.number', '=', note.number)))
      const [row] = await readAside(owner, found)
      return row && divided(row)
    },
    /** The owners of open questions. */
    owners: async (): Promise<string[]> => {
      // Across owners, because this is a read of a background job.
      const rows = await readAside('', db.selectFrom('notes').select('user_id').distinct().where(isOpenQuestion))
      return rows.map(({ user_id }) => user_id)
    },
    /** All notes of an owner, page by page. */
    pages: (owner: string) =>
      pagesOf(pageRows, (last?: NoteRow) => {
        const page = ofOwner(owner).selectAll().orderBy('task_id').orderBy('number').limit(pageRows)
        const after = last && sql<boolean>`(task_id, number) > (${last.task_id}, ${last.number})`
        return readAside(owner, after ? page.where(after) : page)
      }),
    /** The notes that have all of these words, by task, newest first, after each page of notes. Without their texts, which are long. */
    async *matching(owner: string, words: readonly string[]): AsyncGenerator<Looked[]> {
      const isMatch = sql.join(
        words.map((word) => sql`words like ${`% ${word}%`}`),
        sql` and `,
      )
      const pages = pagesOf(searchRows, (last?: Looked) => {
        const page = ofOwner(owner)
          .select(['task_id', 'number', 'id', sql<number>`case when ${isMatch} then 1 else 0 end`.as('matches')])
          .orderBy('task_id', 'desc')
          .orderBy('number', 'desc')
          .limit(searchRows)
        const below = last && sql<boolean>`(task_id, number) < (${last.task_id}, ${last.number})`
        return readAside(owner, below ? page.where(below) : page)
      })
      for await (const rows of pages) yield rows.flatMap(({ matches, ...row }) => (matches ? row : []))
    },
    /** The texts of notes by their ids, without those that no longer exist. */
    async texts(owner: string, ids: string[]): Promise<Map<string, string>> {
      const rows = await readAside(
        owner,
        ofOwner(owner)
          .select(['id', sql<string>`text || coalesce(${'\n'} || answer, '')`.as('text')])
          .where('id', 'in', ids),
      )
      return new Map(rows.map(({ id, text }) => [id, text]))
    },
    /** Removes a limited number of a deleted account's notes. Returns false if none is left. */
    eraseSlice: (owner: string): Promise<boolean> =>
      database.transaction(
        owner,
        (tx) =>
          repeatStep(database.maxSliceMs, async () => {
            const last = await tx
              .selectFrom('notes')
              .select(['task_id', 'number'])
              .where('user_id', '=', owner)
              .orderBy('task_id')
              .orderBy('number')
              .limit(1)
              .executeTakeFirst()
            if (!last) return false
            const some = tx.deleteFrom('notes').where('user_id', '=', owner).where('task_id', '=', last.task_id)
            await some.where('number', '<', last.number + pageRows).execute()
            return true
          }),
        'housekeeping',
      ),
  }
}

const withTask = (db: Database['db'], owner: string) =>
  joinTask(db.selectFrom('notes').where('notes.user_id', '=', owner)).selectAll('notes')

function divided(row: InferResult<ReturnType<typeof withTask>>[number]): RowWithTask {
  const { task, rest: note } = divideTask(row)
  return { note, task }
}
