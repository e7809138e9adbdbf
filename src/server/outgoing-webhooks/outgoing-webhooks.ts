import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { outgoingLimits, testEvent } from '../../contract/outgoing-webhooks.ts'
import type {
  NewOutgoingWebhook,
  OutgoingWebhook,
  OutgoingWebhookChange,
} from '../../contract/schemas/outgoing-webhooks.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { OutgoingHookRow, Schema } from '../database/schema.ts'
import { removeDeliveries } from '../deliveries/deliveries.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { type ChosenTasks, notDecidable } from './chosen-tasks.ts'
import { deliveryKind, type FollowingWebhooks } from './following.ts'
import { outgoingTable } from './outgoing-table.ts'
import { deliveryOf, outgoingWebhookOf, wholeDeliveryOf } from './present.ts'
import type { ReadingLog } from './reading-log.ts'
import type { sendingByHand } from './sending-by-hand.ts'
import { newSecret } from './signature.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings' | 'position'>
  outgoing: Pick<OutgoingCalls, 'check'>
  chosen: ChosenTasks
  log: ReadingLog
  following: FollowingWebhooks
  byHand: ReturnType<typeof sendingByHand>
  clock: () => number
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
}

/** The webhooks of users to other programs: they tell of events, at an address that the user has entered. */
export function outgoingWebhookRules(dependencies: Dependencies) {
  const { database, history, outgoing, chosen, log, following, byHand, clock, holdProved } = dependencies
  const table = outgoingTable(database.db)

  async function find(owner: string, id: string): Promise<OutgoingHookRow> {
    const hook = await table.find(owner, id)
    if (!hook) throw absent()
    return hook
  }

  async function findMessage(hook: OutgoingHookRow, id: string) {
    const message = await table.message(hook, id)
    if (!message) throw new AppError('not_found', 'That delivery does not exist. Only the last 100 are kept.')
    return message
  }

  const shown = async (hook: OutgoingHookRow) => outgoingWebhookOf(hook, (await table.newest(hook, 1))[0])

  /** Fails with `invalid_input` if the tasks of a webhook cannot be decided one by one, or its view does not exist. */
  async function checkChoice(owner: string, { view_id, filter }: Pick<OutgoingHookRow, 'view_id' | 'filter'>) {
    if (view_id !== null && filter !== null)
      throw new AppError('invalid_input', 'Choose a saved view or a filter, not both.')
    if (!(await chosen({ user_id: owner, view_id, filter }))) throw notDecidable()
  }

  const given = ({ name, url, events, view, filter }: OutgoingWebhookChange) => ({
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(url === undefined ? {} : { url: outgoing.check(url) }),
    ...(events === undefined ? {} : { events: JSON.stringify([...new Set(events)]) }),
    ...(view === undefined ? {} : { view_id: view }),
    ...(filter === undefined ? {} : { filter: filter?.trim() || null }),
  })

  return {
    list: async (owner: string): Promise<OutgoingWebhook[]> => Promise.all((await table.ofOwner(owner)).map(shown)),

    /**
     * Creates a webhook with a new secret, which tells of events from now on. Requires a recent confirmation, because a webhook outlasts the session.
     * Fails with `invalid_input` if Taskdeck does not call the address, and with `too_large` if the owner has too many.
     */
    async create(caller: SessionCaller, input: NewOutgoingWebhook) {
      const { owner } = caller
      const row: OutgoingHookRow = {
        ...{ id: randomUUID(), user_id: owner, secret: newSecret(), view_id: null, filter: null, created_at: clock() },
        ...{ seq: 0, last_place: 0, failing_since: null, paused_at: null, paused_why: null },
        ...(given(input) as Pick<OutgoingHookRow, 'name' | 'url' | 'events'>),
      }
      await checkChoice(owner, row)
      const work = async (tx: Kysely<Schema>) => {
        const own = outgoingTable(tx)
        await holdProved(tx, caller)
        if ((await own.ofOwner(owner)).length >= outgoingLimits.hooks) throw tooMany()
        row.seq = (await history.position(owner)).seq
        await own.insert(row)
        await following.add(tx, owner, row.id)
      }
      const answer = { message: 'Webhook created.', webhook: outgoingWebhookOf(row), secret: row.secret }
      const created = await history.changeSettings(caller, work, () => answer)
      await following.refresh(owner)
      return created
    },

    /** Changes a webhook. Requires a recent confirmation. Fails like `create`, and with `not_found` if the owner has no such webhook. */
    async update(caller: SessionCaller, id: string, change: OutgoingWebhookChange) {
      const values = given(change)
      await checkChoice(caller.owner, { ...(await find(caller.owner, id)), ...values })
      const work = async (tx: Kysely<Schema>) => {
        await holdProved(tx, caller)
        const own = outgoingTable(tx)
        const hook = await own.find(caller.owner, id)
        if (!hook) throw absent()
        await own.change(hook, values)
        return outgoingWebhookOf({ ...hook, ...values }, (await own.newest(hook, 1))[0])
      }
      return history.changeSettings(caller, work, (webhook) => ({ message: 'Webhook changed.', webhook }))
    },

    /** Lets a paused webhook go on with the events from now on. Fails with `not_found`. */
    async resume(author: Author, id: string) {
      const { owner } = author
      await checkChoice(owner, await find(owner, id))
      const work = async (tx: Kysely<Schema>) => {
        const own = outgoingTable(tx)
        const hook = await own.find(owner, id)
        if (!hook) throw absent()
        const { seq } = await history.position(owner)
        const isPaused = hook.paused_at !== null
        const values = { paused_at: null, paused_why: null, failing_since: null, ...(isPaused ? { seq } : {}) }
        await own.change(hook, values)
        return outgoingWebhookOf({ ...hook, ...values }, (await own.newest(hook, 1))[0])
      }
      const resumed = await history.changeSettings(author, work, (webhook) => ({
        message: 'The webhook sends again, from now on.',
        webhook,
      }))
      await following.refresh(owner)
      return resumed
    },

    /** Deletes a webhook with its log. Fails with `not_found`. */
    async remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await outgoingTable(tx).remove(author.owner, id)
        if (!numDeletedRows) throw absent()
        await following.remove(tx, author.owner, id)
      }
      const removed = await history.changeSettings(author, work, () => ({ message: 'Webhook deleted.' }))
      await following.refresh(author.owner)
      return removed
    },

    /** Sends a test at once, also to a paused webhook. Fails with `not_found` or `too_many_requests`; a failed delivery is a result. */
    async test(owner: string, id: string) {
      const hook = await find(owner, id)
      await byHand.count(owner)
      const at = new Date(clock()).toISOString()
      const message = { id: log.nextMessageId(), subject: testEvent, event: testEvent, at, isSentByHand: true } as const
      await log.appendNew(owner, id, [{ ...message, data: { message: `This is a test of the webhook ${hook.name}.` } }])
      return byHand.send(hook, await findMessage(hook, message.id))
    },

    /** The last deliveries, newest first. Fails with `not_found`. */
    deliveries: async (owner: string, id: string) => (await table.newest(await find(owner, id))).map(deliveryOf),
    /** One delivery with its texts. Fails with `not_found`. */
    delivery: async (owner: string, id: string, delivery: string) =>
      wholeDeliveryOf(await findMessage(await find(owner, id), delivery)),
    /** Sends a delivery again, with the same id. Fails with `not_found` or `too_many_requests`; a failed delivery is a result. */
    async sendAgain(owner: string, id: string, delivery: string) {
      const hook = await find(owner, id)
      const message = await findMessage(hook, delivery)
      await byHand.count(owner)
      return byHand.send(hook, message)
    },
  }
}

export type OutgoingWebhookRules = ReturnType<typeof outgoingWebhookRules>

/** Deletes all webhooks of an account that is being deleted or that has a new owner, within the transaction of that change. */
export async function eraseOutgoingWebhooks(tx: Kysely<Schema>, owner: string): Promise<void> {
  await outgoingTable(tx).removeAll(owner)
  await removeDeliveries(tx, owner, deliveryKind)
}

const absent = () => new AppError('not_found', 'That webhook does not exist.')
const tooMany = () =>
  new AppError('too_large', `You have ${outgoingLimits.hooks} webhooks to other programs, which is the maximum.`)
