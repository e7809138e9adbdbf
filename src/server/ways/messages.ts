import { addDays } from '../../contract/calendar-day.ts'
import { formatShortDay } from '../../contract/format-day.ts'
import type { FoundTask } from '../tasks/reminded-tasks.ts'

/** What a person is shown. The service worker reads it, so an older worker must understand a newer message. */
export interface Message {
  /** The account, because somebody else may have signed in meanwhile. */
  owner: string
  /** A message with the same tag replaces this one. */
  tag: string
  title: string
  body: string
  /** The page that it opens. */
  url: string
  /** A single task, which can be done or put off. */
  task?: string
  /** The hour at which the days of the user begin. */
  dayStart?: number
}

/** Everything must fit into 4 KB, whatever the titles are. */
const maxTitle = 200
const maxNamed = 3
const cut = (text: string) => (text.length > maxTitle ? `${text.slice(0, maxTitle - 1)}…` : text)

interface About {
  owner: string
  /** The address of the web app, with a slash at the end. */
  app: string
  today: string
  dayStart: number
}

/** One message for all reminders that are due: one with its task, several as a summary. */
export function reminderMessage(tasks: FoundTask[], count: number, { owner, app, today, dayStart }: About): Message {
  const [first] = tasks
  if (first && count === 1) {
    return {
      ...{ owner, dayStart, tag: `task ${first.id}`, title: cut(first.title), body: factsOf(first, today) },
      ...{ url: `${app}#/task/${first.id}`, task: first.id },
    }
  }
  const named = tasks.slice(0, maxNamed).map(({ number, title }) => `#${number} ${cut(title)}`)
  const others = count - named.length
  return {
    ...{ owner, tag: 'reminders', title: `${count} reminders`, url: `${app}#/today` },
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
  ...{ owner, tag: 'test', title: 'Taskdeck', body: 'This is a test. Reminders will arrive here.' },
  url: `${app}#/settings/reminders`,
})
