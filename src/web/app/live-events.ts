import type { QueryClient } from '@tanstack/react-query'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { applyToFiles } from '../files/queries.ts'
import { applyToReferences } from '../git/queries.ts'
import { applyToActivity } from '../history/queries.ts'
import { liveKey } from '../live/live-queries.ts'
import { closeAnswered } from '../push/answered.ts'
import { applyToTrash } from '../trash/queries.ts'

/** Fetches again what live events have changed, besides the tasks themselves. */
export function applyEvents(client: QueryClient, events: TaskEvent[]) {
  applyToFiles(client, events)
  applyToReferences(client, events)
  applyToActivity(client, events)
  applyToTrash(client, events)
  closeAnswered(events)
  for (const { meta } of client.getQueryCache().findAll({ queryKey: [liveKey] })) meta?.applyEvents?.(client, events)
}
