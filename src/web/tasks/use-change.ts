import type { Task } from '../../contract/schemas/tasks.ts'
import { type Intent, type Problem, tasksOf } from '../deck/change.ts'
import { deckNow, makeChange, withdrawChange } from '../deck/current-deck.ts'
import { useUndo } from '../history/undo.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'

export interface ChangeWords {
  /** The message of a success. The tasks are those that were changed, as they are now. */
  message: (tasks: Task[]) => string
  /** The name under which a failure is reported. */
  failure: string
  /** The message if the server gives no reason. */
  fallback: string
  /** The words before the reason. */
  lead?: string
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
  return async (intent: Intent, { message, ...words }: ChangeWords): Promise<Changed | undefined> => {
    withdrawFailure(words.failure)
    const { id, outcome } = makeChange(intent)
    const result = await outcome
    if (result.state === 'problem') {
      reportProblem(result.problem, words)
      // A conflict stays among the waiting changes until the user has decided.
      if (result.problem.kind === 'refused') await withdrawChange(id)
      return undefined
    }
    const tasks = tasksOf(intent).flatMap((task) => deckNow().byId.get(task) ?? [])
    if (result.state === 'kept' || result.state === 'withdrawn') return { id, tasks }
    undo.offer(message(tasks), result.state === 'done' && result.change === null ? null : id)
    return { id, tasks }
  }
}

/** Says why the server has not made a change. */
export function reportProblem(problem: Problem, { failure, fallback, lead = '' }: Omit<ChangeWords, 'message'>) {
  console.error(failure, problem.message)
  alertFailed(lead + (problem.message || fallback), failure)
}
