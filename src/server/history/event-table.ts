import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedInsert } from '../database/prepared.ts'
import type { EventRow, Schema } from '../database/schema.ts'
import { pagesOf } from '../json-list.ts'

/** The size of an event's values, which both engines know without reading them. */
export const bytesOfValues = sql<number>`coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`

/** The frequent reads of live streams. */
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
  const ofOwner = (owner: string) => db.selectFrom('events').where('user_id', '=', owner).limit(pageRows)
  return {
    /** The events of a subject, newest first. */
    ofSubject: (owner: string, subject: string) =>
      pagesOf(pageRows, (last?: EventRow) => {
        // A range and this order instead of `=`, because SQLite without statistics would scan the whole log by its key.
        const events = ofOwner(owner)
          .where('task_id', '>=', subject)
          .where(last ? sql<boolean>`(task_id, seq) < (${subject}, ${last.seq})` : sql<boolean>`task_id <= ${subject}`)
          .orderBy('task_id', 'desc')
          .orderBy('seq', 'desc')
          .selectAll()
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

/** Compiled once, because building it costs more than running it. */
export function eventInsert(db: Kysely<Schema>) {
  return preparedInsert(db, 'events', {
    user_id: true,
    seq: true,
    change: true,
    undoes: true,
    task_id: true,
    kind: true,
    before: true,
    after: true,
    version: true,
    actor: true,
    via: true,
    at: true,
  })
}

/** The time of a slice is checked after this many events, each of which may have 20,000 characters. */
const clearedAtOnce = 50

/** Events whose values were removed. `below` is the start of the next slice, if there is one. */
interface Forgotten {
  bytes: number
  below: number | undefined
}

/** A change without all of its events. */
export interface Outline {
  /** The event that describes the change: its first update, or else its first event. */
  main: EventRow
  /** How many subjects have an event of the same kind. */
  subjectCount: number
  isForgotten: boolean
}

/** An event without the values after it, which a reader that walks back in time does not need. */
export type ValuesBefore = Pick<EventRow, 'seq' | 'kind' | 'version' | 'before'>

/** The log of one owner, in or outside a transaction. */
export function eventTable(db: Kysely<Schema>, owner: string) {
  const events = db.selectFrom('events').where('user_id', '=', owner)
  /** The events of a change have consecutive numbers, and the first is the number of the change. */
  const ofChange = (change: number) =>
    events
      .where('seq', '>=', change)
      .where('seq', '<', change + maxEventsInChange)
      .where('change', '=', change)
  /** The events of a subject below a number, newest first. A range instead of `=`: see `eventPages`. */
  const newestOfSubject = (subject: string, below: number, limit: number) =>
    events
      .where('task_id', '>=', subject)
      .where(sql<boolean>`(task_id, seq) < (${subject}, ${below})`)
      .orderBy('task_id', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit)
  return {
    ofChange: (change: number): Promise<EventRow[]> => ofChange(change).selectAll().orderBy('seq').execute(),
    /** The first event of a change, the number of its subjects, and whether some of its values were deleted. */
    async outline(change: number): Promise<Outline | undefined> {
      const isUpdate = sql`case when kind = 'updated' then 0 else 1 end`
      const main = await ofChange(change).selectAll().orderBy(isUpdate).orderBy('seq').limit(1).executeTakeFirst()
      if (!main) return undefined
      const counts = await ofChange(change)
        .select((row) => [
          row.fn.count<number>('task_id').distinct().filterWhere('kind', '=', main.kind).as('subjects'),
          sql<number>`sum(case when before is null and after is null then 1 else 0 end)`.as('forgotten'),
        ])
        .executeTakeFirstOrThrow()
      return { main, subjectCount: Number(counts.subjects), isForgotten: Number(counts.forgotten) > 0 }
    },
    laterOfSubject: (subject: string, seq: number): Promise<EventRow[]> =>
      events.selectAll().where('task_id', '=', subject).where('seq', '>', seq).orderBy('seq').execute(),
    /** The events of these subjects after a number, by subject, each in order. */
    async laterOfSubjects(subjects: string[], seq: number): Promise<Map<string, EventRow[]>> {
      const later = await events
        .selectAll()
        .where('task_id', 'in', subjects)
        .where('seq', '>', seq)
        .orderBy('task_id')
        .orderBy('seq')
        .execute()
      return Map.groupBy(later, ({ task_id }) => task_id)
    },
    /** The values before the newest events of a subject below a number, newest first. */
    valuesBefore: (subject: string, below: number, limit: number): Promise<ValuesBefore[]> =>
      newestOfSubject(subject, below, limit).select(['seq', 'kind', 'version', 'before']).execute(),
    /** Those of these subjects that the log knows, even if they were deleted for good. */
    async knownSubjects(subjects: string[]): Promise<string[]> {
      const known = await events.select('task_id').distinct().where('task_id', 'in', subjects).execute()
      return known.map(({ task_id }) => task_id)
    },
    /** The newest changes that the owner has made, newest first. */
    recentChanges: (limit: number) =>
      events
        .select(['change', 'undoes', 'kind'])
        .whereRef('seq', '=', 'change')
        .where('actor', '=', owner)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute(),
    /** Appends a few events: the engines limit the number of values in a statement. */
    append: (rows: EventRow[]) => db.insertInto('events').values(rows).execute(),
    /** Removes the values from a limited number of events of a subject, newest first. */
    async forgetValues(subject: string, below: number): Promise<Forgotten> {
      const rows = await newestOfSubject(subject, below, clearedAtOnce)
        .select(['seq', bytesOfValues.as('bytes')])
        .execute()
      const seqs = rows.map(({ seq }) => seq)
      const cleared = db.updateTable('events').set({ before: null, after: null }).where('user_id', '=', owner)
      if (seqs.length) await cleared.where('seq', 'in', seqs).execute()
      const bytes = rows.reduce((sum, event) => sum + event.bytes, 0)
      return { bytes, below: seqs.length < clearedAtOnce ? undefined : seqs.at(-1) }
    },
    /** Removes some events; returns false if there were none. */
    async erase(): Promise<boolean> {
      const some = events.select('seq').limit(clearedAtOnce)
      const erased = db.deleteFrom('events').where('user_id', '=', owner).where('seq', 'in', some)
      return (await erased.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

const maxEventsInChange = 10_000
