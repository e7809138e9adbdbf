import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The changes of the number of tasks per label. */
export type LabelChanges = Map<string, number>

const rowsAtOnce = 500

/** The labels of an owner, each with its number of tasks, including the trash. */
export function labelTable(db: Kysely<Schema>, owner: string) {
  const own = db.selectFrom('labels').where('user_id', '=', owner)
  return {
    async count(): Promise<number> {
      const { count } = await own.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return Number(count)
    },
    async all(): Promise<LabelChanges> {
      const rows = await own.select(['label', 'tasks']).execute()
      return new Map(rows.map(({ label, tasks }) => [label, tasks]))
    },
    /** Adds to the numbers of tasks. Returns the labels that no task had before. Removes labels that no task has any more. */
    async add(changes: LabelChanges): Promise<string[]> {
      const values = [...changes].flatMap(([label, tasks]) => (tasks ? { user_id: owner, label, tasks } : []))
      const added: string[] = []
      for (let first = 0; first < values.length; first += rowsAtOnce) {
        const rows = await db
          .insertInto('labels')
          .values(values.slice(first, first + rowsAtOnce))
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'label'])
              .doUpdateSet((row) => ({ tasks: row('labels.tasks', '+', row.ref('excluded.tasks')) })),
          )
          .returning(['label', 'tasks'])
          .execute()
        added.push(
          ...rows.filter(({ label, tasks }) => tasks > 0 && tasks === changes.get(label)).map(({ label }) => label),
        )
        const unused = rows.filter(({ tasks }) => tasks <= 0).map(({ label }) => label)
        if (unused.length)
          await db.deleteFrom('labels').where('user_id', '=', owner).where('label', 'in', unused).execute()
      }
      return added
    },
    removeAll: () => db.deleteFrom('labels').where('user_id', '=', owner).executeTakeFirst(),
  }
}
