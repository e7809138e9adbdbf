import { memo } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dueOf } from '../../contract/task-lists/due.ts'
import { useToday } from '../tasks/today.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import classes from './surface.module.css'

interface Props {
  tasks: Task[] | undefined
  hasDue: boolean
}

/** How many of the shown tasks are open, overdue and due today. */
export const Summary = memo(function Summary({ tasks, hasDue }: Props) {
  const today = useToday()
  const [search] = useSearchParams()
  if (!tasks) return <Skeleton height={14} width={140} className={classes.summary} />
  const open = tasks.filter((task) => task.status !== 'Completed')
  const dated = hasDue ? open : []
  const overdue = dated.filter((task) => dueOf(task, today).urgency === 'overdue').length
  const dueToday = dated.filter((task) => dueOf(task, today).urgency === 'today').length
  return (
    <span className={classes.summary}>
      {open.length || !tasks.length ? `${said(open.length)} open` : `${said(tasks.length)} completed`}
      {overdue > 0 && (
        <span className={classes.late}>
          {' · '}
          <Link to={{ search: withOverdue(search) }} className={classes.overdue}>
            {said(overdue)} overdue
          </Link>
        </span>
      )}
      {dueToday > 0 && <span className={classes.dueToday}>{` · ${said(dueToday)} due today`}</span>}
    </span>
  )
})

const said = (count: number) => count.toLocaleString('en')

/** The address with the same conditions, narrowed to overdue tasks. */
function withOverdue(search: URLSearchParams): string {
  const narrowed = new URLSearchParams(search)
  narrowed.set('due', 'overdue')
  return narrowed.toString()
}
