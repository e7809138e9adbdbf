import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { EventRow, Schema } from '../database/schema.ts'
import { pagesOf } from '../json-list.ts'

/** How many bytes the values of an event have; known to both engines without reading them. */
export const bytesOfValues = sql<number>`coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`

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

/** An event may hold a description of 10,000 characters before and after. */
const pageRows = 50

/** Long reads of an owner's log, page by page. */
export function eventPages({ db, readAside }: Database) {
  const ofOwner = (owner: string) => db.selectFrom('events').where('events.user_id', '=', owner).limit(pageRows)
  return {
    /** The events of a task, newest first, with the name of the user who did it. */
    ofTask: (owner: string, taskId: string) =>
      pagesOf(pageRows, (last?: EventRow & { username: string | null }) => {
        // A range and this order, where `=` would say the same: without statistics SQLite would then walk the whole log by its key.
        const events = ofOwner(owner)
          .leftJoin('users', 'users.id', 'actor')
          .where('task_id', '>=', taskId)
          .where(last ? sql<boolean>`(task_id, seq) < (${taskId}, ${last.seq})` : sql<boolean>`task_id <= ${taskId}`)
          .orderBy('task_id', 'desc')
          .orderBy('seq', 'desc')
          .selectAll('events')
          .select('username')
        return readAside(owner, events)
      }),
    /** All events up to a number, oldest first. */
    upTo: (owner: string, seq: number) =>
      pagesOf(pageRows, (last?: EventRow) => {
        const events = ofOwner(owner)
          .where('seq', '>', last?.seq ?? 0)
          .where('seq', '<=', seq)
        return readAside(owner, events.orderBy('seq').selectAll())
      }),
  }
}

/** Reads of the log of one owner, in or outside a transaction. */
export function eventTable(db: Kysely<Schema>, owner: string) {
  const events = db.selectFrom('events').where('events.user_id', '=', owner)
  return {
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
  }
}

const mostInChange = 10_000
