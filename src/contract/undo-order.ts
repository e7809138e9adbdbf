/** A change in the order of the log, without its values. */
export interface ChangeLine<Id> {
  change: Id
  /** The change that this one undoes. */
  undoes: Id | null
  /** Whether it can be undone. A deletion for good cannot. */
  isRevertible: boolean
}

/** A change together with all undos and redos of it. */
interface Chain<Id> {
  isRevertible: boolean
  isUndone: boolean
  /** The newest change of the chain: the one that the next undo or redo reverts. */
  last: Id
}

/** The chain of every change that is not itself an undo. The lines are in the order of the log. */
function chainsOf<Id>(lines: ChangeLine<Id>[]): Chain<Id>[] {
  const roots = new Map<Id, Id>()
  const chains = new Map<Id, Chain<Id>>()
  for (const { change, undoes, isRevertible } of lines) {
    const root = undoes === null ? change : roots.get(undoes)
    if (root === undefined) continue
    roots.set(change, root)
    const before = chains.get(root)
    chains.set(root, {
      isRevertible: before?.isRevertible ?? isRevertible,
      isUndone: before ? !before.isUndone : false,
      last: change,
    })
  }
  return [...chains.values()]
}

/** The changes that an undo can revert, newest first. */
export function toUndo<Id>(newestFirst: ChangeLine<Id>[]): Id[] {
  const done = chainsOf(newestFirst.toReversed()).filter((chain) => !chain.isUndone && chain.isRevertible)
  return done.map((chain) => chain.last).toReversed()
}

/** The undos that a redo can revert, newest first; none if anything else was changed after them. */
export function toRedo<Id>(newestFirst: ChangeLine<Id>[]): Id[] {
  const otherChange = newestFirst.findIndex((line) => line.undoes === null)
  const since = newestFirst.slice(0, otherChange < 0 ? undefined : otherChange)
  const undone = chainsOf(newestFirst.toReversed()).filter((chain) => chain.isUndone)
  const undos = new Set(undone.map((chain) => chain.last))
  return since.filter((line) => undos.has(line.change)).map((line) => line.change)
}
