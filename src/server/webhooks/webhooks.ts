import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { webhookCalls } from '../../contract/calls/webhooks.ts'
import { AppError } from '../../contract/errors.ts'
import type { Delivery, NewWebhook, Webhook, WebhookChange } from '../../contract/schemas/webhooks.ts'
import { webhookLimits } from '../../contract/webhooks.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, WebhookRow } from '../database/schema.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { deliveryOf, storedAuthors, webhookOf } from './present.ts'
import { newSecret } from './signatures.ts'
import { webhookTable } from './webhook-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
  clock: () => number
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
}

/** The webhooks of users: forges report pushes and change requests to them. */
export function webhookRules({ database, history, clock, holdProved }: Dependencies) {
  const table = webhookTable(database.db)

  return {
    list: async (owner: string): Promise<Webhook[]> =>
      Promise.all(
        (await table.ofOwner(owner)).map(async (hook) => webhookOf(hook, (await table.deliveries(hook, 1))[0])),
      ),

    /**
     * Creates a webhook with a new secret. Requires a recent confirmation, because a webhook outlasts the session. Fails with `too_large` if
     * the owner has too many.
     */
    create(caller: SessionCaller, { name, forge, authors }: NewWebhook) {
      const work = async (tx: Kysely<Schema>) => {
        const own = webhookTable(tx)
        await holdProved(tx, caller)
        if ((await own.ofOwner(caller.owner)).length >= webhookLimits.hooks) throw tooMany()
        const row: WebhookRow = {
          id: randomUUID(),
          user_id: caller.owner,
          name: name.trim(),
          forge,
          secret: newSecret(forge),
          created_at: clock(),
          authors: storedAuthors(authors),
        }
        await own.insert(row)
        return row
      }
      return history.changeSettings(caller, work, (row) => ({
        message: 'Webhook created.',
        hook: webhookOf(row),
        secret: row.secret,
        path: webhookCalls.receive.path.replace(':id', row.id),
      }))
    },

    /** Renames a webhook or changes its authors. Requires a recent confirmation. Fails with `not_found` if the owner has no such webhook. */
    update(caller: SessionCaller, id: string, { name, authors }: WebhookChange) {
      const work = async (tx: Kysely<Schema>) => {
        const own = webhookTable(tx)
        await holdProved(tx, caller)
        const hook = await own.findOwn(caller.owner, id)
        if (!hook) throw absent()
        const values = {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(authors ? { authors: storedAuthors(authors) } : {}),
        }
        await own.update(caller.owner, id, values)
        const [last] = await own.deliveries(hook, 1)
        return webhookOf({ ...hook, ...values }, last)
      }
      return history.changeSettings(caller, work, (hook) => ({ message: 'Webhook changed.', hook }))
    },

    /** Revokes a webhook. Fails with `not_found` if the owner has no such webhook. */
    remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await webhookTable(tx).remove(author.owner, id)
        if (!numDeletedRows) throw absent()
      }
      return history.changeSettings(author, work, () => ({ message: 'Webhook revoked.' }))
    },

    /** The last deliveries, newest first. Fails with `not_found` if the owner has no such webhook. */
    async deliveries(owner: string, id: string): Promise<Delivery[]> {
      const hook = await table.findOwn(owner, id)
      if (!hook) throw absent()
      return (await table.deliveries(hook)).map(deliveryOf)
    },
  }
}

export type WebhookRules = ReturnType<typeof webhookRules>

/** Revokes all webhooks of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseWebhooks = (tx: Kysely<Schema>, owner: string) => webhookTable(tx).removeAll(owner)

const absent = () => new AppError('not_found', 'That webhook does not exist.')
const tooMany = () =>
  new AppError('too_large', `You have ${webhookLimits.hooks} webhooks, which is the maximum. Revoke one first.`)
