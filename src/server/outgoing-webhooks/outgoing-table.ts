import { type Kysely, sql } from 'kysely'
import { outgoingLimits } from '../../contract/outgoing-webhooks.ts'
import { onOneServer } from '../database/distributed.ts'
import type { OutgoingHookRow, OutgoingMessageRow, Schema } from '../database/schema.ts'
import { hasUnreadEvents } from '../history/unread-events.ts'
import { isEnabled } from '../restrictions/restrictions.ts'

type Hook = Pick<OutgoingHookRow, 'user_id' | 'id'>
export type HookChange = Partial<Omit<OutgoingHookRow, 'user_id' | 'id' | 'secret' | 'created_at'>>
type Result = Partial<Omit<OutgoingMessageRow, 'user_id' | 'hook_id' | 'place' | 'id' | 'body'>>
/** A message without its texts. */
export type Sent = Omit<OutgoingMessageRow, 'body' | 'response'>

const withoutTexts = [
  ...(['user_id', 'hook_id', 'place', 'id', 'subject', 'event', 'at', 'state', 'attempts'] as const),
  ...(['first_at', 'tried_at', 'next_at', 'status', 'took_ms', 'problem'] as const),
] as const

/** Those that are done are kept for the log of a webhook. */
const maxKept = 100
const maxKeptBytes = 2_000_000

/** Webhooks to other programs and their messages, on the database or within a transaction. */
export function outgoingTable(db: Kysely<Schema>) {
  const hooks = db.selectFrom('outgoing_hooks').selectAll()
  const messages = ({ user_id, id }: Hook) =>
    db.selectFrom('outgoing_messages').where('user_id', '=', user_id).where('hook_id', '=', id)
  const change = ({ user_id, id }: Hook, values: HookChange) =>
    db.updateTable('outgoing_hooks').set(values).where('user_id', '=', user_id).where('id', '=', id)
  const following = () =>
    db.selectFrom('outgoing_hooks').where('paused_at', 'is', null).where(isEnabled('outgoing_hooks.user_id'))

  return {
    /** Those that follow the log, of all owners, each with whether the log has events that it has not read. */
    active: (): Promise<{ user_id: string; id: string; unread: boolean | number }[]> =>
      following()
        .modifyFront(onOneServer)
        .select(['user_id', 'id', hasUnreadEvents('outgoing_hooks').as('unread')])
        .execute(),
    /** The same with the number of the event that each has read, for a database that cannot join them with the log. */
    activeWithSeq: (): Promise<{ user_id: string; id: string; seq: number }[]> =>
      following().select(['user_id', 'id', 'seq']).execute(),
    activeOf: (owner: string): Promise<{ id: string }[]> =>
      db
        .selectFrom('outgoing_hooks')
        .select('id')
        .where('user_id', '=', owner)
        .where('paused_at', 'is', null)
        .execute(),
    find: (owner: string, id: string): Promise<OutgoingHookRow | undefined> =>
      hooks
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .where(isEnabled('outgoing_hooks.user_id'))
        .executeTakeFirst(),
    ofOwner: (owner: string): Promise<OutgoingHookRow[]> =>
      hooks.where('user_id', '=', owner).orderBy('created_at', 'desc').orderBy('id').execute(),
    insert: (row: OutgoingHookRow) => db.insertInto('outgoing_hooks').values(row).execute(),
    change: (hook: Hook, values: HookChange) => change(hook, values).execute(),
    /** Moves the place in the log, unless another node has done so. Returns whether it did. */
    async advance(hook: Pick<OutgoingHookRow, 'user_id' | 'id' | 'seq' | 'last_place'>, seq: number, place: number) {
      const moved = change(hook, { seq, last_place: place })
        .where('seq', '=', hook.seq)
        .where('last_place', '=', hook.last_place)
      return (await moved.executeTakeFirst()).numUpdatedRows > 0n
    },
    remove: (owner: string, id: string) =>
      db.deleteFrom('outgoing_hooks').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: (owner: string) => db.deleteFrom('outgoing_hooks').where('user_id', '=', owner).execute(),

    async add(rows: OutgoingMessageRow[]): Promise<void> {
      if (rows.length) await db.insertInto('outgoing_messages').values(rows).execute()
    },
    /** Those of these ids that it has. */
    knownOf: async (hook: Hook, ids: string[]): Promise<Set<string>> =>
      new Set((await messages(hook).select('id').where('id', 'in', ids).execute()).map(({ id }) => id)),
    async waitingBytes(hook: Hook): Promise<number> {
      const sum = messages(hook).select(sql<number | string>`coalesce(sum(octet_length(body)), 0)`.as('bytes'))
      return Number((await sum.where('state', '=', 'waiting').executeTakeFirst())?.bytes ?? 0)
    },
    /** Those that wait, in order. */
    waiting: (hook: Hook, limit: number): Promise<Sent[]> =>
      messages(hook).select(withoutTexts).where('state', '=', 'waiting').orderBy('place').limit(limit).execute(),
    message: (hook: Hook, id: string): Promise<OutgoingMessageRow | undefined> =>
      messages(hook).selectAll().where('id', '=', id).executeTakeFirst(),
    newest: (hook: Hook, limit: number = outgoingLimits.shownDeliveries): Promise<Sent[]> =>
      messages(hook).select(withoutTexts).orderBy('place', 'desc').limit(limit).execute(),
    async set(hook: Hook, place: number, values: Result): Promise<void> {
      const one = db.updateTable('outgoing_messages').set(values).where('user_id', '=', hook.user_id)
      await one.where('hook_id', '=', hook.id).where('place', '=', place).execute()
    },
    /** A webhook that is paused sends nothing more: its messages are in its log. */
    async giveUp(hook: Hook, problem: string): Promise<void> {
      await db
        .updateTable('outgoing_messages')
        .set({ state: 'failed', next_at: null, problem })
        .where('user_id', '=', hook.user_id)
        .where('hook_id', '=', hook.id)
        .where('state', '=', 'waiting')
        .execute()
    },
    /** Removes those that are done beyond the newest ones. */
    async trim(hook: Hook): Promise<void> {
      const done = messages(hook).where('state', '!=', 'waiting').select('place').orderBy('place', 'desc')
      const rows = await done.select(sql<number>`octet_length(body)`.as('bytes')).execute()
      let bytes = 0
      const tooOld = rows.find((row, index) => {
        bytes += row.bytes
        return index > 0 && (index >= maxKept || bytes > maxKeptBytes)
      })
      if (!tooOld) return
      await db
        .deleteFrom('outgoing_messages')
        .where('user_id', '=', hook.user_id)
        .where('hook_id', '=', hook.id)
        .where('state', '!=', 'waiting')
        .where('place', '<=', tooOld.place)
        .execute()
    },
  }
}
