import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedPosition } from './position.ts'

type Reader = 'outgoing_hooks' | 'issue_sources'

/** In a query on a table of readers of the log, such as webhooks: whether the log of the owner has events after the one that the reader has read. */
export const hasUnreadEvents = (table: Reader) => sql<boolean | number>`exists (select 1 from decks
  where decks.user_id = ${sql.ref(`${table}.user_id`)} and decks.last_seq > ${sql.ref(`${table}.seq`)})`

interface Follower {
  user_id: string
  id: string
}

interface Followers {
  active(): Promise<(Follower & { unread: boolean | number })[]>
  activeWithSeq(): Promise<(Follower & { seq: number })[]>
}

/**
 * The readers of the log of all owners, each with whether the log has events that it has not read. If the database is distributed, each deck is
 * read on its own, and a reader whose owner cannot be read has none.
 */
export function activeFollowers(database: Database, { active, activeWithSeq }: Followers) {
  const position = preparedPosition(database)

  async function isUnread({ user_id, seq }: Awaited<ReturnType<typeof activeWithSeq>>[number]): Promise<boolean> {
    try {
      const [found] = await position(user_id)
      return (found?.last_seq ?? 0) > seq
    } catch (error) {
      if (!database.outage(error)) throw error
      return false
    }
  }

  return async (): Promise<(Follower & { unread: boolean | number })[]> => {
    if (!database.isDistributed) return active()
    const found: (Follower & { unread: boolean })[] = []
    for (const { user_id, id, seq } of await activeWithSeq())
      found.push({ user_id, id, unread: await isUnread({ user_id, id, seq }) })
    return found
  }
}
