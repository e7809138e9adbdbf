import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { isSnoozed } from '../../../contract/start-date.ts'
import { dueOf } from '../../../contract/task-lists/due.ts'
import { nameOf, numberOf } from '../../../contract/words/task-names.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { ChecklistMark } from '../../tasks/checklist-mark.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { CriteriaMark } from '../../tasks/criteria-mark.tsx'
import { LinkMarks } from '../../tasks/link-marks.tsx'
import { PriorityMark } from '../../tasks/marks.tsx'
import { ParentMark } from '../../tasks/parent-mark.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import { WhenMarks } from '../../tasks/when-marks.tsx'
import type { Drag } from '../../ui/drag/drag-options.ts'
import classes from './entry.module.css'
import { EntryMarks } from './entry-marks.tsx'
import { EntryTitle } from './entry-title.tsx'

/** The props that all entries of the calendar share. */
export interface EntryProps {
  today: string
  words: string[]
  dateStyle: Preferences['dateStyle']
  list: TaskList
  handlers: TaskHandlers
  drag: Drag<string>
}

interface Props extends EntryProps {
  task: Task
  /** Whether priority, number and other marks are shown below the title. */
  hasFacts?: boolean
  /** The lines of its title in a day, and the room of each. */
  lines?: 1 | 2
  titlePx?: number
}

/** A task in the calendar: its ring, and its title as a link that can be dragged. */
export function Entry({
  task,
  today,
  words,
  dateStyle,
  list,
  handlers,
  drag,
  hasFacts = false,
  lines = 2,
  titlePx,
}: Props) {
  const { urgency } = dueOf(task, today)
  const isPutOff = isSnoozed(task, today)
  return (
    <li
      className={classes.entry}
      data-urgency={urgency}
      data-selected={list.selected.has(task._id) || undefined}
      data-put-off={isPutOff || undefined}
      data-facts={hasFacts || undefined}
    >
      <TaskLink
        {...drag.handle}
        data-dragging={drag.id === task._id || undefined}
        id={task._id}
        className={classes.link}
        data-task={task._id}
        title={nameOf(task)}
        onFocus={() => list.onFocus(task._id)}
        onBlur={list.onBlur}
      >
        <span className={classes.line}>
          <EntryTitle title={task.title} words={words} lines={lines} titlePx={titlePx} />
          {!hasFacts && <EntryMarks task={task} dateStyle={dateStyle} />}
        </span>
        {!hasFacts && (
          <span className={classes.parent}>
            <ParentMark task={task} />
          </span>
        )}
        {urgency === 'overdue' && <span className="visually-hidden">overdue</span>}
        {isPutOff && !hasFacts && <span className="visually-hidden">snoozed</span>}
        {hasFacts && (
          <span className={classes.facts}>
            <PriorityMark priority={task.priority} />
            <span className="mono">{numberOf(task)}</span>
            <ParentMark task={task} />
            <WhenMarks task={task} dateStyle={dateStyle} />
            <CriteriaMark task={task} />
            <ChecklistMark task={task} />
            <LinkMarks task={task} />
          </span>
        )}
        <WaitingTag id={task._id} />
      </TaskLink>
      <CompleteButton task={task} onComplete={handlers.complete} />
    </li>
  )
}
