import type { ReactNode } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Priority, Status } from '../../contract/tasks.ts'
import { formatDay } from '../ui/format-day.ts'
import { type Due, dayOf, dueOf, type Urgency } from './due.ts'
import classes from './marks.module.css'
import { useToday } from './today.ts'

const shape = (content: ReactNode) => (
  <svg
    width="14"
    height="14"
    viewBox="0 0 14 14"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
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
  Completed: (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path d="m4.4 7.2 1.8 1.8 3.4-3.6" fill="none" stroke="var(--deck-done-soft)" strokeWidth="1.5" />
    </svg>
  ),
}

const bars = (count: number) => (
  <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
    {[4, 7, 10].map((height, index) => (
      <rect
        key={height}
        x={1 + index * 4.5}
        y={12 - height}
        width="3"
        height={height}
        rx="1"
        opacity={index < count ? 1 : 0.25}
      />
    ))}
  </svg>
)

const priorityShapes: Record<Priority, ReactNode> = {
  Critical: (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <rect x="1" y="1" width="12" height="12" rx="3" fill="currentColor" />
      <path d="M7 3.8v3.7M7 9.9v.2" stroke="var(--deck-surface)" strokeWidth="1.7" strokeLinecap="round" />
    </svg>
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

const calendar = shape(
  <>
    <rect x="1.5" y="2.5" width="11" height="10" rx="2" strokeWidth="1.2" />
    <path d="M1.5 6h11M4.5 1v2.5M9.5 1v2.5" strokeWidth="1.2" />
  </>,
)

/** The due date and its distance from today. */
export function DueMark({ task, dateStyle }: { task: Task; dateStyle: Preferences['dateStyle'] }) {
  const { urgency, words }: Due = dueOf(task, useToday())
  return (
    <span className={classes.due} data-urgency={urgency satisfies Urgency}>
      {calendar}
      <span className="mono">{formatDay(dayOf(task), dateStyle)}</span>
      <b>{words}</b>
    </span>
  )
}

export const statusIcon = (status: Status) => (
  <span className={classes.icon} data-status={status}>
    {statusShapes[status]}
  </span>
)
export const priorityIcon = (priority: Priority) => (
  <span className={classes.icon} data-priority={priority}>
    {priorityShapes[priority]}
  </span>
)
