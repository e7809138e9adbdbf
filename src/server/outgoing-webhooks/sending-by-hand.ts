import type { Database } from '../database/database.ts'
import type { OutgoingHookRow, OutgoingMessageRow } from '../database/schema.ts'
import { outgoingTable } from './outgoing-table.ts'
import { wholeDeliveryOf } from './present.ts'
import type { sending } from './sending.ts'

interface Dependencies {
  database: Database
  send: ReturnType<typeof sending>
  attempts: { take(limits: { key: string; max: number; windowMs: number }[]): Promise<void> }
  clock: () => number
}

/** Sends what users send by hand: tests, and deliveries again. */
export function sendingByHand({ database, send, attempts, clock }: Dependencies) {
  return {
    /** Counts a message of an owner, with all webhooks together. Fails with `too_many_requests`. */
    count: (owner: string) => attempts.take([{ key: `webhooks by hand ${owner}`, max: 60, windowMs: 3_600_000 }]),
    /** Sends a message now, outside the order of the others, and returns it with its result. */
    async send(hook: OutgoingHookRow, message: OutgoingMessageRow) {
      const { isDelivered, status, tookMs, problem, response } = await send(hook, message)
      const values = {
        ...(isDelivered ? { state: 'delivered' as const, next_at: null } : {}),
        tried_at: clock(),
        ...{ attempts: message.attempts + 1, status, took_ms: tookMs, problem, response },
      }
      const own = outgoingTable(database.of(hook.user_id))
      await own.set(hook, message.place, values)
      await own.trim(hook)
      return {
        message: isDelivered ? 'Delivered.' : `Not delivered. ${problem}`,
        delivery: wholeDeliveryOf({ ...message, ...values }),
      }
    },
  }
}
