import { Skeleton, Text } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { dueOf } from '../../tasks/due.ts'
import { useToday } from '../../tasks/today.ts'
import classes from './dashboard.module.css'

/** How many tasks are open, overdue and due today. */
export const Summary = memo(function Summary({ tasks }: { tasks: Task[] | undefined }) {
  const today = useToday()
  if (!tasks) return <Skeleton height={20} width={220} mt={4} />
  const count = { overdue: 0, today: 0, later: 0, done: 0 }
  for (const task of tasks) count[dueOf(task, today).urgency]++
  return (
    <Text c="dimmed" mt={4}>
      {tasks.length - count.done} open
      {count.overdue > 0 && (
        <>
          {' · '}
          <Link to={{ search: 'status=All&due=overdue' }} className={classes.overdue}>
            {count.overdue} overdue
          </Link>
        </>
      )}
      {count.today > 0 && ` · ${count.today} due today`}
    </Text>
  )
})
