import { formatNearDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { dayOf } from '../../../contract/task-lists/due.ts'
import { type Agenda, agendaTasks, putOffSince, type WeekDay } from '../../../contract/task-lists/today.ts'
import { numberOf } from '../../../contract/words/task-names.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import type { ShownOnDay } from '../../meetings/use-meetings.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { LinkMarks } from '../../tasks/link-marks.tsx'
import { ParentMark } from '../../tasks/parent-mark.tsx'
import { PriorityOnly } from '../../tasks/ranked-row.tsx'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import { WhenMarks } from '../../tasks/when-marks.tsx'
import controls from '../../ui/controls.module.css'
import type { Drag } from '../../ui/drag/drag-options.ts'
import classes from './agenda-list.module.css'
import type { RowProps } from './now-list.tsx'
import frame from './today.module.css'
import { TodayMeetings } from './today-meetings.tsx'
import { WeekStrip } from './week-strip.tsx'

type DateStyle = Preferences['dateStyle']

interface Section {
  list: keyof Agenda
  name: string
  /** The words of a row besides its title. */
  note: (task: Task, today: string, style: DateStyle) => string | undefined
}

const dueNote = (task: Task, today: string, style: DateStyle) => {
  const day = dayOf(task)
  return day && `due ${formatNearDay(day, style, today)}`
}

const sections: Section[] = [
  { list: 'due', name: 'Due today', note: () => undefined },
  { list: 'starts', name: 'Starts today', note: dueNote },
  {
    list: 'back',
    name: 'Back from Later',
    note: (task, today, style) => {
      const since = putOffSince(task, today)
      return since && `since ${formatNearDay(since, style, today)}`
    },
  },
]

interface Props extends RowProps {
  meetings: ShownOnDay[]
  /** The present time of the user's clock, such as `2026-11-17T14:00`. */
  now: string
  agenda: Agenda
  week: WeekDay[]
  today: string
  drag: Drag<string>
}

/** The week, the meetings of today, and the tasks that are dated today. */
export function AgendaList({ meetings, now, agenda, week, today, drag, byId, list, handlers }: Props) {
  const { dateStyle } = useSignedIn().preferences
  const count = agendaTasks(agenda).length + meetings.length
  return (
    <section {...drag.box} className={classes.agenda} aria-labelledby="agenda">
      <div className={frame.head}>
        <h2 id="agenda">Agenda</h2>
        <span className={`${frame.count} ${classes.count}`}>{count > 0 && `${count} today`}</span>
      </div>
      <div className={classes.frame}>
        <WeekStrip week={week} today={today} dateStyle={dateStyle} over={drag.place} />
        {meetings.length > 0 && <TodayMeetings meetings={meetings} now={now} />}
        {count === 0 && <p className={frame.nothing}>Nothing is dated today.</p>}
        {sections
          .filter((section) => agenda[section.list].length > 0)
          .map(({ list: section, name, note }) => (
            <div key={section} className={classes.section}>
              <h3 id={`agenda-${section}`}>
                {name} <span className={`mono ${classes.sum}`}>{agenda[section].length}</span>
              </h3>
              <ul aria-labelledby={`agenda-${section}`}>
                {agenda[section].map((task) => (
                  <AgendaRow
                    key={task._id}
                    task={byId.get(task._id) ?? task}
                    note={note(task, today, dateStyle)}
                    isDragging={drag.id === task._id}
                    list={list}
                    handlers={handlers}
                  />
                ))}
              </ul>
            </div>
          ))}
      </div>
      {drag.layer}
    </section>
  )
}

interface AgendaRowProps extends Omit<RowProps, 'byId'> {
  task: Task
  note: string | undefined
  isDragging: boolean
}

function AgendaRow({ task, note, isDragging, list, handlers }: AgendaRowProps) {
  const { dateStyle } = useSignedIn().preferences
  return (
    <li
      className={classes.row}
      data-dragging={isDragging || undefined}
      data-selected={list.selected.has(task._id) || undefined}
      data-done={task.status === 'Completed' || undefined}
    >
      <TaskLink id={task._id} data-task={task._id} onFocus={() => list.onFocus(task._id)} onBlur={list.onBlur}>
        <span className={`${controls.ellipsis} ${classes.title}`} dir="auto" title={`${numberOf(task)} ${task.title}`}>
          {task.title}
        </span>
        <WaitingTag id={task._id} />
        <ParentMark task={task} />
        <LinkMarks task={task} />
        <WhenMarks task={task} dateStyle={dateStyle} />
        {note && <span className={classes.note}>{note}</span>}
        <PriorityOnly task={task} />
      </TaskLink>
      <CompleteButton task={task} onComplete={handlers.complete} />
    </li>
  )
}
