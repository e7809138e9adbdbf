import { type Change, type DeckTask, tasksOf, withLoggedTarget } from './change.ts'
import type { Deck } from './deck.ts'
import type { Claim } from './lease.ts'

/** A deck as a browser has stored it, with the changes that were not sent yet. */
export interface Stored {
  deck: Deck | undefined
  changes: Change[]
}

/** The user of a deck, for whom it is named if the account no longer exists. */
export interface KeptUser {
  username: string
  email: string
}

/** Where a deck is kept. All tabs of a user share it. */
export interface DeckStorage {
  load: () => Promise<Stored>
  keepUser: (user: KeptUser) => Promise<void>
  loadChanges: () => Promise<Change[]>
  /** Stores the deck: all of it, or only the tasks that have changed since a position of the log. Keeps a newer deck of another tab. */
  saveDeck: (deck: Deck, changed?: { tasks: DeckTask[]; since: number | undefined }) => Promise<void>
  putChanges: (changes: Change[]) => Promise<void>
  removeChanges: (ids: string[]) => Promise<void>
  /** Removes changes that the log contains, by their ids and numbers there. In the same step, undos that wait for them get these numbers. */
  removeLogged: (logged: [id: string, change: number | null][]) => Promise<void>
  /** Replaces a change by others in one step, unless the server may have made it. Returns whether it did. */
  replace: (id: string, next: Change[]) => Promise<boolean>
  /** Stores a change that is about to be sent, and returns it, or the request that was sent before. Undefined if it no longer exists. */
  markSent: (change: Change) => Promise<Change | undefined>
  /** Keeps a value under a name, for reading it without the server. */
  keep: (name: string, value: unknown) => Promise<void>
  kept: (name: string) => Promise<unknown>
  /** Claims the lease of the leading tab. */
  claim: Claim
  /** Why the storage can no longer be used: another tab has deleted the deck, or the connection was lost with everything stored. */
  end: () => 'deleted' | 'lost' | undefined
  close: () => void
}

/** Whether the server has certainly not made a change: it was never sent, or it was refused. */
export const isWithdrawable = ({ sent, problem }: Change) => !sent || problem !== undefined

export const inOrder = (changes: Change[]) => changes.sort((a, b) => a.order - b.order)

/** A stored change as it is sent: its request is fixed, unless it was sent before. Another tab may have taken tasks out of it. */
export function markedSent(known: Change, { sent, intent, base }: Change): Change {
  if (known.sent || !sent) return known
  const wanted = intent.kind === 'undo' || intent.kind === 'update' ? intent : known.intent
  const tasks = new Set(tasksOf(wanted))
  const versions = Object.fromEntries(Object.entries(sent.versions).filter(([task]) => tasks.has(task)))
  return { ...known, intent: wanted, base, sent: { versions } }
}

const empty: Stored = { deck: undefined, changes: [] }

/** Keeps a deck for as long as the tab lives. It begins with what is known already. `onRemoved` is called with the changes that are no more. */
export function memoryStorage(known = empty, onRemoved: (ids: string[]) => void = () => {}): DeckStorage {
  const changes = new Map(known.changes.map((change) => [change.id, change]))
  let { deck } = known
  const values = new Map<string, unknown>()
  return {
    load: async () => ({ deck, changes: inOrder([...changes.values()]) }),
    loadChanges: async () => inOrder([...changes.values()]),
    keepUser: async () => {},
    saveDeck: async (next) => {
      deck = next
    },
    putChanges: async (added) => {
      for (const change of added) changes.set(change.id, change)
    },
    removeChanges: async (ids) => {
      for (const id of ids) changes.delete(id)
      onRemoved(ids)
    },
    removeLogged: async (logged) => {
      const numbers = new Map(logged)
      for (const change of changes.values()) changes.set(change.id, withLoggedTarget(change, numbers))
      for (const id of numbers.keys()) changes.delete(id)
      onRemoved([...numbers.keys()])
    },
    markSent: async (change) => {
      const known = changes.get(change.id)
      const marked = known && markedSent(known, change)
      if (marked) changes.set(change.id, marked)
      return marked
    },
    replace: async (id, next) => {
      const known = changes.get(id)
      if (!known || !isWithdrawable(known)) return false
      changes.delete(id)
      for (const change of next) changes.set(change.id, change)
      onRemoved([id])
      return true
    },
    keep: async (name, value) => void values.set(name, value),
    kept: async (name) => values.get(name),
    claim: async () => true,
    end: () => undefined,
    close: () => {},
  }
}
