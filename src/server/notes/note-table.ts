import { sql } from 'kysely'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { NoteRow } from '../database/schema.ts'
import { repeatStep } from '../work/slices.ts'

const pageRows = 100
/** The notes that one query of a search reads, whether they match or not, so that it is bounded. */
const searchRows = 500

interface Looked extends Pick<NoteRow, 'task_id' | 'number' | 'id'> {
  /** The text of a note that matches. */
  text: string | null
}

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
    /** All notes of an owner, page by page. */
    pages: (owner: string) =>
      pagesOf(pageRows, (last?: NoteRow) => {
        const page = ofOwner(owner).selectAll().orderBy('task_id').orderBy('number').limit(pageRows)
        const after = last && sql<boolean>`(task_id, number) > (${last.task_id}, ${last.number})`
        return readAside(owner, after ? page.where(after) : page)
      }),
    /** The notes that have all of these words, by task, newest first, after each page of notes. */
    async *matching(owner: string, words: readonly string[]): AsyncGenerator<(Looked & { text: string })[]> {
      const isMatch = sql.join(
        words.map((word) => sql`words like ${`% ${word}%`}`),
        sql` and `,
      )
      const pages = pagesOf(searchRows, (last?: Looked) => {
        const page = ofOwner(owner)
          .select(['task_id', 'number', 'id', sql<string | null>`case when ${isMatch} then text end`.as('text')])
          .orderBy('task_id', 'desc')
          .orderBy('number', 'desc')
          .limit(searchRows)
        const below = last && sql<boolean>`(task_id, number) < (${last.task_id}, ${last.number})`
        return readAside(owner, below ? page.where(below) : page)
      })
      for await (const rows of pages) yield rows.flatMap(({ text, ...row }) => (text === null ? [] : { ...row, text }))
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
