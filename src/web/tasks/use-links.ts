import { type Links, linksIn, noLinks } from '../../contract/task-lists/link-index.ts'
import { useFromDeck } from '../deck/current-deck.ts'

/** The links of a task in the deck. */
export const useLinks = (id: string): Links => useFromDeck(({ tasks }) => linksIn(tasks).get(id) ?? noLinks)
