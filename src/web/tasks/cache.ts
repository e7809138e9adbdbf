import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Status } from '../../contract/tasks.ts'
import { liveKey, refreshUnlessLive } from '../live/live-queries.ts'

export type StatusFilter = Status | ''

/** How the keys of cached lists and of single tasks begin. */
export const keys = { lists: [liveKey, 'tasks'], tasks: [liveKey, 'task'] } as const

export const statusIn = (listKey: QueryKey) => listKey[keys.lists.length] as StatusFilter

export type Change = <T extends Task>(task: T) => T | undefined

/** Applies a change to every list that is cached. A task that changes its status changes its list. */
export function changeLists(client: QueryClient, apply: Change) {
  const all = client.getQueryData<Task[]>([...keys.lists, ''])?.flatMap((task) => apply(task) ?? [])
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: keys.lists })) {
    const status = statusIn(queryKey)
    const changed = all ?? (state.data as Task[] | undefined)?.flatMap((task) => apply(task) ?? [])
    if (state.data && changed) {
      client.setQueryData(
        queryKey,
        changed.filter((task) => !status || task.status === status),
      )
    }
  }
}

export function addToLists(client: QueryClient, tasks: Task[]) {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: keys.lists })) {
    const list = state.data as Task[] | undefined
    if (!list) continue
    const known = new Set(list.map((task) => task._id))
    const status = statusIn(queryKey)
    const fresh = tasks.filter((task) => !known.has(task._id) && (!status || task.status === status))
    client.setQueryData(queryKey, [...fresh, ...list])
  }
}

interface Shown {
  /** What was in the cache, and what is in its place while the server has not agreed yet. */
  before: [QueryKey, unknown][]
  after: Map<string, unknown>
  /** Lists that were on their way, and have to be asked for again. */
  interrupted: QueryKey[]
}

/** Shows a change in the lists before the server has agreed, and can take it back. A task's own screen shows what its form holds. */
export function useOptimisticTasks() {
  const client = useQueryClient()
  const everything = () => [keys.lists, keys.tasks].flatMap((queryKey) => client.getQueriesData<unknown>({ queryKey }))
  return {
    async begin(apply: Change): Promise<Shown> {
      const lists = client.getQueryCache().findAll({ queryKey: keys.lists })
      const interrupted = lists.filter(({ state }) => state.isInvalidated || state.fetchStatus !== 'idle')
      await client.cancelQueries({ queryKey: keys.lists })
      const before = everything()
      changeLists(client, apply)
      const after = new Map(everything().map(([key, data]) => [JSON.stringify(key), data]))
      return { before, after, interrupted: interrupted.map(({ queryKey }) => queryKey) }
    },
    /** What something else has changed meanwhile stays, and is asked for again. */
    undo(shown: Shown | undefined) {
      for (const [key, data] of shown?.before ?? []) {
        if (client.getQueryData(key) === shown?.after.get(JSON.stringify(key))) client.setQueryData(key, data)
        else client.invalidateQueries({ queryKey: key })
      }
    },
    settle(shown: Shown | undefined) {
      for (const queryKey of shown?.interrupted ?? []) client.invalidateQueries({ queryKey })
      refreshUnlessLive(client)
    },
  }
}
