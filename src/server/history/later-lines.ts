import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { EventKind } from '../../contract/history.ts'
import type { EventRow, Schema } from '../database/schema.ts'

/** An event without its values, of which there may be gigabytes. */
export interface EventLine extends Pick<EventRow, 'seq' | 'change' | 'undoes' | 'task_id' | 'kind'> {
  /** Which of the keys that were asked for it may touch, as bits. */
  touches: number
}

/** How the database finds the events of a kind that touch a key. */
export interface TraceRule {
  /**
   * The text that the stored values of an event contain if it touches this key: empty if every event of this kind touches it, undefined if
   * none does. So the database finds such events, and their values need not be read.
   */
  traceOf(key: string): string | undefined
}

type Events = SelectQueryBuilder<Schema, 'events', object>

/** The bits of `touches`. */
export const maxKeys = 30

/** A row may have 20,000 characters, which the database searches. */
const linesAtOnce = 200

/** A row with its values, which may have 20,000 characters each. */
const eventsAtOnce = 100

function laterOf(events: Events, subjects: readonly string[], after: number) {
  const [only, ...others] = subjects
  // A range instead of `=`, and `+seq`, because SQLite would otherwise scan the whole log after that number by its key.
  return only !== undefined && !others.length
    ? events.where('task_id', '<=', only).where(sql<boolean>`(task_id, seq) > (${only}, ${after})`)
    : events.where('task_id', 'in', subjects).where(sql<boolean>`+seq > ${after}`)
}

/** The events of subjects after a number, by subject, each in order, in pages. `trace` is made by `traceOf`. */
export const laterLines =
  (events: Events) =>
  (subjects: readonly string[], after: number, trace = sql<number>`0`): AsyncGenerator<EventLine[]> =>
    pagesOfLater(subjects, after, linesAtOnce, (some, from) =>
      inOrder(laterOf(events, some, from))
        .limit(linesAtOnce)
        .select(['seq', 'change', 'undoes', 'task_id', 'kind', trace.as('touches')])
        .execute(),
    )

/** The same events with their values. */
export const laterEvents =
  (events: Events) =>
  (subjects: readonly string[], after: number): AsyncGenerator<EventRow[]> =>
    pagesOfLater(subjects, after, eventsAtOnce, (some, from) =>
      inOrder(laterOf(events, some, from))
        .limit(eventsAtOnce)
        .selectAll()
        .execute(),
    )

const inOrder = (events: Events) => events.orderBy('task_id').orderBy('seq')

async function* pagesOfLater<Line extends Pick<EventRow, 'seq' | 'task_id'>>(
  subjects: readonly string[],
  after: number,
  size: number,
  read: (subjects: readonly string[], after: number) => Promise<Line[]>,
): AsyncGenerator<Line[]> {
  const left = [{ subjects, after }]
  const seen = new Set<string>()
  for (let next = left.pop(); next; next = left.pop()) {
    const page = await read(next.subjects, next.after)
    yield page
    const last = page.at(-1)
    if (!last || page.length < size) continue
    for (const { task_id } of page) seen.add(task_id)
    // Other requests run between two pages of a long history.
    await nextTurn()
    const unseen = next.subjects.filter((subject) => !seen.has(subject))
    if (unseen.length) left.push({ subjects: unseen, after: next.after })
    left.push({ subjects: [last.task_id], after: last.seq })
  }
}

/** Computes in the database which of these keys an event may touch, so that its values need not be read. */
export function traceOf(kinds: Record<EventKind, TraceRule>, keys: readonly string[]) {
  const bits = keys.flatMap((key, index) =>
    Object.entries(kinds).flatMap(([kind, { traceOf }]) => {
      const text = traceOf(key)
      if (text === undefined) return []
      const isTouched = text ? sql`coalesce(before, after) like ${`%${text}%`}` : sql`true`
      return sql`case when kind = ${sql.lit(kind as EventKind)} and ${isTouched} then ${sql.lit(2 ** index)} else 0 end`
    }),
  )
  return bits.length ? sql<number>`${sql.join(bits, sql` + `)}` : sql<number>`0`
}
