import type { Change } from './change.ts'

const unknownTarget =
  'The server was restored from a backup, or has lost its last changes. The change that you have undone may no longer exist.'

/**
 * A change of this browser after the server has begun another history. Versions and numbers of the former one mean nothing in this one. So the
 * change is prepared again, from the values that the user saw, and sent again, even if it was answered: the server may have lost it, and if
 * not, its key prevents that it is made twice. Only an undo cannot be made, because its target is a number.
 */
export function carriedOver(change: Change, epoch: string): Change {
  const { sent, done, problem, ...rest } = change
  // The user still has to decide, or there was nothing to change.
  if ((problem && problem.kind !== 'conflict') || done?.seq === null) return { ...change, epoch }
  const { intent } = rest
  if (intent.kind !== 'undo' || typeof intent.of === 'string') return { ...rest, epoch }
  return { ...rest, epoch, problem: { kind: 'refused', message: unknownTarget } }
}
