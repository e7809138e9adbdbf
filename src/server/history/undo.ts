import type { EventRow } from '../database/schema.ts'
import type { EventKinds } from './event-kinds.ts'

export interface ChangeLine {
  change: number
  undoes: number | null
  kind: EventRow['kind']
}

/** A change together with all undos and redos of it. */
interface Chain {
  kind: EventRow['kind']
  isUndone: boolean
  /** The newest change of the chain: the one that the next undo or redo reverts. */
  last: number
}

/** The chain of every change that is not itself an undo. The lines are in the order of the log. */
function chainsOf(lines: ChangeLine[]): Chain[] {
  const roots = new Map<number, number>()
  const chains = new Map<number, Chain>()
  for (const { change, undoes, kind } of lines) {
    const root = undoes === null ? change : roots.get(undoes)
    if (root === undefined) continue
    roots.set(change, root)
    const before = chains.get(root)
    chains.set(root, { kind: before?.kind ?? kind, isUndone: before ? !before.isUndone : false, last: change })
  }
  return [...chains.values()]
}

/** The changes that an undo can revert, newest first. */
export function toUndo(newestFirst: ChangeLine[], kinds: EventKinds): number[] {
  const done = chainsOf(newestFirst.toReversed()).filter((chain) => !chain.isUndone && kinds[chain.kind].revert)
  return done.map((chain) => chain.last).toReversed()
}

/** The undos that a redo can revert, newest first; none if anything else was changed after them. */
export function toRedo(newestFirst: ChangeLine[]): number[] {
  const otherChange = newestFirst.findIndex((line) => line.undoes === null)
  const since = newestFirst.slice(0, otherChange < 0 ? undefined : otherChange)
  const undone = chainsOf(newestFirst.toReversed()).filter((chain) => chain.isUndone)
  const undos = new Set(undone.map((chain) => chain.last))
  return since.filter((line) => undos.has(line.change)).map((line) => line.change)
}

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

/** Whether the values of an event were removed, because its subject was deleted for good. */
export const isForgotten = (event: EventRow) => event.before === null && event.after === null
