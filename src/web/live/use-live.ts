import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError, isTemporary } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Task, TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { sessionQuery } from '../accounts/session.ts'
import { keys, type StatusFilter } from '../tasks/cache.ts'
import { goneQuery } from '../tasks/queries.ts'
import { applyToList, applyToTask, leaves } from './apply.ts'
import { openStream } from './stream.ts'

/** Keeps everything that is loaded about tasks up to date, for as long as somebody is signed in. */
export function useLive(signedIn: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!signedIn) return
    let waiting: TaskEvent[] = []
    const flush = () => {
      applyAll(client, waiting)
      waiting = []
    }
    return openStream({
      // What belongs to one change comes in one go, and is shown in one go.
      onChange: (event) => {
        if (!waiting.length) setTimeout(flush)
        waiting.push(event)
      },
      onReload: () => {
        for (const key of Object.values(keys)) client.invalidateQueries({ queryKey: [key], predicate: worthAsking })
      },
      // Whatever could not be loaded while the server was away.
      onOpen: () => {
        client.refetchQueries({ predicate: ({ state }) => isTemporary(state.error) })
      },
      onRefused: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    })
  }, [client, signedIn])
}

/** What the server has refused for a reason is not asked for again. */
const worthAsking = ({ state: { error } }: Query) => !(error instanceof CallError) || isTemporary(error)

/** Whether what is cached is what the server had: an answer that is on its way may be older than the event that has come. */
const isSettled = ({ state }: Query) => state.fetchStatus === 'idle' && !state.isInvalidated

/** Asks once more, after an answer that is on its way. */
function askAgain(client: QueryClient, { queryKey, promise, state }: Query) {
  const ask = () => client.invalidateQueries({ queryKey })
  if (state.fetchStatus === 'idle') ask()
  else promise?.then(ask, ask)
}

function applyAll(client: QueryClient, events: TaskEvent[]) {
  const all = client.getQueryData<Task[]>([keys.list, ''])
  for (const query of client.getQueryCache().findAll({ queryKey: [keys.list] })) {
    const { queryKey, state } = query
    const list = isSettled(query) ? (state.data as Task[] | undefined) : undefined
    const after = list && applyToList(list, queryKey[1] as StatusFilter, events, all)
    if (after) client.setQueryData(queryKey, after)
    else askAgain(client, query)
  }
  for (const query of client.getQueryCache().findAll({ queryKey: [keys.task] })) {
    const { queryKey, state } = query
    const task = state.data as TaskWithFiles | undefined
    const about = events.filter((event) => event.task === task?._id)
    if (!task || !about.length) continue
    const after = about.reduce<TaskWithFiles | undefined>((before, event) => before && applyToTask(before, event), task)
    const gone = about.some(({ kind }) => leaves.has(kind))
    client.setQueryData(goneQuery(task._id).queryKey, gone && about.at(-1)?.kind !== 'restored')
    if (gone) continue
    if (after && after !== task && isSettled(query)) client.setQueryData(queryKey, after)
    if (!after || !isSettled(query) || about.some(({ kind }) => kind !== 'updated')) askAgain(client, query)
  }
  const gone = new Set(events.filter(({ kind }) => leaves.has(kind)).map((event) => event.task))
  for (const id of new Set(events.map((event) => event.task))) {
    if (!gone.has(id)) client.invalidateQueries({ queryKey: [keys.history, id] })
  }
  if (events.some(({ kind }) => kind !== 'updated')) client.invalidateQueries({ queryKey: [keys.trash] })
}
