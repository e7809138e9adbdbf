import { accountCalls } from '../../contract/accounts.ts'
import { call } from '../../contract/client.ts'
import type { Change, Tasks } from './change.ts'
import { shownTasks } from './deck.ts'
import { deleteDeck, openStorage, readStored } from './indexed-db.ts'
import type { KeptUser } from './storage.ts'
import { storedOwners } from './stored-owners.ts'

/** The changes that this browser has stored of a user. Stores nothing for a user that it does not know. */
export async function storedChanges(owner: string): Promise<Change[]> {
  // Opening a storage creates it.
  if (!(await storedOwners()).includes(owner)) return []
  const storage = await openStorage(owner)
  return storage.loadChanges().finally(storage.close)
}

/** Removes changes that were sent or discarded while the storage was not in use. Deletes a deck that is no longer kept with its last change. */
export async function removeStored(owner: string, ids: string[], isKept: boolean): Promise<void> {
  const storage = await openStorage(owner)
  await storage.removeChanges(ids)
  const isSettled = !isKept && !(await storage.loadChanges()).length
  storage.close()
  if (isSettled) await deleteDeck(owner)
}

/** Deletes the decks of all users, except those with changes that nobody else has. Returns how many changes stay. */
export async function deleteSettledDecks(): Promise<number> {
  let left = 0
  for (const owner of await storedOwners()) {
    const { length } = await storedChanges(owner)
    if (!length) await deleteDeck(owner)
    left += length
  }
  return left
}

/** The last copy of the tasks of an account. */
export interface LeftDeck {
  owner: string
  /** Unknown if an older version has stored the deck. */
  user: KeptUser | undefined
  /** With the unsent changes on top. */
  tasks: Tasks
  changes: Change[]
}

/**
 * The decks in this browser whose accounts no longer exist: they were deleted, or the server was set up again. Those of other accounts are
 * shown to nobody but their users. Fails if the server cannot be asked.
 */
export async function leftDecks(): Promise<LeftDeck[]> {
  const owners = await storedOwners()
  const known = await Promise.all(owners.map((user) => call(accountCalls.known, { query: { user } })))
  const left = owners.filter((_, index) => known[index]?.isKnown === false)
  return Promise.all(
    left.map(async (owner) => {
      const { deck, changes, user } = await readStored(owner)
      return { owner, user, changes, tasks: shownTasks(deck ?? emptyDeck, changes) }
    }),
  )
}

const emptyDeck = { seq: 0, tasks: new Map(), recent: [] }
