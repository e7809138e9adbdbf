import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { someday } from '../../contract/start-date.ts'
import type { NameOfKind } from '../../contract/task-fields.ts'
import { dayOf, noDate } from '../../contract/task-lists/due.ts'
import { commands } from '../commands/commands.ts'
import type { Option } from '../ui/listbox.tsx'
import { DayChoice } from './day-choice.tsx'
import { fieldCommands, type MenuProps } from './edited-fields.ts'
import { snoozeDays, startOf } from './snooze.ts'
import { useToday } from './today.ts'
import { upcomingDays } from './upcoming-days.ts'

/** The choices of each field, and the day of a task that is the current one. */
const fields: Record<
  NameOfKind<'day'>,
  { optionsFor: typeof daysFor; presentIn: (task: Task) => string | undefined }
> = {
  dueDate: { optionsFor: daysFor, presentIn: dayOf },
  startDate: { optionsFor: startsFor, presentIn: startOf },
}

/** Chooses one day for all given tasks. If all of them have it already, the menu only closes. */
export function DayMenu({ field, tasks, preferences, onChoose, onClose }: MenuProps<NameOfKind<'day'>>) {
  const { optionsFor, presentIn } = fields[field]
  const options = optionsFor(tasks, preferences, useToday())
  const current = tasks.map((task) => presentIn(task) ?? noDay)
  const choose = (day: string) => {
    if (current.every((other) => other === day)) onClose()
    else onChoose({ [field]: day === noDay ? null : day })
  }
  return (
    <DayChoice label={commands[fieldCommands[field]].label} {...{ options, current, preferences }} onChoose={choose} />
  )
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
