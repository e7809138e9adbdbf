import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { historyCalls } from '../../contract/calls/history.ts'
import { call } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { liveKey } from '../live/live-queries.ts'
import { isRemoval } from './event-kinds.ts'

const eventsAtOnce = '50'

/** The activity of a task, newest first, page by page. */
export const historyQuery = (taskId: string) =>
  infiniteQueryOptions({
    queryKey: [liveKey, 'history', taskId],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: eventsAtOnce, ...(pageParam === null ? {} : { before: String(pageParam) }) }
      return call(historyCalls.ofTask, { params: { id: taskId }, query }, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })

/** Fetches the activity of changed tasks again. A removed task has none to fetch. */
export function applyToActivity(client: QueryClient, events: TaskEvent[]) {
  const removed = new Set(events.filter(isRemoval).map((event) => event.task))
  const changed = new Set(events.map((event) => event.task)).difference(removed)
  void client.invalidateQueries({ queryKey: [liveKey, 'activity'] })
  for (const id of changed) void client.invalidateQueries({ queryKey: historyQuery(id).queryKey })
}
