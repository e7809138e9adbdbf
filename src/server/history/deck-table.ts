import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { preparedQuery } from '../database/prepared.ts'
import type { DeckRow, Schema } from '../database/schema.ts'

const emptyDeck = { last_number: 0, last_seq: 0, removed_at: null, text_bytes: 0, counted_seq: 0 }

/** The statements of every change, compiled once, because building them costs more than running them. */
export function deckStatements(db: Kysely<Schema>) {
  return {
    takeNumbers: preparedQuery(db, (query, owner: string, count: number) =>
      query
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, last_number: count })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((row) => ({ last_number: row('decks.last_number', '+', count) })),
        )
        .returning(['last_number', 'last_seq', 'removed_at']),
    ),
    takeSeqs: preparedQuery(db, (query, owner: string, count: number, bytes: number) =>
      query
        .updateTable('decks')
        .set((row) => ({ last_seq: row('last_seq', '+', count), text_bytes: row('text_bytes', '+', bytes) }))
        .where('user_id', '=', owner)
        .returning(['last_seq', 'text_bytes']),
    ),
  }
}

const removed = () => new AppError('not_signed_in', 'This account no longer exists.')

/** The deck of one owner, within a transaction. */
export function deckTable(tx: Kysely<Schema>, owner: string, statements: ReturnType<typeof deckStatements>) {
  const deck = tx.updateTable('decks').where('user_id', '=', owner)

  /** Takes the owner's next numbers for new things and locks the deck. Returns the last number and the number of the last event. */
  async function takeNumbers(count: number): Promise<{ number: number; seq: number }> {
    const [taken] = await statements.takeNumbers(tx, owner, count)
    if (!taken) throw new Error('The deck has given out no numbers')
    if (taken.removed_at) throw removed()
    return { number: taken.last_number, seq: taken.last_seq }
  }

  /** Makes other changes of this owner wait until the transaction ends, even if the account was deleted. */
  async function hold(): Promise<Pick<DeckRow, 'last_seq' | 'removed_at'> | undefined> {
    const [held] = await deck
      .set((row) => ({ last_seq: row.ref('last_seq') }))
      .returning(['last_seq', 'removed_at'])
      .execute()
    return held
  }

  return {
    takeNumbers,
    hold,
    /**
     * Makes other changes of this owner wait until the transaction ends, and returns the number of the last event. Fails with
     * `not_signed_in` if the account was deleted.
     */
    async lock(): Promise<number> {
      const held = await hold()
      if (held?.removed_at) throw removed()
      // The first call of a new owner finds no row to lock, and creates it.
      return held ? held.last_seq : (await takeNumbers(0)).seq
    },
    /** Prevents all further changes of this owner after this transaction. */
    close: (removed_at: number) =>
      tx
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, removed_at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ removed_at }))
        .execute(),
    /** Takes the owner's next sequence numbers and counts the text of their events. Returns the last number and the total text. */
    async takeSeqs(count: number, bytes: number): Promise<{ seq: number; textBytes: number }> {
      const [taken] = await statements.takeSeqs(tx, owner, count, bytes)
      if (!taken) throw new Error('The deck has given out no sequence numbers')
      return { seq: taken.last_seq, textBytes: taken.text_bytes }
    },
    /** Subtracts text that was removed outside a change. */
    subtractText: (bytes: number) => deck.set((row) => ({ text_bytes: row('text_bytes', '-', bytes) })).execute(),
    /** Sets the counted text, unless the deck has changed since `before`. Returns whether it was set. */
    async confirmText(before: Pick<DeckRow, 'last_seq' | 'text_bytes'>, text_bytes: number): Promise<boolean> {
      const confirmed = deck
        .set({ text_bytes, counted_seq: before.last_seq })
        .where('last_seq', '=', before.last_seq)
        .where('text_bytes', '=', before.text_bytes)
      return (await confirmed.executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}
