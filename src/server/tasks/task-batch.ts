import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { allFields, type TaskField } from '../../contract/task-fields.ts'
import type { Schema, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { pauses } from '../work/slices.ts'

/** Few enough that their texts fit into memory, and that other users do not notice the time that they take. */
export const tasksAtOnce = 200

/** The types of columns that are not texts. PostgreSQL takes the values of a statement for texts. */
const typeOfKind: Partial<Record<TaskField['kind'], string>> = { amount: 'integer', number: 'double precision' }
const types: Partial<Record<string, string>> = {
  version: 'integer',
  json_format: 'integer',
  json_version: 'integer',
  note_count: 'integer',
  last_note_number: 'integer',
  question_count: 'integer',
  ...Object.fromEntries(allFields.map(([, { column, kind }]) => [column, typeOfKind[kind]])),
}

/** How long the tasks of a batch are computed before other requests run. */
const maxComputingMs = 5

interface Batch {
  /** Lets other requests run if it is time. */
  pause: () => Promise<void> | undefined
  rows: Map<string, TaskRow>
  /** The columns that were changed, by task. */
  changed: Map<string, Set<keyof TaskRow>>
}

/**
 * Loads the tasks of a change of many tasks batch by batch, and writes each batch in one statement, instead of one statement per task. Only the
 * last batch is in memory.
 */
export function taskBatches() {
  const batches = new WeakMap<Draft, Batch>()

  function batchOf(draft: Draft): Batch {
    const known = batches.get(draft)
    if (known) return known
    const batch: Batch = { pause: pauses(maxComputingMs), rows: new Map(), changed: new Map() }
    batches.set(draft, batch)
    draft.beforeEnd(() => flush(draft, batch))
    return batch
  }

  async function flush({ tx, owner }: Draft, { rows, changed }: Batch): Promise<void> {
    const sameColumns = Map.groupBy(changed, ([, names]) => [...names].sort().join())
    for (const group of sameColumns.values()) {
      const names = [...(group[0]?.[1] ?? [])]
      const written = group.flatMap(([id]) => rows.get(id) ?? [])
      await updateMany(tx, owner, names, written)
    }
    rows.clear()
    changed.clear()
  }

  return {
    /** Writes the batch that was loaded before, and loads another one, in or outside the trash. Lets other requests run in between. */
    async load(draft: Draft, ids: string[]): Promise<void> {
      const batch = batchOf(draft)
      await flush(draft, batch)
      await nextTurn()
      const { tx, owner } = draft
      const found = tx.selectFrom('tasks').selectAll().where('user_id', '=', owner).where('id', 'in', ids)
      for (const row of await found.execute()) batch.rows.set(row.id, row)
    },
    find: (draft: Draft, id: string): TaskRow | undefined => batches.get(draft)?.rows.get(id),
    /** Takes over the write of some columns of a row if its task is loaded. Returns whether it is. */
    async write(draft: Draft, next: TaskRow, columns: Partial<TaskRow>): Promise<boolean> {
      const batch = batches.get(draft)
      if (!batch?.rows.has(next.id)) return false
      batch.rows.set(next.id, next)
      const names = batch.changed.get(next.id) ?? new Set()
      for (const name of Object.keys(columns)) names.add(name as keyof TaskRow)
      batch.changed.set(next.id, names)
      await batch.pause()
      return true
    },
  }
}

async function updateMany(tx: Kysely<Schema>, owner: string, names: (keyof TaskRow)[], rows: TaskRow[]) {
  const values = rows.map((row) => sql`(${sql.join([row.id, ...names.map((name) => row[name])])})`)
  const columns = sql.join(['task_id', ...names].map((name) => sql.ref(name)))
  const set = names.map((name) => {
    const value = sql.ref(`changed.${name}`)
    const type = types[name]
    return sql`${sql.ref(name)} = ${type ? sql`cast(${value} as ${sql.raw(type)})` : value}`
  })
  await sql`with changed (${columns}) as (values ${sql.join(values)})
    update tasks set ${sql.join(set)} from changed
    where tasks.user_id = ${owner} and tasks.id = changed.task_id`.execute(tx)
}
