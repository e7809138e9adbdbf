import type { CSSProperties } from 'react'
import { formatNearDay } from '../../contract/format-day.ts'
import type { LabelColour } from '../../contract/labels.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { SharedPage, SharedTask } from '../../contract/schemas/shares.ts'
import { dayOf, dueOf } from '../../contract/task-lists/due.ts'
import marks from '../tasks/marks.module.css'
import { PriorityMark, statusIcon } from '../tasks/marks.tsx'
import { useToday } from '../tasks/today.ts'
import classes from './shared-link.module.css'

type Colours = SharedPage['colours']

interface Props {
  task: SharedTask
  page: Pick<SharedPage, 'colours' | 'dateStyle'>
}

/** A task on the page, without links. */
export function TaskRow({ task, page }: Props) {
  const { title, status, parent, labels = [], priority } = task
  return (
    <li className={classes.row}>
      {statusIcon(status)}
      <span className={classes.title} dir="auto">
        {title}
        <span className="visually-hidden">, {status}</span>
      </span>
      <span className={classes.extras}>
        {parent !== undefined && (
          <span className={classes.parent}>
            ↳ of <bdi>{parent}</bdi>
          </span>
        )}
        <Labels labels={labels} colours={page.colours} />
      </span>
      {priority && <PriorityMark priority={priority} />}
      {task.due !== undefined && <SharedDue task={task} dateStyle={page.dateStyle} />}
    </li>
  )
}

export const Labels = ({ labels, colours }: { labels: string[]; colours: Colours }) =>
  labels.map((label) => (
    <span key={label} className={classes.label} style={colourOf(colours[label])}>
      #<bdi>{label}</bdi>
    </span>
  ))

const colourOf = (colour: LabelColour | string | undefined) =>
  (colour ? { '--label': `var(--deck-label-${colour})` } : {}) as CSSProperties

/** The due date and its distance from the day of the reader. */
export function SharedDue({ task, dateStyle }: { task: SharedTask; dateStyle: string }) {
  const today = useToday()
  const { status, due = null, completed = null } = task
  const dated = { status, dueDate: due, completedAt: completed }
  const { urgency, words } = dueOf(dated, today)
  const day = dayOf(dated)
  return (
    <span className={marks.due} data-urgency={urgency}>
      {day && <span className="mono">{formatNearDay(day, dateStyle as Preferences['dateStyle'], today)}</span>}
      <b>{words}</b>
    </span>
  )
}
