import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Whether a task is one of an owner's with these numbers. SQLite without statistics would scan all tasks of the owner instead of using the index
 * of numbers, unless both are compared as pairs; a distributed engine finds the server of the owner only if the owner is named alone.
 */
export function hasNumber(db: Kysely<Schema>, owner: string, numbers: number[]) {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter))
    return sql<boolean>`user_id = ${owner} and number in (${sql.join(numbers)})`
  const pairs = numbers.map((number) => sql`(cast(${owner} as text), cast(${number} as integer))`)
  return sql<boolean>`(user_id, number) in (values ${sql.join(pairs)})`
}
