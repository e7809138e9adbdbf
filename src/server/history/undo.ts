import type { EventLine } from './later-lines.ts'

/** The newest change in the chain of undos and redos of a change. `later` contains the later events of one of its subjects. */
export function endOfChain(change: number, later: Iterable<EventLine>): { end: number; isUndone: boolean } {
  let [end, isUndone] = [change, false]
  for (const event of later) {
    if (event.undoes !== end) continue
    end = event.change
    isUndone = !isUndone
  }
  return { end, isUndone }
}

/** Those of the later events of a subject that are still in effect, in order. Neither an undo nor the change that it undoes is. */
export function inEffect(later: readonly EventLine[]): EventLine[] {
  const changes = new Map<number, EventLine[]>()
  for (const [change, events] of Map.groupBy(later, (event) => event.change)) {
    const undoes = events[0]?.undoes ?? null
    if (undoes !== null && changes.has(undoes)) changes.delete(undoes)
    else changes.set(change, events)
  }
  return [...changes.values()].flat()
}
