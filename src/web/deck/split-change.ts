import type { CallError } from '../../contract/client.ts'
import { addedTasks, type Change, type Problem, tasksOf, withoutTasks } from './change.ts'

interface Split {
  /** The change of the tasks that exist; undefined if nothing is left to do. */
  rest: Change | undefined
  /** The part that the user has to decide about, if any. */
  missing: Change[]
}

const notYet =
  'A change that adds this task needs your decision first. The task is deleted once it is added, unless you discard the deletion.'

/**
 * Takes the tasks that the server does not have, or has in the trash, out of a change of several, so that the others are changed. Undefined if
 * the change was refused for another reason, or names no other task. `others` are all changes of this browser.
 */
export function withoutMissing(
  change: Change,
  problem: Problem,
  { body }: CallError,
  newId: () => string,
  others: readonly Change[],
): Split | undefined {
  const { intent } = change
  if (problem.kind !== 'gone' && problem.kind !== 'trashed') return undefined
  const named = tasksOf(intent)
  const missing = new Set((body as { ids?: string[] }).ids ?? named)
  const { sent: _, ...unsent } = change
  if (intent.kind === 'remove' && named.some((id) => missing.has(id))) {
    // Tasks that are in the trash already, or were deleted for good, need not be moved to it; those that an undecided change adds do.
    const undecided = new Set(others.filter(({ done }) => !done).flatMap((other) => addedTasks(other.intent)))
    const expected = named.filter((id) => missing.has(id) && undecided.has(id))
    const part = withoutTasks(unsent, new Set(named.filter((id) => !expected.includes(id))))
    const asked = part && { ...part, id: newId(), problem: { kind: 'gone' as const, message: notYet } }
    return { rest: withoutTasks(unsent, missing), missing: asked ? [asked] : [] }
  }
  const isPart = named.some((id) => missing.has(id)) && named.some((id) => !missing.has(id))
  if ((intent.kind !== 'updateMany' && intent.kind !== 'claim') || !isPart) return undefined
  const part = withoutTasks(unsent, new Set(named.filter((id) => !missing.has(id))))
  const rest = withoutTasks(unsent, missing)
  const message = `${problem.message} The other tasks of this change are changed.`
  return { rest, missing: part ? [{ ...part, id: newId(), problem: { ...problem, message } }] : [] }
}
