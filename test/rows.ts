import type { Database } from '../src/server/database/database.ts'
import type { Schema } from '../src/server/database/schema.ts'

/** Every row of every table as text: `table {"column":"value"}`. Used to check that data exists or does not. */
export async function everyRow({ db }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const rows = tables.map(async ({ name }) => {
    const found = await db
      .selectFrom(name as keyof Schema)
      .selectAll()
      .execute()
    return found.map((row) => `${name} ${JSON.stringify(row)}`)
  })
  return (await Promise.all(rows)).flat().sort()
}
