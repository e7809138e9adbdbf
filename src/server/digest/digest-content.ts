import { daysBetween } from '../../contract/calendar-day.ts'
import { isHeld } from '../../contract/claims.ts'
import { formatNearDay } from '../../contract/format-day.ts'
import { withoutHidden } from '../../contract/plain-names.ts'
import { needsYou } from '../../contract/questions.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isSnoozed } from '../../contract/start-date.ts'
import { dayOf } from '../../contract/task-lists/due.ts'
import { isOpen, type LinkIndex, linksIn } from '../../contract/task-lists/link-index.ts'
import { byUrgency, rank } from '../../contract/task-lists/rank.ts'
import { rowReasons } from '../../contract/task-lists/row-reasons.ts'
import { agendaOf, agendaTasks, putOffSince } from '../../contract/task-lists/today.ts'
import { tokenOfVia } from '../../contract/via.ts'
import { nameOfHolder } from '../../contract/words/claim-words.ts'

/** An open question of a token. */
export interface AskedQuestion {
  id: string
  asker: string
  task: { number: number; title: string }
  text: string
  choices: string[]
}

export interface DigestRow {
  number: number
  title: string
  isStarted: boolean
  /** How long it is overdue, which stands first and in red. */
  late: string | undefined
  facts: string[]
}

export interface DigestSection {
  name: string
  count: number
  rows: DigestRow[]
  /** The screen that shows all of them, after the `#`. */
  path: string
}

export interface Digest {
  /** The subject and the heading: `5 due today, 8 overdue, 2 need you`. */
  heading: string
  questions: AskedQuestion[]
  questionCount: number
  sections: DigestSection[]
  /** A sentence about what is left out. */
  leftOut: string | undefined
}

/** Of each section, so many tasks stand in the mail. */
const maxRows = 3
const maxQuestions = 3
const maxChoices = 3

interface Known {
  tasks: Task[]
  /** A sentence about what the digest leaves out: the tasks are only those whose day has come, or none. */
  leftOut?: string
  questions: {
    _id: string
    via: string
    text: string
    question?: { choices: string[] } | undefined
    task: { number: number; title: string }
  }[]
  questionCount: number
  preferences: Preferences
  today: string
  now: string
}

/** The content of the digest of a day; undefined if there is nothing to say. A task stands in one section only. */
export function digestOf({
  tasks,
  leftOut,
  questions,
  questionCount,
  preferences,
  today,
  now,
}: Known): Digest | undefined {
  const { dateStyle } = preferences
  const index = linksIn(tasks)
  const agenda = agendaOf(tasks, today)
  const dated = new Set(agendaTasks(agenda))
  const isOverdue = (task: Task) => isOpen(task) && !dated.has(task) && (dayOf(task) ?? today) < today
  const isFree = ({ claim }: Task) => !(claim && isHeld(claim, now) && tokenOfVia(claim.by) !== undefined)
  const ranked = rank(tasks, today).map(({ task }) => task)
  // Blocked tasks are late, too, although nobody can work on them.
  const isRanked = new Set(ranked)
  const blocked = tasks.filter((task) => isOverdue(task) && !isSnoozed(task, today) && !isRanked.has(task))
  const overdue = [...ranked.filter(isOverdue), ...blocked.sort(byUrgency)]
  const next = ranked.filter((task) => !dated.has(task) && !isOverdue(task) && !needsYou(task) && isFree(task))
  const counts = [
    [agenda.due.length, 'due today'],
    [overdue.length, 'overdue'],
    [agenda.starts.length, agenda.starts.length === 1 ? 'starts today' : 'start today'],
    [agenda.back.length, 'back from Later'],
    [questionCount, questionCount === 1 ? 'needs you' : 'need you'],
  ] as const
  const heading = counts.flatMap(([count, words]) => (count ? `${count} ${words}` : [])).join(', ')
  // Without any task of those that are too many, nobody knows that there is nothing to say.
  const hasAny = heading || (leftOut && !tasks.length)
  if (!hasAny) return undefined

  const section = (name: string, path: string, found: Task[], factsOf: (task: Task) => string[]): DigestSection[] =>
    found.length
      ? [{ name, path, count: found.length, rows: found.slice(0, maxRows).map((task) => rowOf(task, today, factsOf)) }]
      : []
  const facts = (task: Task) =>
    [task.priority, ...othersOf(task, index, today, dateStyle), ...repeats(task)].map((fact) => withoutHidden(fact))
  const putOff = (task: Task) => {
    const since = putOffSince(task, today)
    return since ? [`put off since ${formatNearDay(since, dateStyle, today)}`] : facts(task)
  }
  return {
    heading: heading || 'Your tasks today',
    leftOut,
    questionCount,
    questions: questions.slice(0, maxQuestions).map(({ _id: id, via, text, question, task: { number, title } }) => ({
      id,
      asker: nameOfHolder(via),
      task: { number, title: withoutHidden(title) },
      text: text
        .split('\n')
        .map((line) => withoutHidden(line))
        .join('\n'),
      choices: (question?.choices ?? []).slice(0, maxChoices).map((choice) => withoutHidden(choice)),
    })),
    sections: [
      ...section('Overdue', '/today', overdue, facts),
      ...section('Due today', '/today', agenda.due, facts),
      ...section('Starts today', '/today', agenda.starts, facts),
      ...section('Back from Later', '/today', agenda.back, putOff),
      ...section('Next', '/next', next, (task) => [...dueWords(task, index, today, dateStyle), ...facts(task)]).map(
        // Next is the ranking of everything, so its length says nothing.
        (one) => ({ ...one, count: one.rows.length }),
      ),
    ],
  }
}

function rowOf(task: Task, today: string, factsOf: (task: Task) => string[]): DigestRow {
  const day = dayOf(task)
  const late = day !== undefined && day < today ? daysBetween(day, today) : 0
  return {
    ...{
      number: task.number,
      title: withoutHidden(task.title),
      isStarted: task.status === 'In Progress',
      facts: factsOf(task),
    },
    late: late ? (late === 1 ? '1 day' : `${late} days`) : undefined,
  }
}

const othersOf = (task: Task, index: LinkIndex, today: string, style: Preferences['dateStyle']) =>
  rowReasons(task, index, today, style).others

function dueWords(task: Task, index: LinkIndex, today: string, style: Preferences['dateStyle']): string[] {
  const { date } = rowReasons(task, index, today, style)
  return date ? [date.words] : []
}

const repeats = ({ repeat }: Task): string[] => (repeat ? ['repeats'] : [])
