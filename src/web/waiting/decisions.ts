import type { TaskChange } from '../../contract/schemas/tasks.ts'
import type { Change, Intent } from '../deck/change.ts'
import { deckNow, makeChange, withdrawChange } from '../deck/current-deck.ts'

/** A decision about a change that the server has not accepted. */
export interface Decision {
  label: string
  decide: (change: Change) => Promise<void>
}

/** Makes the change once more, on top of what is known now. */
async function makeAgain({ id, intent }: Change) {
  if (await withdrawChange(id)) makeChange(intent)
}

/** Gives up the values that conflict, and keeps the others. */
async function keepTheirs({ id, intent, problem }: Change) {
  if (!(await withdrawChange(id))) return
  const conflicts = new Set(problem?.kind === 'conflict' ? problem.tasks.flatMap(({ fields }) => fields) : [])
  const rest = without(intent, conflicts)
  if (rest) makeChange(rest)
}

function without(intent: Intent, fields: Set<string>): Intent | undefined {
  const left = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !fields.has(field))) as Partial<T>
  if (intent.kind === 'update') {
    const values: TaskChange = left(intent.values)
    return Object.keys(values).length ? { ...intent, values } : undefined
  }
  if (intent.kind !== 'updateMany') return undefined
  const change = left(intent.change)
  return Object.keys(change).length ? { ...intent, change } : undefined
}

/** Restores the tasks that were moved to the trash elsewhere, and makes the change. */
async function restoreAndApply(change: Change) {
  const { byId } = deckNow()
  for (const { task } of change.inverse) if (byId.get(task)?.trashedAt) makeChange({ kind: 'restore', task })
  await makeAgain(change)
}

/** The decisions that the user can make about a change, besides discarding it. */
export function decisionsFor({ problem }: Change): Decision[] {
  switch (problem?.kind) {
    case 'conflict':
      return [
        { label: 'Keep mine', decide: makeAgain },
        { label: 'Keep theirs', decide: keepTheirs },
      ]
    case 'trashed':
      return [{ label: 'Restore and apply', decide: restoreAndApply }]
    case 'refused':
      return [{ label: 'Try again', decide: makeAgain }]
    default:
      return []
  }
}
