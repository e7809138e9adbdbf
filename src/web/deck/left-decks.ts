import { accountCalls } from '../../contract/calls/accounts.ts'
import { call } from '../../contract/client.ts'
import type { Change, Tasks } from './change.ts'
import { shownTasks } from './deck.ts'
import { readStored } from './indexed-db.ts'
import type { KeptUser } from './storage.ts'
import { storedOwners } from './stored-owners.ts'

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
