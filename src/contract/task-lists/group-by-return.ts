import { addDays } from '../calendar-day.ts'
import type { Task } from '../schemas/tasks.ts'
import { someday } from '../start-date.ts'
import { type Calendar, endOfWeek } from './due-groups.ts'
import type { Group } from './group.ts'

/** The groups of tasks in Later, in their order. */
export const returnNames = {
  'back-week': 'Back this week',
  'back-next': 'Back next week',
  'back-after': 'Back after next week',
  'back-someday': 'Someday',
} as const

/** Tasks in Later by the week in which they come back, the next one first. */
export function groupByReturn(tasks: Task[], { today, weekStart }: Calendar): Group[] {
  const weekEnd = endOfWeek(today, weekStart)
  const nextEnd = addDays(weekEnd, 7)
  const dayIn = ({ startDate }: Task) => startDate?.slice(0, 10) ?? ''
  const groups = [
    { id: 'back-week', isIn: (day: string) => day <= weekEnd },
    { id: 'back-next', isIn: (day: string) => day > weekEnd && day <= nextEnd },
    { id: 'back-after', isIn: (day: string) => day > nextEnd && day !== someday },
    { id: 'back-someday', isIn: (day: string) => day === someday },
  ] as const
  const sorted = tasks.toSorted((a, b) => (dayIn(a) < dayIn(b) ? -1 : dayIn(a) > dayIn(b) ? 1 : 0))
  return groups.flatMap(({ id, isIn }) => {
    const members = sorted.filter((task) => isIn(dayIn(task)))
    return members.length ? [{ id, name: returnNames[id], tasks: members }] : []
  })
}
