import type { Kysely } from 'kysely'
import { webhookLimits } from '../../contract/webhooks.ts'
import type { Schema, WebhookDeliveryRow, WebhookRow } from '../database/schema.ts'
import { isEnabled } from '../restrictions/restrictions.ts'

/** Refused deliveries that are kept. They must not push the others out of the log, because anyone can send one. */
const maxRefused = 10
/** Deliveries of one webhook that are remembered. The effects of older ones are not repeated either: see git/reference-writes.ts. */
const maxKept = 500

/** The webhooks of all users, on the database or within a transaction. */
export function webhookTable(db: Kysely<Schema>) {
  const ofWebhook = ({ user_id, id }: Pick<WebhookRow, 'user_id' | 'id'>) =>
    db.selectFrom('hook_deliveries').where('user_id', '=', user_id).where('hook_id', '=', id)

  /** Removes the deliveries with or without a hash of their body beyond the newest ones. */
  async function trim({ user_id, id }: WebhookRow, hash: 'is' | 'is not', max: number): Promise<void> {
    const newest = ofWebhook({ user_id, id }).where('body_hash', hash, null).select('id').orderBy('id', 'desc')
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
    /** For a delivery, which knows no owner. A disabled account has no webhooks. */
    find: (id: string): Promise<WebhookRow | undefined> =>
      db.selectFrom('hooks').selectAll().where('id', '=', id).where(isEnabled('hooks.user_id')).executeTakeFirst(),
    findOwn: (owner: string, id: string): Promise<WebhookRow | undefined> =>
      db.selectFrom('hooks').selectAll().where('id', '=', id).where('user_id', '=', owner).executeTakeFirst(),
    ofOwner: (owner: string): Promise<WebhookRow[]> =>
      db.selectFrom('hooks').selectAll().where('user_id', '=', owner).orderBy('created_at', 'desc').execute(),
    insert: (row: WebhookRow) => db.insertInto('hooks').values(row).execute(),
    update: (owner: string, id: string, values: Partial<Pick<WebhookRow, 'name' | 'authors'>>) =>
      db.updateTable('hooks').set(values).where('user_id', '=', owner).where('id', '=', id).execute(),
    /** With its deliveries. */
    remove: (owner: string, id: string) =>
      db.deleteFrom('hooks').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: (owner: string) => db.deleteFrom('hooks').where('user_id', '=', owner).execute(),

    /** The last deliveries, newest first. */
    deliveries: (hook: Pick<WebhookRow, 'user_id' | 'id'>, limit: number = webhookLimits.shownDeliveries) =>
      ofWebhook(hook).selectAll().orderBy('id', 'desc').limit(limit).execute(),
    /** Whether a delivery was received before, by the forge's id or by its body. */
    async isKnown(hook: WebhookRow, deliveryId: string | null, bodyHash: string): Promise<boolean> {
      const known = await ofWebhook(hook)
        .select('id')
        .where((row) => row.or([row('body_hash', '=', bodyHash), row('delivery_id', '=', deliveryId ?? '')]))
        .limit(1)
        .executeTakeFirst()
      return known !== undefined
    },
    add: (row: WebhookDeliveryRow) => db.insertInto('hook_deliveries').values(row).execute(),
    /** Removes all but the newest deliveries that were refused. */
    trimRefused: (hook: WebhookRow) => trim(hook, 'is', maxRefused),
    /** Removes all but the newest deliveries that were accepted: at most this many, and not more than a webhook may have. */
    trimKept: (hook: WebhookRow, max: number) => trim(hook, 'is not', Math.min(max, maxKept)),
    removeOld: (before: number) => db.deleteFrom('hook_deliveries').where('at', '<', before).execute(),
  }
}
