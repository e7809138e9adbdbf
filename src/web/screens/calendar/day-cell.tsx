import type { Task } from '../../../contract/schemas/tasks.ts'
import type { ShownOnDay } from '../../meetings/use-meetings.ts'
import controls from '../../ui/controls.module.css'
import { PlusIcon } from '../../ui/icons.tsx'
import classes from './calendar.module.css'
import { Coming } from './coming.tsx'
import { dayInWords, monthName } from './days.ts'
import { Entry, type EntryProps } from './entry.tsx'
import type { Fit } from './fit.ts'
import { MeetingEntry } from './meeting-entry.tsx'
import { RestLink } from './rest-link.tsx'

export interface DayOfMonth {
  day: string
  /** The meetings that are shown. */
  meetings: ShownOnDay[]
  /** The tasks that are shown. */
  tasks: Task[]
  /** The tasks of repeating ones that will follow. */
  coming: Task[]
  /** How many entries are not shown. */
  hidden: number
  /** All tasks of the day, without those that will follow. */
  count: number
  lines: Fit['lines']
  meetingLines: Fit['lines']
  isOpen: boolean
}

interface Props extends EntryProps {
  cell: DayOfMonth
  /** Whether the day belongs to the month before or after. */
  isOutside: boolean
  isWeekend: boolean
  /** Whether it shows the name of its month. */
  isNamed: boolean
  isTabStop: boolean
  /** The room for a title. */
  titlePx: number
  onAdd: (day: string, at: Element) => void
  onOpen: (day: string | undefined) => void
}

/** A day of the calendar with its tasks. */
export function DayCell({ cell, isOutside, isWeekend, isNamed, isTabStop, titlePx, onAdd, onOpen, ...rest }: Props) {
  const { day, meetings, tasks, coming, hidden, count, lines, meetingLines, isOpen } = cell
  const isToday = day === rest.today
  const words = dayInWords(day)
  const date = Number(day.slice(8))
  return (
    <td
      className={classes.day}
      data-drop-day={day}
      data-outside={isOutside || undefined}
      data-weekend={isWeekend || undefined}
      data-over={rest.drag.place === day || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <button
        type="button"
        className={`${controls.button} ${classes.date}`}
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`Add a task on ${words}`}
        title={`Add a task on ${words}`}
        onClick={({ currentTarget }) => onAdd(day, currentTarget.parentElement ?? currentTarget)}
      >
        <span className={`mono ${classes.number}`}>{isNamed && !isToday ? `${monthName(day)} ${date}` : date}</span>
        <PlusIcon size={14} />
      </button>
      {meetings.length + tasks.length + coming.length > 0 && (
        <ul className={classes.entries} aria-label={words} data-open={isOpen || undefined}>
          {meetings.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: meetings have no id, no state and no focus.
            <MeetingEntry key={index} one={one} lines={meetingLines[index] ?? 1} />
          ))}
          {tasks.map((task, index) => (
            <Entry key={task._id} task={task} lines={lines[index] ?? 1} titlePx={titlePx} {...rest} />
          ))}
          {coming.map((task) => (
            <Coming key={task._id} task={task} />
          ))}
        </ul>
      )}
      {isOpen && count > tasks.length && <RestLink day={day} count={count} />}
      {(hidden > 0 || isOpen) && (
        <button
          type="button"
          className={`${controls.button} ${classes.more}`}
          aria-expanded={isOpen}
          aria-label={isOpen ? `Show fewer on ${words}` : `Show ${hidden} more on ${words}`}
          onClick={() => onOpen(isOpen ? undefined : day)}
        >
          {isOpen ? 'Show fewer' : `${hidden} more`}
        </button>
      )}
    </td>
  )
}
