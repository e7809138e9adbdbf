import { memo, useState } from 'react'
import { Link } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { withKeys } from '../../commands/commands.ts'
import { nameOf, numberOf } from '../../deck/change.ts'
import { taskPath } from '../../navigation/paths.ts'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { DueMark, PriorityMark, StatusMark } from '../../tasks/marks.tsx'
import { plainText } from '../../tasks/plain-text.ts'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import classes from './dashboard.module.css'

interface Props {
  task: Task
  dateStyle: Preferences['dateStyle']
  selected: boolean
  onFocus: TaskList['onFocus']
  onBlur: TaskList['onBlur']
  onToggle: TaskList['toggle']
  onComplete: (task: Task) => void
  onLabel: (label: string) => void
}

/** The whole card is a link. Its checkbox, its button and its labels lie on top of it. */
export const TaskCard = memo(
  function TaskCard({ task, dateStyle, selected, onFocus, onBlur, onToggle, onComplete, onLabel }: Props) {
    const [firstVersion] = useState(task.version)
    return (
      <li className={classes.item} data-selected={selected || undefined}>
        <Link
          to={taskPath(task._id)}
          className={classes.card}
          data-task={task._id}
          data-done={task.status === 'Completed' || undefined}
          onFocus={() => onFocus(task._id)}
          onBlur={onBlur}
        >
          {task.version !== firstVersion && <span key={task.version} className={classes.flash} />}
          <span className={classes.top}>
            <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
            <WaitingTag id={task._id} />
            <StatusMark status={task.status} />
          </span>
          <span className={classes.title}>{task.title}</span>
          <span className={classes.description}>{plainText(task.description)}</span>
          {task.labels.length > 0 && <span className={classes.labelRoom} />}
          <span className={classes.bottom}>
            <PriorityMark priority={task.priority} />
            <DueMark task={task} dateStyle={dateStyle} />
          </span>
        </Link>
        <label className={classes.pick} title={withKeys('select')}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            onChange={() => onToggle(task._id)}
            aria-label={`Select ${nameOf(task)}`}
          />
        </label>
        <CompleteButton task={task} onComplete={onComplete} />
        {task.labels.length > 0 && (
          <span className={classes.labels}>
            {task.labels.map((label) => (
              <button key={label} type="button" onClick={() => onLabel(label)} title={`Show only #${label}`}>
                #{label}
              </button>
            ))}
          </span>
        )}
      </li>
    )
  },
  // The handlers are left out: an older one does the same.
  (before, after) =>
    before.task === after.task && before.selected === after.selected && before.dateStyle === after.dateStyle,
)
