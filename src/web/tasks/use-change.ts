import type { Task } from '../../contract/schemas/tasks.ts'
import { type Intent, type Problem, tasksOf } from '../deck/change.ts'
import { deckNow, makeChange, withdrawChange } from '../deck/current-deck.ts'
import { useUndo } from '../history/undo.ts'
import { type AlertAction, alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { textsIn } from '../waiting/refused-text.ts'
import { unprovedWords } from './unproved.ts'

export interface ChangeWords {
  /** The message of a success. The tasks are those that were changed, as they are now. */
  message: (tasks: Task[]) => string
  /** A further action that this message offers, beside the undo. */
  action?: ((tasks: Task[]) => AlertAction | undefined) | undefined
  /** The name under which a failure is reported. */
  failure: string
  /** The message if the server gives no reason. */
  fallback: string
  /** The words before the reason. */
  lead?: string
  /** Whether a form keeps the input, so that the user can try again there. Otherwise the message offers it. */
  isInputKept?: boolean
}

/** A change that was made, or kept until the server can be reached. */
export interface Changed {
  id: string
  tasks: Task[]
}

/**
 * Makes a change: the screens show it at once. Then says so and offers to undo it, or says why the server has refused it. Returns undefined
 * if it was refused.
 */
export function useChange() {
  const undo = useUndo()
  return async function change(intent: Intent, given: ChangeWords): Promise<Changed | undefined> {
    const { message, action, isInputKept, ...words } = given
    withdrawFailure(words.failure)
    const { id, outcome } = makeChange(intent)
    const result = await outcome
    if (result.state === 'problem') {
      const { kind } = result.problem
      // An open question stays among the waiting changes, and so does text that is nowhere else.
      const isKept = kind === 'conflict' || kind === 'trashed' || (!isInputKept && textsIn({ intent }).length > 0)
      const canRetry = kind === 'refused' && !isInputKept && !isKept
      reportProblem(result.problem, words, canRetry ? () => void change(intent, given) : undefined)
      if (!isKept) await withdrawChange(id)
      return undefined
    }
    const tasks = tasksOf(intent).flatMap((task) => deckNow().byId.get(task) ?? [])
    if (result.state === 'kept' || result.state === 'withdrawn') return { id, tasks }
    const unproved = completes(intent) ? unprovedWords(tasks) : ''
    undo.offer(
      message(tasks) + unproved,
      result.state === 'done' && result.change === null ? null : id,
      action?.(tasks),
    )
    return { id, tasks }
  }
}

const completes = (intent: Intent) =>
  (intent.kind === 'updateMany' && intent.change.status === 'Completed') ||
  (intent.kind === 'update' && intent.values.status === 'Completed')

/** Says why the server has not made a change, and may offer to try again. */
export function reportProblem(
  problem: Problem,
  { failure, fallback, lead = '' }: Omit<ChangeWords, 'message' | 'action' | 'isInputKept'>,
  retry?: () => void,
) {
  console.error(failure, problem.message)
  alertFailed(lead + (problem.message || fallback), failure, retry && { label: 'Retry', run: retry })
}
