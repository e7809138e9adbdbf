import type { Kysely } from 'kysely'
import type { ClockRow, JobRow, Schema } from '../database/schema.ts'

const clockId = 1

/** Queries on jobs and on the last trusted time. Neither belongs to an owner. */
export function jobTable(db: Kysely<Schema>) {
  const update = async (name: string, fence: number, change: Partial<JobRow>) => {
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set(change)
      .where('name', '=', name)
      .where('fence', '=', fence)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const known = (name: string) => db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst()
  return {
    known,
    /** Finds or creates the row of a job. */
    async find(name: string, dueAt: number): Promise<JobRow> {
      const found = await known(name)
      if (found) return found
      const row: JobRow = { name, due_at: dueAt, failures: 0, holder: null, fence: 0, beat: 0 }
      await db
        .insertInto('jobs')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return (await known(name)) ?? row
    },
    /** Takes the lease and returns its fence; undefined if the row has changed since it was read. */
    async take({ name, fence, beat }: JobRow, holder: string): Promise<number | undefined> {
      const taken = await db
        .updateTable('jobs')
        .set({ holder, fence: fence + 1, beat: beat + 1 })
        .where('name', '=', name)
        .where('fence', '=', fence)
        .where('beat', '=', beat)
        .returning('fence')
        .executeTakeFirst()
      return taken?.fence
    },
    /** All return false if another node has taken the lease. */
    change: update,
    renew: (name: string, fence: number, beat: number) => update(name, fence, { beat }),
    release: (name: string, fence: number, change: Partial<Pick<JobRow, 'due_at' | 'failures'>>) =>
      update(name, fence, { ...change, holder: null }),

    clock: () => db.selectFrom('clock').selectAll().where('id', '=', clockId).executeTakeFirst(),
    insertClock: (trustedAt: number) =>
      db
        .insertInto('clock')
        .values({ id: clockId, trusted_at: trustedAt, doubted_since: null, doubted_at: null, version: 1 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute(),
    /** Returns false if another node has changed it since it was read. */
    async updateClock(version: number, change: Omit<ClockRow, 'id' | 'version'>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('clock')
        .set({ ...change, version: version + 1 })
        .where('id', '=', clockId)
        .where('version', '=', version)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

export type JobTable = ReturnType<typeof jobTable>
