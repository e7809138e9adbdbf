import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { EventRow, Schema } from '../database/schema.ts'

/** What live streams ask for all the time. */
export function eventReads({ prepare }: Database) {
  return {
    position: prepare((db, owner: string) => db.selectFrom('decks').select('last_seq').where('user_id', '=', owner)),
    after: prepare((db, owner: string, seq: number, limit: number) =>
      db
        .selectFrom('events')
        .selectAll()
        .where('user_id', '=', owner)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit),
    ),
  }
}

/** Reads of the log of one owner, in or outside a transaction. */
export function eventTable(db: Kysely<Schema>, owner: string) {
  const events = db.selectFrom('events').where('events.user_id', '=', owner)
  return {
    ofTask: (taskId: string) =>
      events
        .leftJoin('users', 'users.id', 'actor')
        .where('task_id', '=', taskId)
        .orderBy('seq', 'desc')
        .selectAll('events')
        .select('username')
        .execute(),
    ofChange: (change: number): Promise<EventRow[]> =>
      // A change is one run of numbers, of which the first names it.
      events
        .selectAll()
        .where('seq', '>=', change)
        .where('change', '=', change)
        .orderBy('seq')
        .limit(mostInChange)
        .execute(),
    laterOfTask: (taskId: string, seq: number): Promise<EventRow[]> =>
      events.selectAll().where('task_id', '=', taskId).where('seq', '>', seq).orderBy('seq').execute(),
    /** The newest changes that the owner has made, newest first. */
    recentChanges: (limit: number) =>
      events
        .select(['change', 'undoes', 'kind'])
        .whereRef('seq', '=', 'change')
        .where('actor', '=', owner)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute(),
    all: (): Promise<EventRow[]> => events.selectAll().orderBy('seq').execute(),
  }
}

const mostInChange = 10_000
