import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { trashCalls } from '../../contract/calls/trash.ts'
import { call } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { liveKey } from '../live/live-queries.ts'

export const trashQuery = queryOptions({
  queryKey: [liveKey, 'trash'],
  queryFn: ({ signal }) => call(trashCalls.list, {}, { signal }),
})

/** Fetches the trash again after events that may have changed it. */
export function applyToTrash(client: QueryClient, events: TaskEvent[]) {
  if (events.some(({ kind }) => kind !== 'updated')) void client.invalidateQueries({ queryKey: trashQuery.queryKey })
}
