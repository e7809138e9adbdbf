import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { EventRow, Schema } from '../database/schema.ts'

const changesAtOnce = 50

/** A change without all of its events. */
export interface Outline {
  /** The event that describes the change: its first update, or else its first event. */
  main: EventRow
  /** How many subjects have an event of the same kind. */
  subjectCount: number
  isForgotten: boolean
}

/** Reads the changes of an owner's log. The events of a change have consecutive numbers, and the first is the number of the change. */
export function changeReads(db: Kysely<Schema>, owner: string) {
  const events = db.selectFrom('events').where('user_id', '=', owner)

  /** All events of a change, however many there are. */
  async function ofChange(change: number) {
    const next = await events
      .select('seq')
      .where('seq', '>', change)
      .where('change', '<>', change)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    const own = events.where('seq', '>=', change).where('change', '=', change)
    return next ? own.where('seq', '<', next.seq) : own
  }

  return {
    /** The events of a change, newest first, in pages of at most `size`. */
    async *pagesOfChange(change: number, size: number): AsyncGenerator<EventRow[]> {
      const own = await ofChange(change)
      let rows: EventRow[] = []
      do {
        const last = rows.at(-1)
        const page = last ? own.where('seq', '<', last.seq) : own
        rows = await page.selectAll().orderBy('seq', 'desc').limit(size).execute()
        if (rows.length) yield rows
      } while (rows.length === size)
    },
    /** The main event of a change, the number of its subjects, and whether some of its values were deleted. */
    async outline(change: number): Promise<Outline | undefined> {
      const own = await ofChange(change)
      const first = own.selectAll().orderBy('seq').limit(1)
      const main = (await first.where('kind', '=', 'updated').executeTakeFirst()) ?? (await first.executeTakeFirst())
      if (!main) return undefined
      const counts = await own
        .select((row) => [
          row.fn.count<number>('task_id').distinct().filterWhere('kind', '=', main.kind).as('subjects'),
          sql<number>`sum(case when before is null and after is null then 1 else 0 end)`.as('forgotten'),
        ])
        .executeTakeFirstOrThrow()
      return { main, subjectCount: Number(counts.subjects), isForgotten: Number(counts.forgotten) > 0 }
    },
    /** One event. */
    event: (seq: number): Promise<EventRow> => events.selectAll().where('seq', '=', seq).executeTakeFirstOrThrow(),
    /** At most `count` changes, newest first, in pages, between which other requests run: the values of a change, up to 20,000 characters, have to be skipped. */
    async *recentChanges(count: number) {
      let before: number | undefined
      for (let left = count; left > 0; left -= changesAtOnce) {
        const size = Math.min(left, changesAtOnce)
        const page = await changesBefore(db, owner, before, size).select('actor').execute()
        yield page
        before = page.at(-1)?.change
        if (page.length < size) return
        await nextTurn()
      }
    },
  }
}

/**
 * At most `count` changes with smaller numbers than `before`, newest first: each with the number of its last event and the kind of its first
 * one. Steps from change to change, because a change may have thousands of events: before its first event is the last one of the change before.
 */
export const changesBefore = (db: Kysely<Schema>, owner: string, before: number | undefined, count: number) =>
  db
    .withRecursive('lines', (lines) =>
      lines
        .selectFrom('events')
        .where('user_id', '=', owner)
        .where(
          'seq',
          '=',
          before === undefined
            ? lines.selectFrom('decks').where('user_id', '=', owner).select('last_seq')
            : sql<number>`cast(${before - 1} as bigint)`,
        )
        .select(['change', 'seq as last', 'undoes', 'actor', 'via', sql<number>`1`.as('place')])
        .unionAll(
          lines
            .selectFrom('lines')
            .innerJoin('events', (join) =>
              join.on('events.user_id', '=', owner).on('events.seq', '=', sql`lines.change - 1`),
            )
            .where('lines.place', '<', count)
            .select([
              ...(['events.change', 'events.seq as last', 'events.undoes', 'events.actor', 'events.via'] as const),
              sql<number>`lines.place + 1`.as('place'),
            ]),
        ),
    )
    .selectFrom('lines')
    .orderBy('place')
    .select((line) => [
      ...(['change', 'last', 'undoes', 'via'] as const),
      // A join would make SQLite read the whole log.
      line
        .selectFrom('events')
        .where('user_id', '=', owner)
        .whereRef('seq', '=', 'lines.change')
        .select('kind')
        .$asScalar()
        .$notNull()
        .as('kind'),
    ])
