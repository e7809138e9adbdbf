import { memo, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { paths } from '../../app/paths.ts'
import { DueMark, PriorityMark, StatusMark } from '../../tasks/marks.tsx'
import { plainText } from '../../tasks/plain-text.ts'
import classes from './dashboard.module.css'

interface Props {
  task: Task
  dateStyle: Preferences['dateStyle']
}

/** A whole card is one link. */
export const TaskCard = memo(function TaskCard({ task, dateStyle }: Props) {
  const [versionAtFirst] = useState(task.version)
  return (
    <li className={classes.item}>
      <Link
        to={generatePath(paths.task, { id: task._id })}
        className={classes.card}
        data-done={task.status === 'Completed' || undefined}
      >
        {task.version !== versionAtFirst && <span key={task.version} className={classes.flash} />}
        <span className={classes.top}>
          <span className={`mono ${classes.number}`}>#{task.number}</span>
          <StatusMark status={task.status} />
        </span>
        <span className={classes.title}>{task.title}</span>
        <span className={classes.description}>{plainText(task.description)}</span>
        <span className={classes.bottom}>
          <PriorityMark priority={task.priority} />
          <DueMark task={task} dateStyle={dateStyle} />
        </span>
      </Link>
    </li>
  )
})
