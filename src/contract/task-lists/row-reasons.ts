import { daysBetween } from '../calendar-day.ts'
import { formatNearDay } from '../format-day.ts'
import { type FreeTime, fitsBefore } from '../meetings.ts'
import { needsYou } from '../questions.ts'
import type { Preferences } from '../schemas/accounts.ts'
import type { Task } from '../schemas/tasks.ts'
import { dayOf, dueOf, type Urgency } from './due.ts'
import { isOpen, type LinkIndex, waitingFor } from './link-index.ts'
import { askedWords, startedWord, waitingWords } from './rank.ts'

/** Why a task stands where it stands in a ranked list, each fact once. The row shows its priority as a mark. */
export interface RowReasons {
  date: { words: string; urgency: Urgency } | undefined
  isStarted: boolean
  /** Its open questions, which come before everything else. */
  asked: string | undefined
  /** That it fits before the next meeting, the tasks that wait for it, then the task that it is part of. */
  others: string[]
  /** Whether they name that task, so that the row needs no mark for it. */
  isParentNamed: boolean
}

/** After the date, a row has room for two reasons. */
const maxReasons = 2
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The reasons that a row of a ranked list shows. `free` is the time before the next meeting. */
export function rowReasons(
  task: Task,
  index: LinkIndex,
  today: string,
  style: Preferences['dateStyle'],
  free?: FreeTime,
): RowReasons {
  const isStarted = task.status === 'In Progress'
  const parent = parentReason(task, index)
  const others = [fitsBefore(task, free), waitingReason(task, index), parent]
    .filter((words) => words !== undefined)
    .slice(0, isStarted ? maxReasons - 1 : maxReasons)
  return {
    date: dateReason(task, today, style),
    isStarted,
    asked: needsYou(task) ? askedWords(task.openQuestions) : undefined,
    others,
    isParentNamed: parent !== undefined && others.includes(parent),
  }
}

/** The reasons in one line: `5 d overdue · started · 4 tasks wait for it`. */
export const reasonsInWords = ({ date, isStarted, asked, others }: RowReasons): string =>
  [asked, date?.words, isStarted && startedWord, ...others].filter(Boolean).join(' · ')

function dateReason(task: Task, today: string, style: Preferences['dateStyle']): RowReasons['date'] {
  const day = dayOf(task)
  if (day === undefined) return undefined
  const { urgency, words } = dueOf(task, today)
  return { urgency, words: urgency === 'overdue' ? words : `due ${nearDay(day, today, style)}` }
}

/** A day in as few letters as it needs: `today`, `tomorrow`, `Fri`, `Nov 26`. */
function nearDay(day: string, today: string, style: Preferences['dateStyle']): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days < 7) return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? day
  return formatNearDay(day, style, today)
}

function waitingReason(task: Task, index: LinkIndex): string | undefined {
  const [first, ...more] = waitingFor(index, task)
  if (!first) return undefined
  return more.length ? waitingWords(more.length + 1) : `${first.title} waits for it`
}

function parentReason({ _id }: Task, index: LinkIndex): string | undefined {
  const parent = index.get(_id)?.parent
  if (!parent) return undefined
  const open = index.get(parent._id)?.parts.filter(isOpen) ?? []
  const isLast = open.length === 1 && open[0]?._id === _id && (index.get(parent._id)?.parts.length ?? 0) > 1
  return isLast ? `last open part of ${parent.title}` : `↳ of ${parent.title}`
}
