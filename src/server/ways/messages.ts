import { randomUUID } from 'node:crypto'
import { addDays } from '../../contract/calendar-day.ts'
import { formatShortDay } from '../../contract/format-day.ts'
import type { FoundTask } from '../tasks/reminded-tasks.ts'

/** The texts that a person is shown. The service worker reads it, so an older worker must understand a newer message. */
export interface Message {
  /** The account, because somebody else may have signed in meanwhile. */
  owner: string
  /** Its own, because a message that replaces another makes no sound. */
  tag: string
  title: string
  body: string
  /** The page that it opens. */
  url: string
  /** A single task, which can be done or put off. */
  task?: string
  /** A single question about the task, and its first answers. */
  question?: { id: string; answers: string[] }
  /** The hour at which the days of the user begin. */
  dayStart?: number
  /** The tasks of the reminders of a summary, and those of its questions. Absent if they are too many. */
  tasks?: string[]
  asked?: string[]
}

/** Everything must fit into 4 KB, whatever the titles are. */
const maxTitle = 200
const maxNamed = 3
const maxFollowed = 20
const cut = (text: string) => (text.length > maxTitle ? `${text.slice(0, maxTitle - 1)}…` : text)

interface About {
  /** The same whenever this message is sent again. */
  id: string
  owner: string
  /** The address of the web app, with a slash at the end. */
  app: string
  today: string
  dayStart: number
}

/** A question that is still open. */
export interface OpenQuestion {
  id: string
  asker: string
  text: string
  answers: string[]
  task: Pick<FoundTask, 'id' | 'number' | 'title'>
}

/** Notifications have room for two buttons. */
const maxAnswers = 2
const maxAnswer = 60

function questionMessage({ id, asker, text, answers, task }: OpenQuestion, { owner, app }: About): Message {
  const shown = answers.filter((answer) => answer.length <= maxAnswer).slice(0, maxAnswers)
  return {
    ...{ owner, tag: `question ${id}`, title: cut(`${asker} asks about ${task.title}`), body: cut(text) },
    ...{ url: `${app}#/needs-you`, task: task.id, question: { id, answers: shown } },
  }
}

/** One message for everything that is due: a single reminder with its task, a question with its answers, several as a summary. */
export function messageAbout(
  tasks: FoundTask[],
  count: number,
  questions: OpenQuestion[],
  about: About,
): Message | undefined {
  const [question] = questions
  if (!question) return count > 0 ? reminderMessage(tasks, count, about) : undefined
  if (!count && questions.length === 1) return questionMessage(question, about)
  const counted = (number: number, one: string) => (number ? [`${number} ${one}${number === 1 ? '' : 's'}`] : [])
  const title = [...counted(count, 'reminder'), ...counted(questions.length, 'question')].join(' and ')
  const named = [...questions.map(({ task }) => task), ...tasks].slice(0, maxNamed)
  const body = named.map(({ number, title: text }) => `#${number} ${cut(text)}`).join(', ')
  return { ...summaryOf(tasks, count, questions, about), title, body, url: `${about.app}#/needs-you` }
}

function summaryOf(tasks: FoundTask[], count: number, questions: OpenQuestion[], { owner, id, dayStart }: About) {
  const isWhole = count === tasks.length && count + questions.length <= maxFollowed
  const reminded = [...new Set(tasks.map((task) => task.id))]
  const asked = [...new Set(questions.map(({ task }) => task.id))]
  return { owner, dayStart, tag: `reminders ${id}`, ...(isWhole ? { tasks: reminded, asked } : {}) }
}

function reminderMessage(tasks: FoundTask[], count: number, about: About): Message {
  const { owner, id, app, today, dayStart } = about
  const [first] = tasks
  if (first && count === 1) {
    return {
      ...{ owner, dayStart, tag: `task ${first.id} ${id}`, title: cut(first.title), body: factsOf(first, today) },
      ...{ url: `${app}#/task/${first.id}`, task: first.id },
    }
  }
  const named = tasks.slice(0, maxNamed).map(({ number, title }) => `#${number} ${cut(title)}`)
  const others = count - named.length
  return {
    ...{ ...summaryOf(tasks, count, [], about), title: `${count} reminders`, url: `${app}#/today` },
    body: `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
  }
}

/** "Due today · High · #ops" */
function factsOf({ number, due_date, priority, labels }: FoundTask, today: string): string {
  const ofLabels = (JSON.parse(labels) as string[]).slice(0, maxNamed).map((label) => `#${label}`)
  const facts = [dueWords(due_date || null, today), priority, ...ofLabels].filter(Boolean)
  return cut(facts.join(' · ') || `#${number}`)
}

function dueWords(day: string | null, today: string): string {
  if (!day) return ''
  if (day < today) return 'Overdue'
  if (day === today) return 'Due today'
  return day === addDays(today, 1) ? 'Due tomorrow' : `Due ${formatShortDay(day)}`
}

export const testMessage = (owner: string, app: string): Message => ({
  ...{ owner, tag: `test ${randomUUID()}`, title: 'Taskdeck', body: 'This is a test. Reminders will arrive here.' },
  url: `${app}#/settings/reminders`,
})
