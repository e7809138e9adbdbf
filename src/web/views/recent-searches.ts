import { keptSettings } from '../accounts/kept-session.ts'
import { createUserCell } from '../ui/client-state.ts'

const maxRecent = 8

const kept = keptSettings<string[]>('recent-searches')
/** For a browser that keeps nothing. */
const ofTab = createUserCell<string[]>([])

/** The last searches of the user in this browser, the last one first. */
export const recentSearches = (owner: string): string[] => kept.read(owner) ?? ofTab.get()

export function recordSearch(owner: string, text: string) {
  const searches = [text, ...recentSearches(owner).filter((other) => other !== text)].slice(0, maxRecent)
  ofTab.set(searches)
  kept.keep(owner, searches)
}
