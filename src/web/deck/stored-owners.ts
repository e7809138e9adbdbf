/** The database of a user's deck is named after the user. */
export const deckPrefix = 'taskdeck-deck-'

/** The users whose decks this browser keeps. */
export async function storedOwners(): Promise<string[]> {
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => (name?.startsWith(deckPrefix) ? name.slice(deckPrefix.length) : []))
}
