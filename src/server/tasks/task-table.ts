import { type Kysely, sql } from 'kysely'
import type { TaskFilter } from '../../contract/schemas/tasks.ts'
import { cleanLabel, type Status } from '../../contract/tasks.ts'
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

/** Lists with filters of which there are too many kinds to keep a statement for each. They look at the owner's own tasks, and at nothing else. */
export function taskTable(db: Kysely<Schema>) {
  return {
    /** The ids and words of the tasks that a filter lets through and that hold these words, newest first. */
    async filtered(owner: string, { status, priority, label, dueFrom, dueTo }: TaskFilter, words: string[]) {
      let rows = db
        .selectFrom('tasks')
        .select(['id', 'words', 'labels'])
        .where('user_id', '=', owner)
        .where('trashed_at', 'is', null)
        .orderBy('id', 'desc')
      if (status) rows = rows.where('status', '=', status)
      if (priority) rows = rows.where('priority', '=', priority)
      // `_` stands for any letter here; which of them have the label itself is seen below.
      if (label) rows = rows.where('labels', 'like', `%"${cleanLabel(label)}"%`)
      if (dueFrom) rows = rows.where('due_date', '>=', dueFrom.slice(0, 10))
      if (dueTo) rows = rows.where('due_date', '<=', dueTo.slice(0, 10))
      // Words are letters and digits only: nothing in them means something to `like`.
      for (const word of words) rows = rows.where('words', 'like', `% ${word}%`)
      const found = await rows.execute()
      return label ? found.filter((row) => JSON.parse(row.labels).includes(cleanLabel(label))) : found
    },
    /** These tasks as JSON, in this order. */
    async jsonOf(owner: string, ids: string[]): Promise<string[]> {
      const texts = new Map<string, string>()
      for (let first = 0; first < ids.length; first += idsAtOnce) {
        const some = ids.slice(first, first + idsAtOnce)
        const rows = await db
          .selectFrom('tasks')
          .select(['id', 'json'])
          .where('user_id', '=', owner)
          .where('trashed_at', 'is', null)
          .where('id', 'in', some)
          .execute()
        for (const { id, json } of rows) texts.set(id, json)
      }
      return ids.flatMap((id) => texts.get(id) ?? [])
    },
  }
}

const idsAtOnce = 1_000
