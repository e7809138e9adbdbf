import { countItems } from '../../contract/checklist.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { ChecklistIcon } from '../ui/icons.tsx'
import { CountMark } from './count-mark.tsx'

export const itemsInWords = ({ done, all }: { done: number; all: number }) => `${done} of ${all} checklist items done`

/** How much of the checklist in a description is done. */
export function ChecklistMark({ task }: { task: Pick<Task, 'description'> }) {
  const count = countItems(task.description)
  if (!count) return null
  return <CountMark icon={<ChecklistIcon size={14} />} {...count} words={itemsInWords(count)} data-mark="checklist" />
}
