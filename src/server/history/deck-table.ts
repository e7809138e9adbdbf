import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { preparedCommand, preparedQuery } from '../database/prepared.ts'
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
        .returning(['last_number', 'last_seq', 'text_bytes', 'removed_at']),
    ),
    hold: preparedQuery(db, (query, owner: string) =>
      query
        .updateTable('decks')
        .set((row) => ({ last_seq: row.ref('last_seq') }))
        .where('user_id', '=', owner)
        .returning(['last_seq', 'text_bytes', 'removed_at']),
    ),
    takeSeqs: preparedCommand(db, (query, owner: string, count: number, bytes: number) =>
      query
        .updateTable('decks')
        .set((row) => ({ last_seq: row('last_seq', '+', count), text_bytes: row('text_bytes', '+', bytes) }))
        .where('user_id', '=', owner),
    ),
  }
}

/** The log of a locked deck, which nobody else changes: the number of its last event, and the bytes of its text. */
export interface Locked {
  seq: number
  textBytes: number
}

const removed = () => new AppError('not_signed_in', 'This account no longer exists.')

/** The deck of one owner, within a transaction. */
export function deckTable(tx: Kysely<Schema>, owner: string, statements: ReturnType<typeof deckStatements>) {
  const deck = tx.updateTable('decks').where('user_id', '=', owner)

  /** Takes the owner's next numbers for new things and locks the deck. Returns the last number and the state of the log. */
  async function takeNumbers(count: number): Promise<Locked & { number: number }> {
    const [taken] = await statements.takeNumbers(tx, owner, count)
    if (!taken) throw new Error('The deck has given out no numbers')
    if (taken.removed_at) throw removed()
    return { number: taken.last_number, seq: taken.last_seq, textBytes: taken.text_bytes }
  }

  /** Makes other changes of this owner wait until the transaction ends, even if the account was deleted. */
  async function hold(): Promise<Pick<DeckRow, 'last_seq' | 'text_bytes' | 'removed_at'> | undefined> {
    return (await statements.hold(tx, owner))[0]
  }

  return {
    takeNumbers,
    hold,
    /**
     * Makes other changes of this owner wait until the transaction ends, and returns the state of the log. Fails with `not_signed_in` if
     * the account was deleted.
     */
    async lock(): Promise<Locked> {
      const held = await hold()
      if (held?.removed_at) throw removed()
      // The first call of a new owner finds no row to lock, and creates it.
      return held ? { seq: held.last_seq, textBytes: held.text_bytes } : takeNumbers(0)
    },
    /** Prevents all further changes of this owner after this transaction. */
    close: (removed_at: number) =>
      tx
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, removed_at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ removed_at }))
        .execute(),
    /** Takes the next sequence numbers of a locked deck, and counts the text of their events. */
    takeSeqs: (count: number, bytes: number) => statements.takeSeqs(tx, owner, count, bytes),
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
