import type { QueryClient } from '@tanstack/react-query'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { applyToActivity } from '../history/queries.ts'
import { applyToTasks } from '../tasks/live-tasks.ts'
import { applyToTrash } from '../trash/queries.ts'

/** Applies live events to everything that the nouns have cached. */
export function applyEvents(client: QueryClient, events: TaskEvent[]) {
  applyToTasks(client, events)
  applyToActivity(client, events)
  applyToTrash(client, events)
}
