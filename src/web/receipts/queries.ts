import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { receiptCalls } from '../../contract/calls/receipts.ts'
import { call } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { liveKey } from '../live/live-queries.ts'

const keyOf = (taskId: string) => [liveKey, 'receipts', taskId]

/** The receipts of a task, newest first. A commit that names the task may make some of them stale. */
export const receiptsQuery = (taskId: string) =>
  queryOptions({
    queryKey: keyOf(taskId),
    queryFn: async ({ signal }) => (await call(receiptCalls.ofTask, { params: { id: taskId } }, { signal })).receipts,
    meta: { applyEvents: (client, events) => applyToReceipts(client, taskId, events) },
  })

function applyToReceipts(client: QueryClient, taskId: string, events: TaskEvent[]) {
  const isChanged = events.some(
    ({ task, kind }) => task === taskId && (kind === 'proved' || kind === 'referenced' || kind === 'restored'),
  )
  if (isChanged) void client.invalidateQueries({ queryKey: keyOf(taskId) })
}
