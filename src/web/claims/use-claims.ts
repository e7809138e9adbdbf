import type { Task } from '../../contract/schemas/tasks.ts'
import { holderInWords } from '../../contract/words/claim-words.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { useChange } from '../tasks/use-change.ts'

/** Gives tasks to a holder, or releases them with null, as one change. */
export function useClaims() {
  const change = useChange()
  return (tasks: readonly Task[], to: string | null) => {
    // A completed task has no holder.
    const open = tasks.filter(({ status }) => status !== 'Completed')
    if (!open.length) return
    void change(
      { kind: 'claim', tasks: open.map(({ _id }) => _id), to },
      {
        message: (changed) =>
          to === null
            ? `Released ${namesOf(changed)}`
            : to === 'session'
              ? `You hold ${namesOf(changed)}`
              : `Handed over ${namesOf(changed)} to ${holderInWords(to)}`,
        failure: 'Error changing claims',
        fallback: 'The holder was not changed. Please try again.',
      },
    )
  }
}
