import { type Kysely, sql } from 'kysely'
import { viaOfAgent, viaOfToken } from '../../contract/via.ts'
import type { EventRow, Schema } from '../database/schema.ts'

/** A time in which a token has made changes. */
export interface Period {
  since: string
  /** Changes at this moment and later are not in it. */
  until?: string | undefined
}

/** An event without its values. */
export type TokenEvent = Pick<EventRow, 'seq' | 'change' | 'task_id' | 'at'>

const eventsAtOnce = 500

/** A token is one author, whether a person, a program or an agent uses it. */
export const viasOf = (name: string): string[] => [viaOfToken(name), viaOfAgent(name)]

/** The events that were made with tokens. The condition is that of their index, which both engines use only if a query states it. */
export const eventsOfTokens = (db: Kysely<Schema>, owner: string) =>
  db.selectFrom('events').where('user_id', '=', owner).where(sql<boolean>`via <> 'session'`)

/** Reads the events of an owner that were made with tokens. */
export function tokenEvents(db: Kysely<Schema>, owner: string) {
  const inPeriod = (via: string, { since, until }: Period) => {
    const events = eventsOfTokens(db, owner).where('via', '=', via).where('at', '>=', since)
    return until === undefined ? events : events.where('at', '<', until)
  }

  async function* ofVia(via: string, period: Period): AsyncGenerator<TokenEvent[]> {
    let last: TokenEvent | undefined
    do {
      const events = inPeriod(via, period)
      const rest = last ? events.where(sql<boolean>`(at, seq) < (${last.at}, ${last.seq})`) : events
      const page: TokenEvent[] = await rest
        .orderBy('at', 'desc')
        .orderBy('seq', 'desc')
        .limit(eventsAtOnce)
        .select(['seq', 'change', 'task_id', 'at'])
        .execute()
      yield page
      last = page.length === eventsAtOnce ? page.at(-1) : undefined
    } while (last)
  }

  return {
    /** Whether anything was ever changed in one of these ways. */
    async hasAny(vias: string[]): Promise<boolean> {
      for (const via of vias) {
        const found = eventsOfTokens(db, owner).where('via', '=', via).limit(1).select('seq')
        if (await found.executeTakeFirst()) return true
      }
      return false
    },
    /** How many events a token has made in a period. */
    async count(name: string, period: Period): Promise<number> {
      let sum = 0
      for (const via of viasOf(name)) {
        const counted = inPeriod(via, period).select(({ fn }) => fn.countAll<number>().as('count'))
        sum += Number((await counted.executeTakeFirst())?.count ?? 0)
      }
      return sum
    },
    /** The events of a token in a period, in pages, newest first for each of its ways. */
    async *inPeriod(name: string, period: Period): AsyncGenerator<TokenEvent[]> {
      for (const via of viasOf(name)) yield* ofVia(via, period)
    },
  }
}
