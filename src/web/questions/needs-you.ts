import { useMemo } from 'react'
import { needsYou } from '../../contract/questions.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { useDeck } from '../deck/current-deck.ts'

/** The number of open questions of these tasks. */
export const questionsIn = (tasks: readonly Task[]) =>
  tasks.reduce((sum, task) => sum + (needsYou(task) ? (task.openQuestions ?? 0) : 0), 0)

/** How much waits for the user: open questions, and changes that the server has not accepted. */
export function useNeedsYou(): number {
  const { tasks, changes } = useDeck()
  const asked = useMemo(() => questionsIn(tasks), [tasks])
  return asked + changes.filter(({ problem }) => problem).length
}
