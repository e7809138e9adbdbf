import { expect } from 'vitest'
import type { Values } from '../src/contract/schemas/history.ts'
import type { Database } from '../src/server/database/database.ts'
import type { EventRow, TaskRow } from '../src/server/database/schema.ts'

/** Fails unless an owner's log has every number once, and says exactly what the tables hold. */
export async function expectSoundLog({ db }: Database, owner: string) {
  const events = await db.selectFrom('events').selectAll().where('user_id', '=', owner).orderBy('seq').execute()
  const deck = await db.selectFrom('decks').selectAll().where('user_id', '=', owner).executeTakeFirst()
  const tasks = await db.selectFrom('tasks').selectAll().where('user_id', '=', owner).orderBy('id').execute()
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expect(deck?.last_seq ?? 0).toBe(events.length)
  expectRuns(events)
  const replayed = [...replay(events).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(tasks).toEqual(replayed)
  const numbers = events.filter((event) => event.kind === 'created').length
  expect(deck?.last_number ?? 0).toBe(numbers)
  return events
}

/** A change is one run of numbers, named by its first; what it undoes came before it, and is the first of a change, too. */
function expectRuns(events: EventRow[]) {
  let change = 0
  for (const event of events) {
    const begins = event.change === event.seq
    expect(begins || event.change === change).toBe(true)
    change = event.change
    if (event.undoes === null) continue
    expect(event.undoes).toBeLessThan(event.change)
    expect(events[event.undoes - 1]?.change).toBe(event.undoes)
  }
}

/** The rows that the events lead to, made without a look at the tables. */
function replay(events: EventRow[]): Map<string, TaskRow> {
  const forgotten = new Set(events.filter((event) => event.kind === 'purged').map((event) => event.task_id))
  const rows = new Map<string, TaskRow>()
  for (const event of events) {
    if (forgotten.has(event.task_id)) {
      expect([event.kind, event.before, event.after]).toEqual([event.kind, null, null])
      continue
    }
    const [before, after] = [parsed(event.before), parsed(event.after)]
    const row = rows.get(event.task_id)
    if (event.kind === 'created') {
      expect(row).toBeUndefined()
      rows.set(event.task_id, rowOf(event.user_id, { ...after, trashedAt: null }))
    } else if (row) {
      const known = fieldsOf(row)
      expect(known).toMatchObject(before)
      expect(event.version).toBe(row.version + 1)
      const next = { ...known, ...after, version: event.version, updatedAt: event.at }
      rows.set(event.task_id, rowOf(event.user_id, next))
    } else throw new Error(`event ${event.seq} is about a task that was never created`)
  }
  return rows
}

type Fields = NonNullable<Values>

const parsed = (text: string | null): Fields => JSON.parse(text ?? '{}')

/** The wire form in the order in which it is sent: the text that a row keeps must be the same, letter by letter. */
function rowOf(owner: string, { trashedAt, ...task }: Fields): TaskRow {
  const { _id, number, title, description, priority, dueDate, status, version, createdAt, updatedAt, completedAt } =
    task
  const sent = { _id, number, title, description, priority, dueDate, status, version }
  return {
    user_id: owner,
    id: _id,
    number,
    title,
    description,
    priority,
    due_date: dueDate?.slice(0, 10),
    status,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
    completed_at: completedAt,
    trashed_at: trashedAt,
    json: JSON.stringify({ ...sent, createdAt, updatedAt, completedAt }),
    files_json: '[]',
  } as TaskRow
}

const fieldsOf = (row: TaskRow): Fields => ({ ...JSON.parse(row.json), trashedAt: row.trashed_at })
