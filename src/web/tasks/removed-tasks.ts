import type { TaskEvent } from '../../contract/schemas/history.ts'
import { isRemoval } from '../history/event-kinds.ts'
import { createUserCell } from '../ui/client-state.ts'

/** Tasks that were deleted while this tab had them open. Their screens keep the last known state. */
const removedTasks = createUserCell<ReadonlySet<string>>(new Set())

export const useIsRemoved = (id: string) => removedTasks.use().has(id)

export function markRestored(id: string) {
  removedTasks.update((ids) => new Set(ids).difference(new Set([id])))
}

/** Updates the removed tasks; only those with one of these ids are open. */
export function applyToRemovedTasks(events: TaskEvent[], openIds: ReadonlySet<string>) {
  for (const event of events) {
    if (event.kind === 'restored') markRestored(event.task)
    else if (isRemoval(event) && openIds.has(event.task)) removedTasks.update((ids) => new Set(ids).add(event.task))
  }
}
