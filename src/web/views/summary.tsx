import { memo } from 'react'
import { Link } from 'react-router'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dueOf } from '../../contract/task-lists/due.ts'
import { useToday } from '../tasks/today.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import classes from './surface.module.css'

/** How many tasks are open, overdue and due today. */
export const Summary = memo(function Summary({ tasks }: { tasks: Task[] | undefined }) {
  const today = useToday()
  if (!tasks) return <Skeleton height={14} width={140} className={classes.summary} />
  const open = tasks.filter((task) => task.status !== 'Completed')
  const overdue = open.filter((task) => dueOf(task, today).urgency === 'overdue').length
  const dueToday = open.filter((task) => dueOf(task, today).urgency === 'today').length
  return (
    <span className={classes.summary}>
      {open.length} open
      {overdue > 0 && (
        <>
          {' · '}
          <Link to={{ search: 'status=All&due=overdue' }} className={classes.overdue}>
            {overdue} overdue
          </Link>
        </>
      )}
      {dueToday > 0 && ` · ${dueToday} due today`}
    </span>
  )
})
