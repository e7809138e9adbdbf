import { metCriteria } from '../../contract/receipts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'

/** A sentence to follow the message that a person has completed these tasks, if criteria of theirs are open. A person may do that, but is told about it. */
export function unprovedWords(tasks: Pick<Task, 'doneWhen' | 'proof'>[]): string {
  const open = tasks.map(metCriteria).filter(({ met, all }) => met < all)
  const [only] = open
  if (!only) return ''
  if (tasks.length > 1) return `. ${open.length} of them ${open.length === 1 ? 'has' : 'have'} criteria without proof.`
  const count = only.all - only.met
  if (only.all === 1) return '. Its criterion has no proof.'
  return `. ${count} of ${only.all} criteria ${count === 1 ? 'has' : 'have'} no proof.`
}
