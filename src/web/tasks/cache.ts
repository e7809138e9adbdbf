import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Status } from '../../contract/tasks.ts'
import { liveKey } from '../live/live-queries.ts'

export type StatusFilter = Status | ''

/** How the keys of cached lists and of single tasks begin. */
export const keys = { lists: [liveKey, 'tasks'], tasks: [liveKey, 'task'] } as const

export const statusIn = (listKey: QueryKey) => listKey[keys.lists.length] as StatusFilter

/** A change to a cached task; undefined removes it. */
export type Change = <T extends Task>(task: T) => T | undefined

interface CachedList {
  queryKey: QueryKey
  status: StatusFilter
  tasks: Task[]
}

function cachedLists(client: QueryClient): CachedList[] {
  return client.getQueriesData<Task[]>({ queryKey: keys.lists }).flatMap(([queryKey, tasks]) => {
    return tasks ? { queryKey, status: statusIn(queryKey), tasks } : []
  })
}

const fits = (status: StatusFilter) => (task: Task) => !status || task.status === status

/** Applies a change to every cached list. A task with a new status moves from one list to another. */
export function changeLists(client: QueryClient, apply: Change) {
  const lists = cachedLists(client)
  const changed = (tasks: Task[]) => tasks.flatMap((task) => apply(task) ?? [])
  // The list of all tasks knows those that a filtered list gains.
  const all = lists.find(({ status }) => !status)
  const allChanged = all && changed(all.tasks)
  for (const { queryKey, status, tasks } of lists) {
    client.setQueryData(queryKey, (allChanged ?? changed(tasks)).filter(fits(status)))
  }
}

export function addToLists(client: QueryClient, added: Task[]) {
  for (const { queryKey, status, tasks } of cachedLists(client)) {
    const known = new Set(tasks.map((task) => task._id))
    const fresh = added.filter((task) => !known.has(task._id)).filter(fits(status))
    client.setQueryData(queryKey, [...fresh, ...tasks])
  }
}
