import type { Kysely } from 'kysely'
import { hookLimits } from '../../contract/hooks.ts'
import type { HookDeliveryRow, HookRow, Schema } from '../database/schema.ts'

/** Refused deliveries that are kept. They must not push the others out of the log, because anyone can send one. */
const maxRefused = 10
/** Deliveries of one webhook that are remembered. The effects of older ones are not repeated either: see git/reference-writes.ts. */
const maxKept = 500

/** The webhooks of all users, on the database or within a transaction. */
export function hookTable(db: Kysely<Schema>) {
  const ofHook = ({ user_id, id }: Pick<HookRow, 'user_id' | 'id'>) =>
    db.selectFrom('hook_deliveries').where('user_id', '=', user_id).where('hook_id', '=', id)

  /** Removes the deliveries with or without a hash of their body beyond the newest ones. */
  async function trim({ user_id, id }: HookRow, hash: 'is' | 'is not', max: number): Promise<void> {
    const newest = ofHook({ user_id, id }).where('body_hash', hash, null).select('id').orderBy('id', 'desc')
    const tooOld = await newest.offset(max).limit(1).executeTakeFirst()
    if (!tooOld) return
    await db
      .deleteFrom('hook_deliveries')
      .where('user_id', '=', user_id)
      .where('hook_id', '=', id)
      .where('body_hash', hash, null)
      .where('id', '<=', tooOld.id)
      .execute()
  }

  return {
    /** For a delivery, which knows no owner. */
    find: (id: string): Promise<HookRow | undefined> =>
      db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst(),
    findOwn: (owner: string, id: string): Promise<HookRow | undefined> =>
      db.selectFrom('hooks').selectAll().where('id', '=', id).where('user_id', '=', owner).executeTakeFirst(),
    ofOwner: (owner: string): Promise<HookRow[]> =>
      db.selectFrom('hooks').selectAll().where('user_id', '=', owner).orderBy('created_at', 'desc').execute(),
    insert: (row: HookRow) => db.insertInto('hooks').values(row).execute(),
    update: (owner: string, id: string, values: Partial<Pick<HookRow, 'name' | 'authors'>>) =>
      db.updateTable('hooks').set(values).where('user_id', '=', owner).where('id', '=', id).execute(),
    /** With its deliveries. */
    remove: (owner: string, id: string) =>
      db.deleteFrom('hooks').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: (owner: string) => db.deleteFrom('hooks').where('user_id', '=', owner).execute(),

    /** The last deliveries, newest first. */
    deliveries: (hook: Pick<HookRow, 'user_id' | 'id'>, limit: number = hookLimits.shownDeliveries) =>
      ofHook(hook).selectAll().orderBy('id', 'desc').limit(limit).execute(),
    /** Whether a delivery was received before, by the forge's id or by its body. */
    async isKnown(hook: HookRow, deliveryId: string | null, bodyHash: string): Promise<boolean> {
      const known = await ofHook(hook)
        .select('id')
        .where((row) => row.or([row('body_hash', '=', bodyHash), row('delivery_id', '=', deliveryId ?? '')]))
        .limit(1)
        .executeTakeFirst()
      return known !== undefined
    },
    add: (row: HookDeliveryRow) => db.insertInto('hook_deliveries').values(row).execute(),
    /** Removes all but the newest deliveries that were refused. */
    trimRefused: (hook: HookRow) => trim(hook, 'is', maxRefused),
    /** Removes all but the newest deliveries that were accepted: at most this many, and not more than a webhook may have. */
    trimKept: (hook: HookRow, max: number) => trim(hook, 'is not', Math.min(max, maxKept)),
    removeOld: (before: number) => db.deleteFrom('hook_deliveries').where('at', '<', before).execute(),
  }
}
