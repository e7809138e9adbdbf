import type { Kysely } from 'kysely'
import type { DeliveryRow, Schema } from '../database/schema.ts'

type Key = Pick<DeliveryRow, 'user_id' | 'id'>
export type DeliveryChange = Partial<Pick<DeliveryRow, 'state' | 'attempts' | 'due_at' | 'next_at' | 'last_error'>>

/** Some of the kinds of deliveries. */
export type KindFilter = { in: string[] } | { notIn: string[] }

/** Queries on the deliveries of all owners, for the work that is due. */
export function deliveryTable(db: Kysely<Schema>) {
  const all = db.selectFrom('deliveries')
  /** Those whose time has come, the longest waiting first. */
  const dueAt = (now: number) => all.where('next_at', '<=', now).where('state', '=', 'waiting').orderBy('next_at')

  return {
    /** When something is to be done next. */
    async nextAt(): Promise<number | undefined> {
      const next = all.select('next_at').where('next_at', 'is not', null).orderBy('next_at').limit(1)
      return (await next.executeTakeFirst())?.next_at ?? undefined
    },
    /**
     * Takes deliveries whose time has come, and returns them. Nobody else takes them until `leaseEnd`. Of two nodes that take the same ones at the
     * same moment, the second waits for the first, and then finds a later time.
     */
    take: (now: number, leaseEnd: number, limit: number, kinds: KindFilter): Promise<DeliveryRow[]> =>
      db
        .updateTable('deliveries')
        .set((row) => ({ next_at: leaseEnd, attempts: row('attempts', '+', 1) }))
        .where((row) =>
          row(
            row.refTuple('user_id', 'id'),
            'in',
            dueAt(now)
              .$call((due) => ('in' in kinds ? due.where('kind', 'in', kinds.in) : due))
              .$call((due) => ('notIn' in kinds && kinds.notIn.length ? due.where('kind', 'not in', kinds.notIn) : due))
              .select(['user_id', 'id'])
              .limit(limit)
              .$asTuple('user_id', 'id'),
          ),
        )
        .where('next_at', '<=', now)
        .where('state', '=', 'waiting')
        .returningAll()
        .execute(),
    /**
     * Ends or renews the lease on deliveries of an owner. Those that were changed meanwhile, or that another node has taken, stay as they are:
     * returns whether there are others.
     */
    async settle(owner: string, taken: Key[], leaseEnd: number, change: DeliveryChange): Promise<boolean> {
      const settled = await db
        .updateTable('deliveries')
        .set(change)
        .where('user_id', '=', owner)
        .where(
          'id',
          'in',
          taken.map(({ id }) => id),
        )
        .where('next_at', '=', leaseEnd)
        .executeTakeFirst()
      return settled.numUpdatedRows > 0n
    },
    /** Makes one due that waits for a later time, or for this. One that a node has taken stays as it is. */
    async wake(own: Kysely<Schema>, owner: string, id: string, now: number): Promise<void> {
      await own
        .updateTable('deliveries')
        .set({ due_at: now, next_at: now })
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .where('attempts', '=', 0)
        .where((row) => row.or([row('next_at', 'is', null), row('next_at', '>', now)]))
        .execute()
    },
    /** Removes those that were kept for long enough. */
    async forget(now: number): Promise<void> {
      await db.deleteFrom('deliveries').where('next_at', '<=', now).where('state', 'in', ['sent', 'failed']).execute()
    },
    async counts(): Promise<{ kind: string; state: DeliveryRow['state']; count: number }[]> {
      const counted = all
        .select((row) => ['kind', 'state', row.fn.countAll<number | string>().as('count')])
        .groupBy(['kind', 'state'])
        .orderBy('kind')
        .orderBy('state')
      return (await counted.execute()).map((row) => ({ ...row, count: Number(row.count) }))
    },
    failed: (limit: number): Promise<DeliveryRow[]> =>
      all.selectAll().where('state', '=', 'failed').orderBy('due_at', 'desc').limit(limit).execute(),
    /** The number of failed ones, and the time of the one that should have been done first. */
    async health(now: number): Promise<{ failed: number; lateSince: number | undefined }> {
      const failed = all.select((row) => row.fn.countAll<number | string>().as('count')).where('state', '=', 'failed')
      const late = dueAt(now).select('due_at').limit(1)
      const [count, first] = await Promise.all([failed.executeTakeFirst(), late.executeTakeFirst()])
      return { failed: Number(count?.count ?? 0), lateSince: first?.due_at }
    },
  }
}

export type DeliveryTable = ReturnType<typeof deliveryTable>

/** Queries on the deliveries of one owner. */
export function ownerDeliveries(db: Kysely<Schema>, owner: string) {
  const own = db.selectFrom('deliveries').where('user_id', '=', owner)
  const heldBy = (taken: DeliveryRow[]) =>
    db
      .updateTable('deliveries')
      .where('user_id', '=', owner)
      .where(
        'id',
        'in',
        taken.map(({ id }) => id),
      )
      .where('state', '=', 'waiting')
      .where('next_at', '=', taken[0]?.next_at ?? null)
  return {
    ofSubjects: (kind: string, subjects: string[]): Promise<DeliveryRow[]> =>
      own.selectAll().where('kind', '=', kind).where('subject', 'in', subjects).execute(),
    async insert(rows: DeliveryRow[]): Promise<void> {
      if (rows.length) await db.insertInto('deliveries').values(rows).execute()
    },
    async remove(ids: string[]): Promise<void> {
      if (ids.length) await db.deleteFrom('deliveries').where('user_id', '=', owner).where('id', 'in', ids).execute()
    },
    /** Whether the owner has more than `max` deliveries of a kind. Reads no more than these. */
    async hasMoreThan(max: number, kind: string): Promise<boolean> {
      return (await own.select('id').where('kind', '=', kind).offset(max).limit(1).execute()).length > 0
    },
    async removeAll(kind: string): Promise<void> {
      await db.deleteFrom('deliveries').where('user_id', '=', owner).where('kind', '=', kind).execute()
    },
    async readyCount(kind: string): Promise<number> {
      const counted = own.select((row) => row.fn.countAll<number | string>().as('count'))
      const found = await counted.where('kind', '=', kind).where('state', '=', 'ready').executeTakeFirst()
      return Number(found?.count ?? 0)
    },
    /** Marks those that are ready as sent, and returns them: each is returned to one caller only. They are forgotten at `until`. */
    takeReady: (kind: string, until: number): Promise<DeliveryRow[]> =>
      db
        .updateTable('deliveries')
        .set({ state: 'sent', next_at: until })
        .where('user_id', '=', owner)
        .where('kind', '=', kind)
        .where('state', '=', 'ready')
        .returningAll()
        .execute(),
    /** Whether a node has just taken some of a kind, which are about to be ready. */
    async isUnderway(kind: string, now: number): Promise<boolean> {
      const taken = own.select('id').where('kind', '=', kind).where('state', '=', 'waiting').where('attempts', '>', 0)
      return Boolean(await taken.where('due_at', '<=', now).limit(1).executeTakeFirst())
    },
    /** Lets those that this node has taken wait for a later time, as if it had not taken them. */
    postpone: (taken: DeliveryRow[], until: number) =>
      heldBy(taken).set({ due_at: until, next_at: until, attempts: 0 }).execute(),
    /** Marks those that this node has taken as sent, before it sends them, and returns those that it still has. */
    markSent: (taken: DeliveryRow[], until: number): Promise<DeliveryRow[]> =>
      heldBy(taken).set({ state: 'sent', next_at: until }).returningAll().execute(),
    async change(id: string, change: DeliveryChange): Promise<void> {
      await db.updateTable('deliveries').set(change).where('user_id', '=', owner).where('id', '=', id).execute()
    },
    /** The days and times of those that wait, after a given one. */
    async localTimes(after: string, limit: number): Promise<string[]> {
      const times = own.select('local_time').distinct().where('state', '=', 'waiting').where('local_time', '>', after)
      return (await times.orderBy('local_time').limit(limit).execute()).flatMap(({ local_time }) => local_time ?? [])
    },
    /** Sets the moment of those that wait for a day and a time. */
    async setMoment(localTime: string, dueAt: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ due_at: dueAt, next_at: dueAt })
        .where('user_id', '=', owner)
        .where('state', '=', 'waiting')
        .where('local_time', '=', localTime)
        .execute()
    },
    /** Removes some of them. Returns false if none is left. */
    async eraseSlice(limit: number): Promise<boolean> {
      const ids = (await own.select('id').limit(limit).execute()).map(({ id }) => id)
      await this.remove(ids)
      return ids.length === limit
    },
  }
}
