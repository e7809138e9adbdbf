import { type Criterion, cleanCriteria, doneWhenLimits, type GivenCriterion } from '../../contract/done-when.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import type { DeckTask } from '../deck/change.ts'
import { deckNow } from '../deck/current-deck.ts'
import { useChange } from '../tasks/use-change.ts'

/** Changes the criteria of a task, one change for each action. */
export function useCriteria(task: DeckTask) {
  const make = useChange()
  /** As they are now: two actions can follow each other before the next render. */
  const now = () => deckNow().byId.get(task._id)?.doneWhen ?? []
  const set = (doneWhen: Criterion[], did: string) =>
    void make(
      { kind: 'update', task: task._id, values: { doneWhen } },
      {
        message: () => did,
        failure: 'Error changing criteria',
        fallback: 'The criteria were not changed. Please try again.',
      },
    )
  return {
    /** Adds criteria at the end, as many as the task can have. */
    add(given: readonly GivenCriterion[]) {
      const known = now()
      const added = cleanCriteria(given.slice(0, doneWhenLimits.criteria - known.length))
      const names = added.length === 1 ? 'a criterion' : `${added.length} criteria`
      if (added.length) set([...known, ...added], `Added ${names} to ${nameOf(task)}`)
    },
    change(id: string, values: Partial<Criterion>, did: string) {
      set(cleanCriteria(now().map((criterion) => (criterion.id === id ? { ...criterion, ...values } : criterion))), did)
    },
    remove({ id, text }: Criterion) {
      set(
        now().filter((other) => other.id !== id),
        `Removed the criterion “${text}”`,
      )
    },
    /** Moves a criterion to the place before another one, or to the end. */
    move(id: string, before: string | undefined) {
      const moved = now().find((criterion) => criterion.id === id)
      if (!moved) return
      const others = now().filter((criterion) => criterion !== moved)
      const index = others.findIndex((other) => other.id === before)
      set(others.toSpliced(index < 0 ? others.length : index, 0, moved), `Moved the criterion “${moved.text}”`)
    },
  }
}

export type CriteriaActions = ReturnType<typeof useCriteria>
