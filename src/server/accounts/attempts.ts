import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** At most so many attempts in so many milliseconds, counted under a key. */
export interface Limit {
  key: string
  most: number
  window: number
}

interface Parts {
  database: Database
  clock: () => number
}

/**
 * Counts attempts per account and per address, in the database, so that every node counts together. Counting is a statement of its
 * own, before the attempt: what fails later cannot undo it, and a thousand at once are counted as a thousand.
 */
export function attemptLimits({ database, clock }: Parts) {
  return {
    /** Counts one attempt under every key; refuses it when one of them is used up. The block ends with the window. */
    async take(limits: Limit[]): Promise<void> {
      const now = clock()
      for (const limit of limits) {
        const { count, until } = await countUp(database.db, limit, now)
        if (count > limit.most) throw tooMany(until - now)
      }
    },
    /** Takes an attempt back that turned out to be right. */
    async giveBack(limits: Limit[]): Promise<void> {
      const keys = limits.map((limit) => storedKey(limit.key))
      await database.db
        .updateTable('attempts')
        .set({ count: sql`count - 1` })
        .where('key', 'in', keys)
        .where('count', '>', 0)
        .execute()
    },
    async forgetOld(): Promise<void> {
      await database.db.deleteFrom('attempts').where('until', '<=', clock()).execute()
    },
  }
}

export type AttemptLimits = ReturnType<typeof attemptLimits>

async function countUp(db: Kysely<Schema>, { key, window }: Limit, now: number) {
  return db
    .insertInto('attempts')
    .values({ key: storedKey(key), count: 1, until: now + window })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        count: row
          .case()
          .when('attempts.until', '<=', now)
          .then(1)
          .else(row('attempts.count', '+', 1))
          .end(),
        until: row
          .case()
          .when('attempts.until', '<=', now)
          .then(now + window)
          .else(row.ref('attempts.until'))
          .end(),
      })),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow()
}

/** Of one length whatever was typed, and telling nobody which e-mails were tried. */
function storedKey(key: string) {
  return hash('sha256', key, 'base64url')
}

function tooMany(milliseconds: number) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('too_many_requests', `Too many attempts. Please try again in ${wait}.`, { retryAfter: seconds })
}

/** What counts as one address: an IPv4 address, or the /64 that one IPv6 subscriber has to itself. Some proxies add a port. */
export function addressKey(address: string): string {
  const ip = address.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('%')[0]?.toLowerCase().split('::') ?? []
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
