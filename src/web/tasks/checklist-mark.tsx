import { countItems } from '../../contract/checklist.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { ChecklistIcon } from '../ui/icons.tsx'
import classes from './marks.module.css'

export const itemsInWords = ({ done, all }: { done: number; all: number }) => `${done} of ${all} checklist items done`

/** How much of the checklist in a description is done: `2/5`. */
export function ChecklistMark({ task }: { task: Pick<Task, 'description'> }) {
  const count = countItems(task.description)
  if (!count) return null
  const words = itemsInWords(count)
  return (
    <span
      className={classes.fact}
      data-mark="checklist"
      title={words}
      data-done={count.done === count.all || undefined}
    >
      <ChecklistIcon size={14} />
      <span className="mono" aria-hidden="true">
        {count.done}/{count.all}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
