import { expect } from 'vitest'
import { afterWrite, type Claim } from '../src/contract/claims.ts'
import type { Values } from '../src/contract/schemas/history.ts'
import { allFields, wireDay, withoutAbsent } from '../src/contract/task-fields.ts'
import type { Database } from '../src/server/database/database.ts'
import type { EventRow, TaskRow } from '../src/server/database/schema.ts'

/** Fails unless an owner's log contains every number once and agrees with the tables. */
export async function expectSoundLog({ db }: Pick<Database, 'db'>, owner: string) {
  const events = await db.selectFrom('events').selectAll().where('user_id', '=', owner).orderBy('seq').execute()
  const deck = await db.selectFrom('decks').selectAll().where('user_id', '=', owner).executeTakeFirst()
  const tasks = await db.selectFrom('tasks').selectAll().where('user_id', '=', owner).orderBy('id').execute()
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expect(deck?.last_seq ?? 0).toBe(events.length)
  expectRuns(events)
  const replayed = [...replay(events)].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(tasks.map(plainRow)).toEqual(replayed.map(([, fields]) => rowOf(owner, fields)))
  const numbers = events.filter((event) => event.kind === 'created').length
  expect(deck?.last_number ?? 0).toBe(numbers)
  await expectExactCounts({ db }, owner)
  return events
}

/** Fails unless the counted text and labels of an owner match the rows. */
export async function expectExactCounts({ db }: Pick<Database, 'db'>, owner: string) {
  const events = await db.selectFrom('events').selectAll().where('user_id', '=', owner).execute()
  const texts = events.flatMap(({ before, after }) => [before ?? '', after ?? ''])
  const deck = await db.selectFrom('decks').selectAll().where('user_id', '=', owner).executeTakeFirst()
  const answers = await db.selectFrom('answers').select('body').where('user_id', '=', owner).execute()
  const subjects = await db.selectFrom('answer_subjects').select('key').where('user_id', '=', owner).execute()
  const answerBytes = answers.reduce((sum, { body }) => sum + 200 + (body?.length ?? 0), subjects.length * 300)
  expect(deck?.text_bytes ?? 0).toBe(Buffer.byteLength(texts.join('')) + answerBytes)
  const tasks = await db.selectFrom('tasks').select('labels').where('user_id', '=', owner).execute()
  const used: string[] = tasks.flatMap(({ labels }) => JSON.parse(labels))
  const counted = await db.selectFrom('labels').select(['label', 'tasks']).where('user_id', '=', owner).execute()
  expect(Object.fromEntries(counted.map(({ label, tasks }) => [label, tasks]))).toEqual(
    Object.fromEntries(
      Map.groupBy(used, (label) => label)
        .entries()
        .map(([label, uses]) => [label, uses.length]),
    ),
  )
}

/** A change is a run of consecutive numbers and is named by the first. The change that it undoes has a lower number. */
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

type Fields = NonNullable<Values>

/** The tasks that result from the events, by id, computed without the tables. */
function replay(events: EventRow[]): Map<string, Fields> {
  const forgotten = new Set(events.filter((event) => event.kind === 'purged').map((event) => event.task_id))
  const tasks = new Map<string, Fields>()
  for (const event of events) {
    if (forgotten.has(event.task_id)) {
      expect([event.kind, event.before, event.after]).toEqual([event.kind, null, null])
      continue
    }
    const [before, after] = [parsed(event.before), parsed(event.after)]
    const known = tasks.get(event.task_id)
    if (event.kind === 'created') {
      expect(known).toBeUndefined()
      tasks.set(event.task_id, { ...missing, ...after, trashedAt: null })
    } else if (known && event.kind === 'proved') {
      // A receipt makes no new version.
      const { proof: _, ...task } = known
      tasks.set(event.task_id, after.proof && Object.keys(after.proof).length ? { ...task, proof: after.proof } : task)
    } else if (known) {
      expect(known).toMatchObject(before)
      expect(event.version).toBe(Number(known.version) + 1)
      const next = { ...known, ...after, version: event.version, updatedAt: event.at }
      // A write of its holder renews a claim without a value in the event.
      tasks.set(event.task_id, next.claim ? { ...next, claim: afterWrite(next.claim as Claim, event) } : next)
    } else throw new Error(`event ${event.seq} is about a task that was never created`)
  }
  return tasks
}

/** Fields that are missing in events of an older version, or left out. */
const missing = {
  fileCount: 0,
  ...Object.fromEntries(
    allFields.flatMap(([name, { isOptional, isLeftOutIfAbsent, initial }]) =>
      isOptional || isLeftOutIfAbsent ? [[name, initial ?? null]] : [],
    ),
  ),
}

const parsed = (text: string | null): Fields => JSON.parse(text ?? '{}')

/** The expected row of a task: every column from the field of the same name, and the JSON that is sent. */
function rowOf(owner: string, { trashedAt, ...task }: Fields): Record<string, unknown> {
  const { fileCount: _, ...own } = task
  const columns = Object.entries(own).map(([field, value]) => [columnOf(field), storedAs(field, value)])
  return {
    proof: null,
    ...Object.fromEntries(columns),
    user_id: owner,
    trashed_at: trashedAt,
    json: withoutAbsent(task),
    files_json: '[]',
    note_count: 0,
    last_note_number: 0,
    question_count: 0,
  }
}

function storedAs(field: string, value: unknown): unknown {
  const { kind, absentAs = null } = allFields.find(([name]) => name === field)?.[1] ?? {}
  if (value === null) return absentAs
  if (typeof value === 'object') return JSON.stringify(value)
  return kind === 'day' ? String(value).replace(wireDay, '') : value
}

const columnOf = (field: string) =>
  field === '_id' ? 'id' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Without the columns that are derived from the others, except for the JSON. */
function plainRow({ words, json, json_format, json_version, ...rest }: TaskRow) {
  return { ...rest, json: JSON.parse(json) }
}
