import type { EventRow } from '../database/schema.ts'
import type { Draft } from './draft.ts'
import type { EventKinds } from './event-kinds.ts'

/** Loads the subjects of these events, so that reverting each of them takes less time. */
export async function loadSubjects(kinds: EventKinds, draft: Draft, events: EventRow[]): Promise<void> {
  if (new Set(events.map(({ task_id }) => task_id)).size === 1) return
  // Kinds of the same noun share the function that loads, and so what it has loaded.
  for (const [load, some] of Map.groupBy(events, ({ kind }) => kinds[kind].load)) {
    await load?.(draft, [...new Set(some.map(({ task_id }) => task_id))])
  }
}
