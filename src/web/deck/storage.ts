import type { Change, DeckTask } from './change.ts'
import type { Deck } from './deck.ts'

/** A deck as a browser has stored it, with the changes that were not sent yet. */
export interface Stored {
  deck: Deck | undefined
  changes: Change[]
}

/** Where a deck is kept. All tabs of a user share it. */
export interface DeckStorage {
  load: () => Promise<Stored>
  loadChanges: () => Promise<Change[]>
  /** Stores the deck: all of it, or only the tasks that have changed since a position of the log. Keeps a newer deck of another tab. */
  saveDeck: (deck: Deck, changed?: { tasks: DeckTask[]; since: number | undefined }) => Promise<void>
  putChanges: (changes: Change[]) => Promise<void>
  removeChanges: (ids: string[]) => Promise<void>
  /** Stores a change that is about to be sent, and returns it, or the request that was sent before. Undefined if it no longer exists. */
  markSent: (change: Change) => Promise<Change | undefined>
  /** Removes a change, unless the server may have made it. Returns whether it did. */
  withdraw: (id: string) => Promise<boolean>
  close: () => void
}

/** Whether the server has certainly not made a change: it was never sent, or it was refused. */
export const isWithdrawable = ({ sent, problem }: Change) => !sent || problem !== undefined

/** Keeps a deck for as long as the tab lives. It begins with what is known already. */
export function memoryStorage(known: Stored = { deck: undefined, changes: [] }): DeckStorage {
  const changes = new Map(known.changes.map((change) => [change.id, change]))
  let { deck } = known
  return {
    load: async () => ({ deck, changes: [...changes.values()] }),
    loadChanges: async () => [...changes.values()],
    saveDeck: async (next) => {
      deck = next
    },
    putChanges: async (added) => {
      for (const change of added) changes.set(change.id, change)
    },
    removeChanges: async (ids) => {
      for (const id of ids) changes.delete(id)
    },
    markSent: async (change) => {
      const known = changes.get(change.id)
      const marked = known && (known.sent ? known : change)
      if (marked) changes.set(change.id, marked)
      return marked
    },
    withdraw: async (id) => {
      const known = changes.get(id)
      return known !== undefined && isWithdrawable(known) && changes.delete(id)
    },
    close: () => {},
  }
}
