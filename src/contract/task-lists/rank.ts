import { daysBetween } from '../calendar-day.ts'
import { needsYou } from '../questions.ts'
import type { Task } from '../schemas/tasks.ts'
import { isSnoozed } from '../start-date.ts'
import type { Priority } from '../tasks.ts'
import { compareDue, dayOf } from './due.ts'
import { isBlocked, type LinkIndex, linksIn, unblockedBy } from './link-index.ts'

/** The fields of a task that decide its rank. */
export type Rankable = Pick<Task, 'number' | 'status' | 'priority' | 'dueDate' | 'openQuestions'>

export interface Ranked<T extends Rankable = Task> {
  task: T
  /** The reasons for its rank, the most important first. */
  reasons: string[]
  weight: number
}

const priorityWeight: Record<Priority, number> = { Critical: 40, High: 20, Medium: 8, Low: 0 }
/** An open question comes before everything: somebody waits for its answer. */
const askedWeight = 1_000
/** More than all other reasons together. */
const overdueWeight = 150
/** Of two overdue tasks, the older one comes first only if their priorities are the same. */
const maxOverdueDays = 7

/**
 * The open tasks that have started and that nothing blocks, and those whose owner is asked, the most urgent first. `all` contains also the tasks
 * that are not shown.
 */
export function rank(tasks: Task[], today: string, all = tasks): Ranked[] {
  const index = linksIn(all)
  const ranked = tasks
    .filter((task) => needsYou(task) || canStart(task, today, index))
    .map((task) => weigh(task, today, unblockedBy(index, task).length))
  return sortRanked(ranked)
}

const canStart = (task: Task, today: string, index: LinkIndex) =>
  task.status !== 'Completed' && !isSnoozed(task, today) && !isBlocked(index, task)

/** Sorts by rank. Only tasks of another weight or due date are compared: ten thousand tasks have a few hundred of both. */
function sortRanked(ranked: Ranked[]): Ranked[] {
  const equal = new Map<string, Ranked[]>()
  for (const one of ranked) {
    const key = `${one.weight} ${one.task.dueDate}`
    const others = equal.get(key)
    if (others) others.push(one)
    else equal.set(key, [one])
  }
  const groups = [...equal.values()].map((group) => group.sort((a, b) => b.task.number - a.task.number))
  return groups.sort(([a], [b]) => (a && b ? byRank(a, b) : 0)).flat()
}

/** The most urgent first. */
export const byRank = (a: Ranked<Rankable>, b: Ranked<Rankable>): number =>
  b.weight - a.weight || compareDue(a.task.dueDate, b.task.dueDate, 'asc') || b.task.number - a.task.number

/** Compares tasks of the same day by their priority, then those that were started first. */
export const byUrgency = (a: Rankable, b: Rankable): number =>
  priorityWeight[b.priority] - priorityWeight[a.priority] ||
  Number(b.status === 'In Progress') - Number(a.status === 'In Progress') ||
  compareDue(a.dueDate, b.dueDate, 'asc') ||
  b.number - a.number

/**
 * The rank of a task that can be worked on. `waiting` is the number of open tasks that wait for it alone. The words are made when they are
 * read: of ten thousand tasks, a screen shows a few.
 */
export function weigh<T extends Rankable>(task: T, today: string, waiting: number): Ranked<T> {
  const day = dayOf(task)
  const due = day === undefined ? nothing : dueReason(today, day)
  const started = task.status === 'In Progress' ? startedWeight : 0
  const asked = needsYou(task) ? askedWeight : 0
  return {
    task,
    get reasons() {
      const found = [
        { words: askedWords(task.openQuestions), weight: asked },
        due,
        { words: task.priority, weight: priorityWeight[task.priority] },
        { words: startedWord, weight: started },
        { words: waitingWords(waiting), weight: waitingWeight(waiting) },
      ]
      const counting = found.filter(({ weight }) => weight > 0)
      return counting.toSorted((a, b) => b.weight - a.weight).map(({ words }) => words)
    },
    weight: asked + due.weight + priorityWeight[task.priority] + started + waitingWeight(waiting),
  }
}

interface Reason {
  words: string
  weight: number
}
const nothing: Reason = { words: '', weight: 0 }

/** The reasons of the days around today: ten thousand tasks have a few hundred due dates. */
let known = { today: '', reasons: new Map<string, Reason>() }

function dueReason(today: string, day: string): Reason {
  if (known.today !== today) known = { today, reasons: new Map() }
  const before = known.reasons.get(day)
  if (before) return before
  const reason = distanceReason(daysBetween(today, day))
  known.reasons.set(day, reason)
  return reason
}

function distanceReason(days: number): Reason {
  if (days < 0) return { words: `${-days} d overdue`, weight: overdueWeight + Math.min(-days, maxOverdueDays) }
  if (days === 0) return { words: 'due today', weight: 45 }
  if (days === 1) return { words: 'due tomorrow', weight: 30 }
  return { words: `due in ${days} days`, weight: days <= 7 ? 20 - days : 0 }
}

/** Neutral, because agents read it, too. */
export const askedWords = (count = 0) => (count === 1 ? '1 open question' : `${count} open questions`)
export const startedWord = 'started'
const startedWeight = 10
/** Weighs less than a date that is close, but several waiting tasks weigh more than a priority. */
const waitingWeight = (count: number) => count && Math.min(6 + 6 * count, 36)
export const waitingWords = (count: number) => (count === 1 ? '1 task waits for it' : `${count} tasks wait for it`)
