import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { historyCalls } from '../../contract/calls/history.ts'
import { call } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { liveKey } from '../live/live-queries.ts'
import { isRemoval } from './event-kinds.ts'

/** The activity of a task, newest first. */
export const historyQuery = (taskId: string) =>
  queryOptions({
    queryKey: [liveKey, 'history', taskId],
    queryFn: async ({ signal }) =>
      (await call(historyCalls.ofTask, { params: { id: taskId }, query: {} }, { signal })).events,
  })

/** Fetches the activity of changed tasks again. A removed task has none to fetch. */
export function applyToActivity(client: QueryClient, events: TaskEvent[]) {
  const removed = new Set(events.filter(isRemoval).map((event) => event.task))
  const changed = new Set(events.map((event) => event.task)).difference(removed)
  for (const id of changed) void client.invalidateQueries({ queryKey: historyQuery(id).queryKey })
}
