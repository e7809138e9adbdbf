import type { Kysely } from 'kysely'
import { preparedQuery } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'

/** The changes of the number of tasks per label. */
export type LabelChanges = Map<string, number>

const rowsAtOnce = 500
/** Most changes concern few labels. Statements for one label are compiled in advance, because building one costs more than running it. */
const fewLabels = 8

const addition = (db: Kysely<Schema>, rows: Schema['labels'][]) =>
  db
    .insertInto('labels')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'label'])
        .doUpdateSet((row) => ({ tasks: row('labels.tasks', '+', row.ref('excluded.tasks')) })),
    )
    .returning(['label', 'tasks'])

/** The statement of most changes. */
export const labelStatements = (db: Kysely<Schema>) => ({
  addOne: preparedQuery(db, (query, user_id: string, label: string, tasks: number) =>
    addition(query, [{ user_id, label, tasks }]),
  ),
})

type Statements = ReturnType<typeof labelStatements>

/** Removes the labels of an owner. */
export const removeLabels = (db: Kysely<Schema>, owner: string) =>
  db.deleteFrom('labels').where('user_id', '=', owner).executeTakeFirst()

/** The labels of an owner, each with its number of tasks, including the trash. */
export function labelTable(db: Kysely<Schema>, owner: string, { addOne }: Statements) {
  // Built when it is needed: most changes run prepared statements only.
  const own = () => db.selectFrom('labels').where('user_id', '=', owner)

  async function addAll(rows: Schema['labels'][]): Promise<Pick<Schema['labels'], 'label' | 'tasks'>[]> {
    if (rows.length > fewLabels) return addition(db, rows).execute()
    const counted = []
    for (const { label, tasks } of rows) counted.push(...(await addOne(db, owner, label, tasks)))
    return counted
  }

  return {
    async count(): Promise<number> {
      const { count } = await own()
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async all(): Promise<LabelChanges> {
      const rows = await own().select(['label', 'tasks']).execute()
      return new Map(rows.map(({ label, tasks }) => [label, tasks]))
    },
    /** Adds to the numbers of tasks. Returns the labels that no task had before. Removes labels that no task has any more. */
    async add(changes: LabelChanges): Promise<string[]> {
      const values = [...changes].flatMap(([label, tasks]) => (tasks ? { user_id: owner, label, tasks } : []))
      const added: string[] = []
      for (let first = 0; first < values.length; first += rowsAtOnce) {
        const rows = await addAll(values.slice(first, first + rowsAtOnce))
        added.push(
          ...rows.filter(({ label, tasks }) => tasks > 0 && tasks === changes.get(label)).map(({ label }) => label),
        )
        const unused = rows.filter(({ tasks }) => tasks <= 0).map(({ label }) => label)
        if (unused.length)
          await db.deleteFrom('labels').where('user_id', '=', owner).where('label', 'in', unused).execute()
      }
      return added
    },
  }
}
