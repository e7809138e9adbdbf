import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { LockedDeck } from '../database/database.ts'
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
        .returning(['last_number', 'last_seq', 'text_bytes', 'removed_at']),
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

/** The log of a locked deck, which nobody else changes: the number of its last event, and the bytes of its text. */
export interface Locked {
  seq: number
  textBytes: number
}

const removed = () => new AppError('not_signed_in', 'This account no longer exists.')

const stateOf = ({ last_seq, text_bytes }: LockedDeck): Locked => ({ seq: last_seq, textBytes: text_bytes })

/** The deck of one owner, within a transaction. `decks` are those that the transaction has locked before, if it is shared. */
export function deckTable(
  tx: Kysely<Schema>,
  owner: string,
  statements: ReturnType<typeof deckStatements>,
  decks: Map<string, LockedDeck> | undefined,
) {
  // Built when it is needed: most changes run prepared statements only.
  const deck = () => tx.updateTable('decks').where('user_id', '=', owner)
  /** Numbers that were given out without a statement. `takeSeqs` writes them; without events, nobody has used them. */
  let unwritten = 0

  /** Takes the owner's next numbers for new things and locks the deck. Returns the last number and the state of the log. */
  async function takeNumbers(count: number): Promise<Locked & { number: number }> {
    const known = decks?.get(owner)
    if (known) {
      unwritten += count
      return { number: known.last_number + unwritten, ...stateOf(known) }
    }
    const [taken] = await statements.takeNumbers(tx, owner, count)
    if (!taken) throw new Error('The deck has given out no numbers')
    if (taken.removed_at) throw removed()
    decks?.set(owner, taken)
    return { number: taken.last_number, ...stateOf(taken) }
  }

  /** Makes other changes of this owner wait until the transaction ends, even if the account was deleted. */
  async function hold(): Promise<(LockedDeck & Pick<DeckRow, 'removed_at'>) | undefined> {
    const [held] = await statements.hold(tx, owner)
    if (held && !held.removed_at) decks?.set(owner, held)
    return held
  }

  /** The counters are changed by the database, which knows better than this transaction. */
  const forget = () => decks?.delete(owner)

  return {
    takeNumbers,
    hold,
    /**
     * Makes other changes of this owner wait until the transaction ends, and returns the state of the log. Fails with `not_signed_in` if
     * the account was deleted.
     */
    async lock(): Promise<Locked> {
      const known = decks?.get(owner)
      if (known) return stateOf(known)
      const held = await hold()
      if (held?.removed_at) throw removed()
      // The first call of a new owner finds no row to lock, and creates it.
      return held ? stateOf(held) : takeNumbers(0)
    },
    /** Prevents all further changes of this owner after this transaction. */
    async close(removed_at: number): Promise<void> {
      forget()
      await tx
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, removed_at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ removed_at }))
        .execute()
    },
    /** Takes the next sequence numbers of a locked deck, and counts the text of their events. */
    async takeSeqs(count: number, bytes: number): Promise<void> {
      const known = decks?.get(owner)
      if (known) {
        decks?.set(owner, {
          last_number: known.last_number + unwritten,
          last_seq: known.last_seq + count,
          text_bytes: known.text_bytes + bytes,
        })
      }
      const numbers = unwritten
      unwritten = 0
      await statements.takeSeqs(tx, owner, numbers, count, bytes)
    },
    /** Subtracts text that was removed outside a change. */
    async subtractText(bytes: number): Promise<void> {
      forget()
      await deck()
        .set((row) => ({ text_bytes: row('text_bytes', '-', bytes) }))
        .execute()
    },
    /** Sets the counted text, unless the deck has changed since `before`. Returns whether it was set. */
    async confirmText(before: Pick<DeckRow, 'last_seq' | 'text_bytes'>, text_bytes: number): Promise<boolean> {
      forget()
      const confirmed = deck()
        .set({ text_bytes, counted_seq: before.last_seq })
        .where('last_seq', '=', before.last_seq)
        .where('text_bytes', '=', before.text_bytes)
      return (await confirmed.executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}
