import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import { type DeckCounters, deckCounters } from '../database/deck-counters.ts'
import { preparedCommand, preparedQuery } from '../database/prepared.ts'
import type { DeckRow, Schema } from '../database/schema.ts'

const emptyDeck = { last_number: 0, last_seq: 0, removed_at: null, text_bytes: 0, counted_seq: 0 }

/** The statements of every change, compiled once, because building them costs more than running them. */
function deckStatements(db: Kysely<Schema>) {
  return {
    takeNumbers: preparedQuery(db, (query, owner: string, count: number) =>
      query
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, last_number: count })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((row) => ({ last_number: row('decks.last_number', '+', count) })),
        )
        .returning(['last_number', 'last_seq', 'text_bytes', 'removed_at']),
    ),
    hold: preparedQuery(db, (query, owner: string) =>
      query
        .updateTable('decks')
        .set((row) => ({ last_seq: row.ref('last_seq') }))
        .where('user_id', '=', owner)
        .returning(['last_number', 'last_seq', 'text_bytes', 'removed_at']),
    ),
    read: preparedQuery(db, (query, owner: string) =>
      query
        .selectFrom('decks')
        .select(['last_number', 'last_seq', 'text_bytes', 'removed_at'])
        .where('user_id', '=', owner),
    ),
    takeSeqs: preparedCommand(db, (query, owner: string, numbers: number, count: number, bytes: number) =>
      query
        .updateTable('decks')
        .set((row) => ({
          last_number: row('last_number', '+', numbers),
          last_seq: row('last_seq', '+', count),
          text_bytes: row('text_bytes', '+', bytes),
        }))
        .where('user_id', '=', owner),
    ),
  }
}

/** The counters of decks, for each transaction and owner. */
export const countersIn = (database: Database) => deckCounters(database, deckStatements(database.db))

/** The log of a locked deck, which nobody else changes: the number of its last event, and the bytes of its text. */
export interface Locked {
  seq: number
  textBytes: number
}

const removed = () => new AppError('not_signed_in', 'This account no longer exists.')

type Counted = Pick<DeckRow, 'last_seq' | 'text_bytes'>

const stateOf = ({ last_seq, text_bytes }: Counted): Locked => ({ seq: last_seq, textBytes: text_bytes })

/** The deck of one owner, within a transaction. */
export function deckTable(tx: Kysely<Schema>, owner: string, counters: DeckCounters) {
  // Built when it is needed: most changes run prepared statements only.
  const deck = () => tx.updateTable('decks').where('user_id', '=', owner)

  /** Takes the owner's next numbers for new things and locks the deck. Returns the last number and the state of the log. */
  async function takeNumbers(count: number): Promise<Locked & { number: number }> {
    const taken = await counters.takeNumbers(count)
    if (taken.removed_at) throw removed()
    return { number: taken.last_number, ...stateOf(taken) }
  }

  return {
    takeNumbers,
    /** Makes other changes of this owner wait until the transaction ends, even if the account was deleted. */
    async hold(): Promise<void> {
      await counters.lock()
    },
    /**
     * Makes other changes of this owner wait until the transaction ends, and returns the state of the log. Fails with `not_signed_in` if
     * the account was deleted.
     */
    async lock(): Promise<Locked> {
      const held = await counters.lock()
      if (held?.removed_at) throw removed()
      // The first call of a new owner finds no row to lock, and creates it.
      return held ? stateOf(held) : takeNumbers(0)
    },
    /** Prevents all further changes of this owner after this transaction. */
    async close(removed_at: number): Promise<void> {
      counters.forget()
      await tx
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, removed_at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ removed_at }))
        .execute()
    },
    takeSeqs: counters.takeSeqs,
    /** Subtracts text that was removed outside a change. */
    async subtractText(bytes: number): Promise<void> {
      counters.forget()
      await deck()
        .set((row) => ({ text_bytes: row('text_bytes', '-', bytes) }))
        .execute()
    },
    /** Sets the counted text, unless the deck has changed since `before`. Returns whether it was set. */
    async confirmText(before: Pick<DeckRow, 'last_seq' | 'text_bytes'>, text_bytes: number): Promise<boolean> {
      counters.forget()
      const confirmed = deck()
        .set({ text_bytes, counted_seq: before.last_seq })
        .where('last_seq', '=', before.last_seq)
        .where('text_bytes', '=', before.text_bytes)
      return (await confirmed.executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}
