import type { Change } from './change.ts'
import { deleteDeck, openStorage } from './indexed-db.ts'
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
