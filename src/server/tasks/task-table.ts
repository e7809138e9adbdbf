import { type Kysely, sql } from 'kysely'
import type { Status } from '../../contract/tasks.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** The reads that screens make all the time. Rows hold their JSON; a list is only put together, newest first, by the key alone. */
export function taskReads({ prepare }: Database) {
  const present = (db: Kysely<Schema>, owner: string) =>
    db.selectFrom('tasks').where('user_id', '=', owner).where('trashed_at', 'is', null)
  const asList = (db: Kysely<Schema>, rows: ReturnType<typeof present>) =>
    db
      .selectFrom(rows.select('json').orderBy('id', 'desc').as('newest'))
      .select(sql<string | null>`string_agg(json, ',')`.as('list'))
  return {
    all: prepare((db, owner: string) => asList(db, present(db, owner))),
    byStatus: prepare((db, owner: string, status: Status) =>
      asList(db, present(db, owner).where('status', '=', status)),
    ),
    byId: prepare((db, owner: string, id: string) =>
      present(db, owner).where('id', '=', id).select(['id', 'json', 'files_json']),
    ),
    byNumber: prepare((db, owner: string, number: number) =>
      present(db, owner).where('number', '=', number).select(['id', 'json', 'files_json']),
    ),
  }
}
