import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CaldavTodoRow, Schema } from '../database/schema.ts'

export type TodoRow = Omit<CaldavTodoRow, 'user_id'>

const columns = ['task_id', 'name', 'uid', 'kept', 'revision'] as const
const rowsAtOnce = 500

/** PostgreSQL sends large numbers as text. */
const rowOf = (row: TodoRow): TodoRow => ({ ...row, revision: Number(row.revision) })

/** The choices of CalDAV clients for the tasks of an owner, on the database or within a change. */
export function todoTable(db: Kysely<Schema>, owner: string) {
  const all = db.selectFrom('caldav_todos').where('user_id', '=', owner)
  const find = async (column: 'name' | 'uid' | 'task_id', values: string[]): Promise<TodoRow[]> => {
    const found: TodoRow[] = []
    for (let first = 0; first < values.length; first += rowsAtOnce) {
      const some = values.slice(first, first + rowsAtOnce)
      found.push(...(await all.select(columns).where(column, 'in', some).execute()).map(rowOf))
    }
    return found
  }
  return {
    ofTasks: (ids: string[]) => find('task_id', ids),
    byNames: (names: string[]) => find('name', names),
    byUids: (uids: string[]) => find('uid', uids),
    async byName(name: string): Promise<TodoRow | undefined> {
      const [row] = await find('name', [name])
      return row
    },
    /** The tasks whose row has a larger revision, with their UIDs, at most `limit`. */
    changedAfter: (revision: number, limit: number): Promise<Pick<TodoRow, 'task_id' | 'uid'>[]> =>
      all.select(['task_id', 'uid']).where('revision', '>', revision).orderBy('revision').limit(limit).execute(),
    /** The revision after the last one. The deck of the owner must be locked. */
    async nextRevision(): Promise<number> {
      const last = await all.select(({ fn }) => fn.max('revision').as('revision')).executeTakeFirst()
      return Number(last?.revision ?? 0) + 1
    },
    /** Replaces the rows of these tasks. */
    async put(rows: TodoRow[]): Promise<void> {
      const ids = rows.map(({ task_id }) => task_id)
      // A staged transaction has no upsert.
      await db.deleteFrom('caldav_todos').where('user_id', '=', owner).where('task_id', 'in', ids).execute()
      await db
        .insertInto('caldav_todos')
        .values(rows.map((row) => ({ ...row, user_id: owner })))
        .execute()
    },
  }
}

/** Reads the last revision of an owner, which every request needs. */
export function lastRevision({ prepare, readOnce }: Database) {
  const read = prepare((db, owner: string) =>
    db
      .selectFrom('caldav_todos')
      .select(({ fn }) => fn.max('revision').as('revision'))
      .where('user_id', '=', owner),
  )
  return readOnce(read)
}
