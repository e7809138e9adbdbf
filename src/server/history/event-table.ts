import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import { epochNow } from '../database/epoch.ts'
import { preparedInsert } from '../database/prepared.ts'
import type { EventRow, Schema } from '../database/schema.ts'
import { changeReads } from './change-reads.ts'
import { laterEvents, laterLines } from './later-lines.ts'
import { preparedPosition } from './position.ts'

/** The size of an event's values, which both engines know without reading them. */
export const bytesOfValues = sql<number>`coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`

/** The frequent reads of live streams. */
export function eventReads(database: Database) {
  return {
    position: preparedPosition(database),
    after: database.prepare((db, owner: string, seq: number, limit: number) =>
      db
        .selectFrom('events')
        .selectAll()
        .select(epochNow)
        .where('user_id', '=', owner)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit),
    ),
  }
}

/** An event may hold a description of 10,000 characters before and after. */
const pageRows = 50

/** A requested page of a subject's events ends with the event whose values make it larger than this. */
const maxPageBytes = 500_000

/** Some events of a subject, newest first. */
export interface EventPage {
  rows: EventRow[]
  /** Older events have smaller numbers than this. Null if there are none. */
  nextBefore: number | null
}

/** Long reads of an owner's log, page by page. */
export function eventPages({ db, readAside }: Database) {
  const ofOwner = (owner: string) => db.selectFrom('events').where('user_id', '=', owner).limit(pageRows)
  const newest = (owner: string, subject: string, below = Number.MAX_SAFE_INTEGER) =>
    newestOfSubject(db.selectFrom('events').where('user_id', '=', owner), subject, below)
  return {
    /** The events of a subject, newest first. */
    ofSubject: (owner: string, subject: string) =>
      pagesOf(pageRows, (last?: EventRow) =>
        readAside(owner, newest(owner, subject, last?.seq).limit(pageRows).selectAll()),
      ),
    /** At most `limit` events of a subject with numbers below `below`, newest first, and fewer if their values are large. */
    async pageOfSubject(owner: string, subject: string, limit: number, below?: number): Promise<EventPage> {
      const sizes = await readAside(
        owner,
        newest(owner, subject, below)
          .limit(limit + 1)
          .select(['seq', bytesOfValues.as('bytes')]),
      )
      let [count, bytes] = [0, 0]
      while (count < Math.min(limit, sizes.length) && bytes <= maxPageBytes) bytes += Number(sizes[count++]?.bytes)
      const rows = count ? await readAside(owner, newest(owner, subject, below).limit(count).selectAll()) : []
      return { rows, nextBefore: count < sizes.length ? (rows.at(-1)?.seq ?? null) : null }
    },
    /** The subjects of the events after a number, in order, at most `limit`, without their values. */
    subjectsAfter: (owner: string, seq: number, limit: number): Promise<Pick<EventRow, 'task_id' | 'kind'>[]> =>
      readAside(
        owner,
        db
          .selectFrom('events')
          .select(['task_id', 'kind'])
          .where('user_id', '=', owner)
          .where('seq', '>', seq)
          .orderBy('seq')
          .limit(limit),
      ),
    /** All events up to a number, oldest first, beginning with those of imported histories. */
    upTo: (owner: string, seq: number) =>
      pagesOf(pageRows, (last?: EventRow) => {
        const events = ofOwner(owner)
          .where('seq', '>', last?.seq ?? Number.MIN_SAFE_INTEGER)
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

/** An event without the values after it, which a reader that walks back in time does not need. */
export type ValuesBefore = Pick<EventRow, 'seq' | 'kind' | 'version' | 'before'>

/** The events of a subject below a number, newest first. */
const newestOfSubject = (events: SelectQueryBuilder<Schema, 'events', object>, subject: string, below: number) =>
  events
    // A range and this order instead of `=`, because SQLite without statistics would scan the whole log by its key.
    .where('task_id', '>=', subject)
    .where(sql<boolean>`(task_id, seq) < (${subject}, ${below})`)
    .orderBy('task_id', 'desc')
    .orderBy('seq', 'desc')

/** The log of one owner, in or outside a transaction. */
export function eventTable(db: Kysely<Schema>, owner: string) {
  const events = db.selectFrom('events').where('user_id', '=', owner)
  return {
    ...changeReads(db, owner),
    laterLines: laterLines(events),
    laterEvents: laterEvents(events),
    /** The number of the first event. It is below 1 if a history was imported: its events have numbers before those of this log. */
    async first(): Promise<number> {
      const first = await events.select('seq').orderBy('seq').limit(1).executeTakeFirst()
      return Math.min(Number(first?.seq ?? 1), 1)
    },
    /** The values before the newest events of a subject below a number, newest first. */
    valuesBefore: (subject: string, below: number, limit: number): Promise<ValuesBefore[]> =>
      newestOfSubject(events, subject, below).limit(limit).select(['seq', 'kind', 'version', 'before']).execute(),
    /** Those of these subjects that the log knows, even if they were deleted for good. */
    async knownSubjects(subjects: string[]): Promise<string[]> {
      const known = await events.select('task_id').distinct().where('task_id', 'in', subjects).execute()
      return known.map(({ task_id }) => task_id)
    },
    /** Appends a few events: the engines limit the number of values in a statement. */
    append: (rows: EventRow[]) => db.insertInto('events').values(rows).execute(),
    /** Removes the values from a limited number of events of a subject, newest first. */
    async forgetValues(subject: string, below: number): Promise<Forgotten> {
      const rows = await newestOfSubject(events, subject, below)
        .limit(clearedAtOnce)
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
