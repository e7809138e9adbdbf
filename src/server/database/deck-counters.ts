import type { Kysely } from 'kysely'
import type { Database, LockedDeck } from './database.ts'
import type { DeckRow, Schema } from './schema.ts'

type HeldDeck = LockedDeck & Pick<DeckRow, 'removed_at'>
type Statement<Args extends unknown[], Result> = (tx: Kysely<Schema>, owner: string, ...args: Args) => Promise<Result>

/** The statements that read and change the counters. They return the row, if there is one. */
interface Statements {
  /** Adds to the last number, and creates the row if there is none. */
  takeNumbers: Statement<[count: number], HeldDeck[]>
  /** Locks the row. */
  hold: Statement<[], HeldDeck[]>
  read: Statement<[], HeldDeck[]>
  takeSeqs: Statement<[numbers: number, count: number, bytes: number], void>
}

/**
 * The counters of an owner's deck within a transaction. In a transaction that several pieces of work share, a deck is asked for once: later
 * work knows how earlier work has left it (`lockedDecks`).
 */
export function deckCounters(
  { lockedDecks, excludesOthers }: Pick<Database, 'lockedDecks' | 'excludesOthers'>,
  statements: Statements,
) {
  return (tx: Kysely<Schema>, owner: string) => {
    const decks = lockedDecks(tx)
    /** Reading the deck takes a fraction of the time of a statement that locks it by changing it. */
    const readsOnly = excludesOthers && decks !== undefined
    /** Numbers that were given out without a statement. `takeSeqs` writes them; without events, nobody has used them. */
    let unwritten = 0

    function known(): HeldDeck | undefined {
      const deck = decks?.get(owner)
      return deck && { ...deck, removed_at: null }
    }

    function remember(deck: HeldDeck) {
      if (!deck.removed_at) decks?.set(owner, deck)
      return deck
    }

    async function lock(): Promise<HeldDeck | undefined> {
      const deck = known()
      if (deck) return deck
      const [held] = await (readsOnly ? statements.read : statements.hold)(tx, owner)
      return held && remember(held)
    }

    return {
      /** Takes the owner's next numbers for new things, and locks the deck. A new owner gets a deck. */
      async takeNumbers(count: number): Promise<HeldDeck> {
        const deck = readsOnly ? await lock() : known()
        if (deck) {
          unwritten += count
          return { ...deck, last_number: deck.last_number + unwritten }
        }
        const [taken] = await statements.takeNumbers(tx, owner, count)
        if (!taken) throw new Error('The deck has given out no numbers')
        return remember(taken)
      },
      /** Makes other changes of this owner wait until the transaction ends. Undefined if the owner has no deck yet. */
      lock,
      /** Takes the next sequence numbers of a locked deck, and counts the text of their events. */
      async takeSeqs(count: number, bytes: number): Promise<void> {
        const deck = decks?.get(owner)
        if (deck) {
          decks?.set(owner, {
            last_number: deck.last_number + unwritten,
            last_seq: deck.last_seq + count,
            text_bytes: deck.text_bytes + bytes,
          })
        }
        const numbers = unwritten
        unwritten = 0
        await statements.takeSeqs(tx, owner, numbers, count, bytes)
      },
      /** To be called before another statement changes the deck: the next work asks for it again. */
      forget(): void {
        decks?.delete(owner)
      },
    }
  }
}

export type DeckCounters = ReturnType<ReturnType<typeof deckCounters>>
