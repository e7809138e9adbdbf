import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * The newest migration of the last release. That release can run on the schema of this one, because a migration only adds what it can
 * ignore (CONTRIBUTING.md, *Write a migration*). Change it with every release.
 */
export const oldestSupported = '094-security-events'

/** The migration that creates the table. */
const firstNoted = '078-schema-support'
const key = 1

/** Notes which releases can run on the schema that these migrations have made. */
export async function noteSupport(db: Kysely<Schema>, known: string[]): Promise<void> {
  if (!known.includes(firstNoted)) return
  const row = { key, oldest: oldestSupported }
  await db
    .insertInto('schema_support')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ oldest: oldestSupported }))
    .execute()
}

/** Whether a release with these migrations can run on a schema that a newer release has made, which has said so in the database. */
export async function isSupported(db: Kysely<Schema>, known: string[]): Promise<boolean> {
  const row = await db.selectFrom('schema_support').select('oldest').where('key', '=', key).executeTakeFirst()
  return row !== undefined && known.includes(row.oldest)
}
