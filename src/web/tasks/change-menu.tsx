import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { someday } from '../../contract/start-date.ts'
import { dayOf, noDate } from '../../contract/task-lists/due.ts'
import { type Priority, priorities, type Status, statuses } from '../../contract/tasks.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { Listbox, type Option } from '../ui/listbox.tsx'
import { Panel } from '../ui/panel.tsx'
import { DayChoice } from './day-choice.tsx'
import { priorityIcon, statusIcon } from './marks.tsx'
import { snoozeDays, startOf } from './snooze.ts'
import { useToday } from './today.ts'
import { upcomingDays } from './upcoming-days.ts'

export type ChangedField = 'status' | 'priority' | 'due' | 'start'

interface Props {
  field: ChangedField
  /** The tasks when the menu was opened. */
  tasks: Task[]
  /** The element that the menu opens at. */
  anchor: Element | null
  preferences: Preferences
  onChoose: (change: ManyChange) => void
  onClose: () => void
}

interface Menu {
  /** The words before the names of the tasks. */
  heading: string
  title: string
  options: Option[]
  presentIn: (task: Task) => string
  change: (value: string) => ManyChange
}

/** Chooses one value for all given tasks. If all of them have it already, the menu only closes. */
export function ChangeMenu({ field, tasks, anchor, preferences, onChoose, onClose }: Props) {
  const { heading, title, options, presentIn, change } = menuOf(field, tasks, preferences, useToday())
  const current = tasks.map(presentIn)
  const choose = (value: string) => {
    if (current.every((other) => other === value)) onClose()
    else onChoose(change(value))
  }
  return (
    <Panel anchor={anchor} label={title} title={`${heading} ${namesOf(tasks)}`} onClose={onClose}>
      {field === 'due' || field === 'start' ? (
        <DayChoice label={title} {...{ options, current, preferences }} onChoose={choose} />
      ) : (
        <Listbox label={title} options={options} current={current} onChoose={choose} />
      )}
    </Panel>
  )
}

function menuOf(field: ChangedField, tasks: Task[], preferences: Preferences, today: string): Menu {
  if (field === 'status')
    return {
      heading: 'Status of',
      title: 'Change the status',
      options: statuses.map((status) => ({ value: status, label: status, icon: statusIcon(status) })),
      presentIn: (task) => task.status,
      change: (status) => ({ status: status as Status }),
    }
  if (field === 'priority')
    return {
      heading: 'Priority of',
      title: 'Change the priority',
      options: priorities.map((priority) => ({ value: priority, label: priority, icon: priorityIcon(priority) })),
      presentIn: (task) => task.priority,
      change: (priority) => ({ priority: priority as Priority }),
    }
  if (field === 'start')
    return {
      heading: 'Snooze',
      title: 'Snooze',
      options: startsFor(tasks, preferences, today),
      presentIn: (task) => startOf(task) ?? noDay,
      change: (day) => ({ startDate: day === noDay ? null : day }),
    }
  return {
    heading: 'Due date of',
    title: 'Change the due date',
    options: daysFor(tasks, preferences, today),
    presentIn: (task) => dayOf(task) ?? noDay,
    change: (day) => ({ dueDate: day === noDay ? null : day }),
  }
}

/** The value of the choice for no day. */
const noDay = ''

/** The most common days to start on. Tasks that were put off can start now. */
function startsFor(tasks: Task[], { weekStart, dateStyle }: Preferences, today: string): Option[] {
  const days = snoozeDays(today, weekStart).map(({ label, day }) => ({
    value: day,
    label,
    ...(day === someday ? {} : { detail: formatDay(day, dateStyle) }),
  }))
  return tasks.some(startOf) ? [...days, { value: noDay, label: 'No start date' }] : days
}

/** The most common choices, the current day if all tasks share another one, and no day. */
function daysFor(tasks: Task[], { weekStart, dateStyle }: Preferences, today: string): Option[] {
  const upcoming = upcomingDays(today, weekStart).map(({ label, day }) => ({
    value: day,
    label,
    detail: formatDay(day, dateStyle),
  }))
  const none = { value: noDay, label: noDate }
  const [shared, ...others] = new Set(tasks.map(dayOf))
  if (shared === undefined || others.length || upcoming.some(({ value }) => value === shared))
    return [...upcoming, none]
  return [...upcoming, { value: shared, label: 'Keep', detail: formatDay(shared, dateStyle) }, none]
}
