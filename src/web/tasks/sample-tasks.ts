import { addDays } from '../../contract/calendar-day.ts'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { priorities, statuses } from '../../contract/tasks.ts'

const verbs = ['Fix', 'Profile', 'Document', 'Refactor', 'Review', 'Automate', 'Upgrade', 'Harden', 'Measure', 'Remove']
const subjects = ['checkout', 'login', 'cache', 'billing', 'search', 'webhook', 'deploy', 'backup', 'queue', 'session']
const objects = ['tests', 'timeouts', 'metrics', 'retries', 'migrations', 'alerts', 'limits', 'flags', 'logs', 'errors']
const reasons = [
  'It failed twice this week and nobody knows why.',
  'New colleagues stumble over it on their first day.',
  'The last incident began right here.',
  'It takes four times as long as a year ago.',
  'Three places do the same thing in three ways.',
  'Nobody has looked at it since it was written.',
  'Customers have asked for this since spring.',
  'The next release depends on it.',
]

/** Believable sample tasks: a title of three words, a description of one sentence, due within 30 days. */
export function sampleTasks(count: number, today: string, random: () => number = Math.random): NewTask[] {
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  return Array.from({ length: count }, () => ({
    title: `${one(verbs)} ${one(subjects)} ${one(objects)}`,
    description: one(reasons),
    dueDate: addDays(today, Math.floor(random() * 31)),
    status: one(statuses),
    priority: one(priorities),
  }))
}
