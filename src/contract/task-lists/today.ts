import { addDays, countedDay } from '../calendar-day.ts'
import { isHeld } from '../claims.ts'
import { needsYou } from '../questions.ts'
import type { Preferences } from '../schemas/accounts.ts'
import type { Task } from '../schemas/tasks.ts'
import { isSnoozed } from '../start-date.ts'
import { tokenOfVia } from '../via.ts'
import { dayOf } from './due.ts'
import { endOfWeek } from './due-groups.ts'
import { isOpen } from './link-index.ts'
import { byUrgency, type Ranked, rank } from './rank.ts'
import { startDay } from './task-days.ts'

/** The open tasks that are dated today. Each is in one list only. */
export interface Agenda {
  due: Task[]
  /** Planned work that begins today and is due later. */
  starts: Task[]
  /** Tasks that were put off until today. */
  back: Task[]
}

export interface WeekDay {
  day: string
  /** The open tasks that are due on this day. Of a day before today, they are left over. */
  count: number
}

export interface Today {
  /** All tasks that can be worked on, the most pressing first, without those of the agenda, those with questions, and those that a program holds. */
  now: Ranked[]
  agenda: Agenda
  week: WeekDay[]
}

/** The tasks of the screen Today, out of all tasks. `now` is the time, which decides about claims. */
export function todayOf(all: Task[], today: string, weekStart: Preferences['weekStart'], now: string): Today {
  const agenda = agendaOf(all, today)
  const dated = new Set(agendaTasks(agenda))
  return {
    now: rank(all, today).filter(({ task }) => !dated.has(task) && !needsYou(task) && !isHeldByProgram(task, now)),
    agenda,
    week: weekOf(all, today, weekStart),
  }
}

const isHeldByProgram = ({ claim }: Task, now: string) =>
  Boolean(claim && isHeld(claim, now) && tokenOfVia(claim.by) !== undefined)

/** The agenda of a day. Blocked tasks are part of it, because their day is today all the same; snoozed ones are in Later. */
export function agendaOf(all: Task[], today: string): Agenda {
  const agenda: Agenda = { due: [], starts: [], back: [] }
  for (const task of all) {
    const list = isOpen(task) && listOf(task, today)
    if (list) agenda[list].push(task)
  }
  agenda.due.sort(byUrgency)
  agenda.starts.sort(byUrgency)
  agenda.back.sort(byUrgency)
  return agenda
}

function listOf(task: Task, today: string): keyof Agenda | undefined {
  if (isSnoozed(task, today)) return undefined
  const due = dayOf(task)
  if (due === today) return 'due'
  if (startDay(task) !== today) return undefined
  return due !== undefined && due > today ? 'starts' : 'back'
}

export const agendaTasks = ({ due, starts, back }: Agenda): Task[] => [...due, ...starts, ...back]

/** The week that contains today. A task counts on its due day, unless it is still put off then. */
export function weekOf(all: Task[], today: string, weekStart: Preferences['weekStart']): WeekDay[] {
  const last = endOfWeek(today, weekStart)
  const days = Array.from({ length: 7 }, (_, index) => addDays(last, index - 6))
  const counts = new Map(days.map((day) => [day, 0]))
  for (const task of all) {
    const day = dayOf(task)
    const count = day === undefined ? undefined : counts.get(day)
    if (day === undefined || count === undefined || !isOpen(task)) continue
    if (!isSnoozed(task, day > today ? day : today)) counts.set(day, count + 1)
  }
  return days.map((day) => ({ day, count: counts.get(day) ?? 0 }))
}

/** The day since which a task that came back was put off: that of its last change, as Later hides it since. Undefined if it was changed today. */
export function putOffSince({ updatedAt }: Pick<Task, 'updatedAt'>, today: string): string | undefined {
  const day = updatedAt ? countedDay(new Date(updatedAt)) : undefined
  return day !== undefined && day < today ? day : undefined
}
