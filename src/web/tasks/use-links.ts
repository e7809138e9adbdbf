import { type Links, linksIn, noLinks } from '../../contract/task-lists/link-index.ts'
import { useDeckPart } from '../deck/current-deck.ts'

/** The links of a task in the deck. */
export const useLinks = (id: string): Links => useDeckPart(({ tasks }) => linksIn(tasks).get(id) ?? noLinks)
