import type { Task } from '../../../contract/schemas/tasks.ts'
import { noDate } from '../../../contract/task-lists/due.ts'
import type { ShownOnDay } from '../../meetings/use-meetings.ts'
import { monthOf } from '../../tasks/month.ts'
import { useTouchGestures } from '../../tasks/use-touch-gestures.ts'
import controls from '../../ui/controls.module.css'
import { PlusIcon } from '../../ui/icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { noDay } from './by-day.ts'
import shared from './calendar.module.css'
import { Coming } from './coming.tsx'
import { dayInWords, weekdayName } from './days.ts'
import { Entry, type EntryProps } from './entry.tsx'
import { MeetingEntry } from './meeting-entry.tsx'
import classes from './phone-calendar.module.css'
import { RestLink } from './rest-link.tsx'

interface Props extends EntryProps {
  weeks: string[][]
  month: string | undefined
  /** The chosen day. */
  day: string
  byDay: ReadonlyMap<string, Task[]>
  coming: ReadonlyMap<string, Task[]>
  meetings: ReadonlyMap<string, ShownOnDay[]>
  /** The tasks of the chosen day, and those without one. */
  tasks: Task[]
  undated: Task[]
  undatedCount: number
  onChoose: (day: string) => void
  onAdd: (day: string, at: Element) => void
}

/** The calendar of a narrow screen: a month with a dot per task and a dash for meetings, and those of the chosen day below it. */
export function PhoneCalendar({ weeks, month, day, byDay, coming, meetings, tasks, undated, ...more }: Props) {
  const { undatedCount, onChoose, onAdd, ...entry } = more
  const gestures = useTouchGestures([...tasks, ...undated], entry.list, entry.handlers, entry.drag.hold, 'dueDate')
  const words = dayInWords(day)
  const next = coming.get(day) ?? []
  const held = meetings.get(day) ?? []
  const count = byDay.get(day)?.length ?? 0
  return (
    <div {...entry.drag.box} className={classes.calendar}>
      <table className={classes.table}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((one) => (
              <th key={one} scope="col">
                {weekdayName(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} data-drop-day={one} data-over={entry.drag.place === one || undefined}>
                  <DayButton
                    day={one}
                    tasks={byDay.get(one) ?? []}
                    coming={coming.get(one)?.length ?? 0}
                    meetings={meetings.get(one)?.length ?? 0}
                    isOutside={month !== undefined && monthOf(one) !== month}
                    isChosen={one === day}
                    today={entry.today}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.heading}>
        <h2 className="h4">
          {words} <span className={`mono ${shared.count}`}>{count}</span>
        </h2>
        <button
          type="button"
          className={`${controls.icon} ${classes.add}`}
          aria-label={`Add a task on ${words}`}
          onClick={({ currentTarget }) => onAdd(day, currentTarget)}
        >
          <PlusIcon size={20} />
        </button>
      </div>
      {held.length > 0 && (
        <Rows label={`Meetings, ${words}`}>
          {held.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: meetings have no id, no state and no focus.
            <MeetingEntry key={index} one={one} hasFacts />
          ))}
        </Rows>
      )}
      {tasks.length + next.length > 0 ? (
        <Rows label={words} data-drop-day={day} {...gestures}>
          {tasks.map((task) => (
            <Entry key={task._id} task={task} hasFacts {...entry} />
          ))}
          {next.map((task) => (
            <Coming key={task._id} task={task} />
          ))}
        </Rows>
      ) : (
        <p className={classes.none}>Nothing is due on this day.</p>
      )}
      {count > tasks.length && <RestLink day={day} count={count} />}
      {undated.length > 0 && (
        <>
          <div className={classes.heading}>
            <h2 className="h4">
              {noDate} <span className={`mono ${shared.count}`}>{undatedCount}</span>
            </h2>
          </div>
          <Rows label={noDate} data-drop-day={noDay} {...gestures}>
            {undated.map((task) => (
              <Entry key={task._id} task={task} hasFacts {...entry} />
            ))}
          </Rows>
          {undatedCount > undated.length && <RestLink day={noDay} count={undatedCount} />}
        </>
      )}
      {entry.drag.layer}
    </div>
  )
}

interface DayButtonProps {
  day: string
  tasks: Task[]
  /** How many repeating tasks will follow on this day, and how many meetings it has. */
  coming: number
  meetings: number
  isOutside: boolean
  isChosen: boolean
  today: string
  onChoose: (day: string) => void
}

const maxDots = 3

function DayButton({ day, tasks, coming, meetings, isOutside, isChosen, today, onChoose }: DayButtonProps) {
  const { length } = tasks
  const open = tasks.filter(({ status }) => status !== 'Completed').length
  const toneOf = (index: number) => (index >= open ? 'done' : day < today ? 'overdue' : undefined)
  return (
    <button
      type="button"
      className={`${controls.icon} ${classes.day}`}
      aria-label={`${dayInWords(day)}, ${length} ${length === 1 ? 'task' : 'tasks'}${coming ? `, ${coming} repeating` : ''}${meetings ? `, ${meetings} ${meetings === 1 ? 'meeting' : 'meetings'}` : ''}`}
      aria-pressed={isChosen}
      aria-current={day === today ? 'date' : undefined}
      data-outside={isOutside || undefined}
      onClick={() => onChoose(day)}
    >
      <span className="mono">{Number(day.slice(8))}</span>
      <span className={classes.dots}>
        {tasks.slice(0, maxDots).map((task, index) => (
          <i key={task._id} data-tone={toneOf(index)} />
        ))}
        {coming > 0 && length < maxDots && <i data-tone="coming" />}
        {meetings > 0 && <i data-tone="meeting" />}
      </span>
    </button>
  )
}
