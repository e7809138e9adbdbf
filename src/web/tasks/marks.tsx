import type { ReactNode } from 'react'
import { daysBetween } from '../../contract/calendar-day.ts'
import { formatNearDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { NameOfKind, TaskValues } from '../../contract/task-fields.ts'
import { type Due, dayOf, dueOf, type Urgency } from '../../contract/task-lists/due.ts'
import type { Priority, Status } from '../../contract/tasks.ts'
import classes from './marks.module.css'
import { useToday } from './today.ts'

/** Sizes and colours are in the style sheet: a list shows several shapes per task, and every attribute takes time. */
const shape = (content: ReactNode, kind = classes.outlined) => (
  <svg className={`${classes.shape} ${kind}`} viewBox="0 0 14 14" aria-hidden="true">
    {content}
  </svg>
)

const statusShapes: Record<Status, ReactNode> = {
  Pending: shape(<circle cx="7" cy="7" r="5" strokeDasharray="2.4 1.5" />),
  'In Progress': shape(
    <>
      <circle cx="7" cy="7" r="5" />
      <path d="M7 3.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" stroke="none" />
    </>,
  ),
  Completed: shape(
    <>
      <circle cx="7" cy="7" r="6" />
      <path d="m4.4 7.2 1.8 1.8 3.4-3.6" fill="none" stroke="var(--deck-surface)" strokeWidth="1.5" />
    </>,
    classes.filled,
  ),
}

/** Bars of growing height with round corners, as one path. */
const barsPath = (from: number, to: number) =>
  [4, 7, 10]
    .map(
      (height, index) =>
        `M${2 + index * 4.5} ${12 - height}h1a1 1 0 0 1 1 1v${height - 2}a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1v-${height - 2}a1 1 0 0 1 1-1z`,
    )
    .slice(from, to)
    .join('')

const bars = (count: number) =>
  shape(
    <>
      <path d={barsPath(0, count)} />
      {count < 3 && <path d={barsPath(count, 3)} opacity="0.25" />}
    </>,
    `${classes.filled} ${classes.large}`,
  )

const priorityShapes: Record<Priority, ReactNode> = {
  Critical: shape(
    <>
      <rect x="1" y="1" width="12" height="12" rx="3" />
      <path d="M7 3.8v3.7M7 9.9v.2" stroke="var(--deck-surface)" strokeWidth="1.7" strokeLinecap="round" />
    </>,
    `${classes.filled} ${classes.large}`,
  ),
  High: bars(3),
  Medium: bars(2),
  Low: bars(1),
}

export function StatusMark({ status }: { status: Status }) {
  return (
    <span className={classes.status} data-status={status}>
      {statusShapes[status]}
      {status}
    </span>
  )
}

export function PriorityMark({ priority }: { priority: Priority }) {
  return (
    <span className={classes.priority} data-priority={priority}>
      {priorityShapes[priority]}
      {priority}
    </span>
  )
}

interface DueProps {
  task: Pick<Task, 'dueDate' | 'status' | 'completedAt'>
  dateStyle: Preferences['dateStyle']
  /** Whether the group says that the task is overdue. */
  isOverdueSaid?: boolean
}

/** The due date and its distance from today. */
export function DueMark({ task, dateStyle, isOverdueSaid = false }: DueProps) {
  const today = useToday()
  const { urgency, words }: Due = dueOf(task, today)
  const day = dayOf(task)
  return (
    <span className={classes.due} data-urgency={urgency satisfies Urgency}>
      {day && <span className="mono">{formatNearDay(day, dateStyle, today)}</span>}
      <b>
        {day && urgency === 'overdue' && isOverdueSaid ? (
          <>
            {daysBetween(day, today)} d<span className="visually-hidden"> overdue</span>
          </>
        ) : (
          words
        )}
      </b>
    </span>
  )
}

export const statusIcon = (status: Status, size = 14) => (
  <span className={classes.icon} data-status={status} style={{ fontSize: size }}>
    {statusShapes[status]}
  </span>
)
export const priorityIcon = (priority: Priority) => (
  <span className={classes.icon} data-priority={priority}>
    {priorityShapes[priority]}
  </span>
)

const choiceIcons: { [Field in NameOfKind<'choice'>]: (value: TaskValues[Field]) => ReactNode } = {
  status: (status) => statusIcon(status),
  priority: priorityIcon,
}
/** The icon of a value of a choice. */
export const choiceIcon = <Field extends NameOfKind<'choice'>>(field: Field, value: TaskValues[Field]) =>
  choiceIcons[field](value)
