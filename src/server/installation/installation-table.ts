import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

const key = 1

/** Queries on the row that identifies this installation. */
export function installationTable(db: Kysely<Schema>) {
  const find = async () =>
    (await db.selectFrom('installation').select('id').where('key', '=', key).executeTakeFirst())?.id
  return {
    find,
    /** Stores an id unless one is stored already. Returns the stored id. */
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
