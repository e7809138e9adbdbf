import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createUserCell } from '../ui/client-state.ts'

interface Listed {
  _id: string
}

/** The tasks of each list that the user has visited, in their order, by the path of the list. */
const lists = createUserCell<ReadonlyMap<string, readonly Listed[]>>(new Map())

/** Records the tasks of the list on the screen, so that the page of a task can lead to the next one. */
export function useRememberedList(tasks: readonly Listed[]) {
  const { pathname } = useLocation()
  useEffect(() => lists.update((before) => new Map(before).set(pathname, tasks)), [pathname, tasks])
}

/** The tasks that a list had when the user left it; undefined if it was not visited. */
export function useRemembered(address: string): readonly Listed[] | undefined {
  return lists.useDerived((all) => all.get(address.split('?')[0] ?? ''))
}
