import type { Database } from '../src/server/database/database.ts'
import type { Schema } from '../src/server/database/schema.ts'

/** The last failure of a token is written after the answer, and a refused call changes nothing else. */
const unread = (table: string) =>
  table === 'tokens'
    ? { failed_at: undefined, failed_call: undefined, failed_code: undefined, failed_message: undefined }
    : {}

/** Every row of every table as text: `table {"column":"value"}`. Used to check that data exists or does not. */
export async function everyRow({ db, tables }: Database): Promise<string[]> {
  const rows = (await tables()).map(async (name) => {
    const found = await db
      .selectFrom(name as keyof Schema)
      .selectAll()
      .execute()
    return found.map((row) => `${name} ${JSON.stringify({ ...row, ...unread(name) })}`)
  })
  return (await Promise.all(rows)).flat().sort()
}
