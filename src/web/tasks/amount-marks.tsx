import type { Task } from '../../contract/schemas/tasks.ts'
import { type AmountField, amountFields, isShownIn } from '../../contract/task-fields.ts'
import { amountInWords, amountOf, sumsInWords } from '../../contract/words/amount-words.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { GaugeIcon } from '../ui/icons.tsx'
import classes from './marks.module.css'

const onCards = amountFields.filter(({ field }) => isShownIn('card', field))

/** The amounts of a task, each as a small mark. */
export function AmountMarks({ task }: { task: Task }) {
  return onCards.map((field) => <AmountMark key={field.field} task={task} field={field} />)
}

export function AmountMark({ task, field }: { task: Task; field: AmountField }) {
  const amount = task[field.field] ?? null
  if (amount === null) return null
  const { name, unit } = field
  return (
    <span className={classes.fact} title={`${capitalised(name)}: ${amount} ${unit.name}`}>
      <GaugeIcon size={14} />
      <span className="visually-hidden">{capitalised(name)}: </span>
      {amountInWords(field, amount)}
    </span>
  )
}

/** About the characters that the amounts of a task take in a line. */
export const amountsLength = (task: Task) =>
  onCards.reduce((sum, field) => sum + (amountOf(task, field) ? amountOf(task, field).length + 3 : 0), 0)

/** The amounts of the open tasks of a group or view together. */
export function Sums({ tasks }: { tasks: readonly Task[] }) {
  const words = sumsInWords(tasks)
  if (!words) return null
  return (
    <span className={`mono ${classes.sums}`} title="Open tasks together">
      {words}
    </span>
  )
}
