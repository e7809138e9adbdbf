import type { WaitingList } from './waiting-list.tsx'

let loaded: typeof WaitingList | undefined

/** The list of waiting changes, if it is loaded. */
export const loadedList = () => loaded

export async function loadList() {
  loaded = (await import('./waiting-list.tsx')).WaitingList
  return loaded
}

/** Loads the function that saves what this tab shows, and the list, which may be needed without the network soon. */
export async function loadSaveShown() {
  const [{ saveShown }] = await Promise.all([import('./deck-file.ts'), loadList()])
  return saveShown
}
