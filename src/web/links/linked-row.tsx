import type { ReactNode } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { TaskLink } from '../navigation/task-link.tsx'
import { CompleteButton } from '../tasks/complete-button.tsx'
import { LinkMarks } from '../tasks/link-marks.tsx'
import { DueMark } from '../tasks/marks.tsx'
import { useCompleteTasks } from '../tasks/use-complete.ts'
import controls from '../ui/controls.module.css'
import rows from '../ui/fact-row.module.css'
import { CloseIcon } from '../ui/icons.tsx'
import classes from './links.module.css'

interface Props {
  task: Task
  /** The role of the task for the one on the page. */
  role?: ReactNode
  dateStyle: Preferences['dateStyle']
  /** Removes the link; undefined if there is none to remove. */
  onRemove?: (() => void) | undefined
}

/** Another task in one line, which can be completed in place. */
export function LinkedRow({ task, role, dateStyle, onRemove }: Props) {
  const complete = useCompleteTasks()
  return (
    <li className={`${rows.row} ${classes.row}`} data-done={task.status === 'Completed' || undefined}>
      {role && <span className={rows.role}>{role}</span>}
      <span className={classes.ring}>
        <CompleteButton task={task} onComplete={complete} />
      </span>
      <TaskLink id={task._id} className={`${rows.name} ${classes.link}`} dir="auto">
        {task.title} <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
      </TaskLink>
      <LinkMarks task={task} />
      {task.dueDate && <DueMark task={task} dateStyle={dateStyle} />}
      {onRemove && (
        <button
          type="button"
          className={`${controls.icon} ${classes.remove}`}
          aria-label={`Remove the link to ${numberOf(task)}`}
          title="Remove the link"
          onClick={onRemove}
        >
          <CloseIcon size={14} />
        </button>
      )}
    </li>
  )
}
