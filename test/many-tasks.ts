import type { Database } from '../src/server/database/database.ts'

const rowsAtOnce = 500

/** Gives a user with one task many copies of it, without their events. Returns the ids of all. */
export async function copyTask({ db }: Pick<Database, 'db'>, id: string, count: number): Promise<string[]> {
  const row = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ids = [id]
  for (let number = 2; number <= count; number += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - number + 1) }, (_, index) => {
      const next = number + index
      const copy = `${id.slice(0, -6)}${next.toString(16).padStart(6, '0')}`
      const json = JSON.stringify({ ...JSON.parse(row.json), _id: copy, number: next, position: next })
      return { ...row, id: copy, number: next, position: next, json }
    })
    ids.push(...rows.map((copy) => copy.id))
    await db.insertInto('tasks').values(rows).execute()
  }
  await db.updateTable('decks').set({ last_number: count }).where('user_id', '=', row.user_id).execute()
  return ids
}

/** Adds many copies of an owner's newest change, which has one event, to the log, without changing its task. */
export async function copyEvent({ db }: Pick<Database, 'db'>, change: number, count: number) {
  const row = await db.selectFrom('events').selectAll().where('seq', '=', change).executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, index) => {
    const seq = change + index + 1
    return { ...row, seq, change: seq, version: row.version + index + 1 }
  })
  for (let first = 0; first < count; first += rowsAtOnce) {
    await db
      .insertInto('events')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute()
  }
  await db
    .updateTable('decks')
    .set({ last_seq: change + count })
    .where('user_id', '=', row.user_id)
    .execute()
}
