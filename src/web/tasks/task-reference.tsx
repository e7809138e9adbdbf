import { numberOf } from '../../contract/words/task-names.ts'
import { useFromDeck } from '../deck/current-deck.ts'
import { TaskLink } from '../navigation/task-link.tsx'
import { statusIcon } from './marks.tsx'
import classes from './task-reference.module.css'
import { tasksByNumber } from './tasks-by-number.ts'

/** A link to a task that a text mentions, with its title and status; the plain number if there is no such task. */
export function TaskReference({ number }: { number: number }) {
  const task = useFromDeck(({ tasks }) => tasksByNumber(tasks).get(number))
  if (!task) return <>#{number}</>
  return (
    <TaskLink id={task._id} className={classes.reference} data-done={task.status === 'Completed' || undefined}>
      {statusIcon(task.status)} <span className="mono">{numberOf(task)}</span> {task.title}
      <span className="visually-hidden"> ({task.status})</span>
    </TaskLink>
  )
}
