import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

const key = 1

/** Queries on the one row that names this installation. */
export function installationTable(db: Kysely<Schema>) {
  const find = async () =>
    (await db.selectFrom('installation').select('id').where('key', '=', key).executeTakeFirst())?.id
  return {
    find,
    /** Stores an id unless there is one already; returns the one that is stored. */
    async insert(id: string): Promise<string> {
      await db
        .insertInto('installation')
        .values({ key, id })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      return (await find()) ?? id
    },
  }
}
