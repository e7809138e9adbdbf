import type { EventRow } from '../database/schema.ts'
import type { EventKinds } from './event-kinds.ts'

/** The newest change in the chain of undos and redos of a change. `later` contains the later events of one of its subjects. */
export function endOfChain(change: number, later: EventRow[]): { end: number; isUndone: boolean } {
  let [end, isUndone] = [change, false]
  for (const event of later) {
    if (event.undoes !== end) continue
    end = event.change
    isUndone = !isUndone
  }
  return { end, isUndone }
}

/**
 * Finds a later event that must be undone before this one, because it touches the same field or file of the same subject and is still in
 * effect. Events of the same change are ignored, because they are undone together.
 */
export function conflictingEvent(event: EventRow, later: EventRow[], kinds: EventKinds): EventRow | undefined {
  const inEffect = new Map<number, EventRow[]>()
  for (const [change, events] of Map.groupBy(later, (other) => other.change)) {
    const undoes = events[0]?.undoes ?? null
    if (change === event.change) continue
    if (undoes !== null && inEffect.has(undoes)) inEffect.delete(undoes)
    else inEffect.set(change, events)
  }
  const keysOf = (one: EventRow) => kinds[one.kind].touchedKeys(one)
  const keys = new Set(keysOf(event))
  return [...inEffect.values()].flat().find((other) => keysOf(other).some((key) => keys.has(key)))
}
