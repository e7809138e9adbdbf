import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The remembered values of the tasks of an owner at their source, within a change. */
export function sourceTable(tx: Kysely<Schema>, owner: string) {
  return {
    /** The packed fields of these tasks by their ids. */
    async find(ids: string[]): Promise<Map<string, string>> {
      const rows = await tx
        .selectFrom('import_sources')
        .select(['task_id', 'fields'])
        .where('user_id', '=', owner)
        .where('task_id', 'in', ids)
        .execute()
      return new Map(rows.map(({ task_id, fields }) => [task_id, fields]))
    },
    /** Stores the packed fields of tasks. `known` are the ids that have a row. */
    async put(
      sources: readonly (readonly [id: string, fields: string])[],
      known: Iterable<string> = [],
    ): Promise<void> {
      const ids = [...known]
      // A staged transaction has no upsert.
      if (ids.length)
        await tx.deleteFrom('import_sources').where('user_id', '=', owner).where('task_id', 'in', ids).execute()
      const rows = sources.map(([task_id, fields]) => ({ user_id: owner, task_id, fields }))
      if (rows.length) await tx.insertInto('import_sources').values(rows).execute()
    },
  }
}
