import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Status } from '../../contract/tasks.ts'
import type { Database } from '../database/database.ts'
import type { Schema, TaskRow } from '../database/schema.ts'

type Tasks = ExpressionBuilder<Schema, 'tasks'>

const wireDay = 'T00:00:00.000Z'

/** A row as the contract shows it: the only two places where a row becomes JSON are this one and `taskOf`. */
function fields({ ref }: Tasks) {
  return {
    _id: ref('tasks.id'),
    number: ref('number'),
    title: ref('title'),
    description: ref('description'),
    priority: ref('priority'),
    dueDate: sql`due_date || ${sql.lit(wireDay)}`,
    status: ref('status'),
    version: ref('version'),
    createdAt: ref('tasks.created_at'),
    updatedAt: ref('updated_at'),
    completedAt: ref('completed_at'),
  }
}

export function taskOf(row: TaskRow) {
  return {
    _id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    priority: row.priority,
    dueDate: row.due_date + wireDay,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  }
}

/** The reads that screens make all the time, as JSON from the database. */
export function taskReads({ json, prepare }: Database) {
  const ofOwner = (db: Kysely<Schema>, owner: string) => db.selectFrom('tasks').where('tasks.user_id', '=', owner)
  const asList = (eb: Tasks) => json.list(fields(eb), eb.ref('number')).as('json')
  const withFiles = (eb: Tasks) => {
    const files = eb
      .selectFrom('files')
      .whereRef('files.user_id', '=', 'tasks.user_id')
      .whereRef('files.task_id', '=', 'tasks.id')
      .select((file) =>
        json
          .list(
            {
              _id: file.ref('files.id'),
              name: file.ref('name'),
              size: file.ref('size'),
              type: file.ref('type'),
              sha256: file.ref('sha256'),
              createdAt: file.ref('files.created_at'),
            },
            file.ref('files.created_at'),
          )
          .as('list'),
      )
    return json.object({ ...fields(eb), files: json.embedded(files) }).as('json')
  }
  return {
    all: prepare((db, owner: string) => ofOwner(db, owner).select(asList)),
    byStatus: prepare((db, owner: string, status: Status) =>
      ofOwner(db, owner).where('status', '=', status).select(asList),
    ),
    byId: prepare((db, owner: string, id: string) => ofOwner(db, owner).where('tasks.id', '=', id).select(withFiles)),
    byNumber: prepare((db, owner: string, number: number) =>
      ofOwner(db, owner).where('number', '=', number).select(withFiles),
    ),
  }
}

/** Queries on the tasks of an owner, in or outside a transaction. */
export function taskTable(db: Kysely<Schema>) {
  return {
    /** Takes the owner's next numbers and answers the first of them. */
    takeNumbers: async (owner: string, count: number): Promise<number> => {
      const { last_number } = await db
        .insertInto('decks')
        .values({ user_id: owner, last_number: count })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((row) => ({ last_number: row('decks.last_number', '+', count) })),
        )
        .returning('last_number')
        .executeTakeFirstOrThrow()
      return last_number - count + 1
    },
    insert: (rows: TaskRow[]) => db.insertInto('tasks').values(rows).execute(),
    find: (owner: string, key: { id: string } | { number: number }) =>
      db
        .selectFrom('tasks')
        .selectAll()
        .where('user_id', '=', owner)
        .where((row) => ('id' in key ? row('id', '=', key.id) : row('number', '=', key.number)))
        .executeTakeFirst(),
    update: (owner: string, id: string, change: Partial<TaskRow>) =>
      db
        .updateTable('tasks')
        .set(change)
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    remove: (owner: string, id: string) =>
      db.deleteFrom('tasks').where('user_id', '=', owner).where('id', '=', id).execute(),
  }
}
