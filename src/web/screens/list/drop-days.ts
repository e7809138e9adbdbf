import { addDays } from '../../../contract/calendar-day.ts'
import { someday } from '../../../contract/start-date.ts'
import { type Calendar, endOfWeek } from '../../../contract/task-lists/due-groups.ts'
import type { Item } from './items.ts'

/** The date that a list is grouped by. */
export type DateField = 'dueDate' | 'startDate'

/** The day of tasks without a date. */
export const noDay = 'none'

/**
 * The day that a task gets when it is dropped on a row of a list that is grouped by date: that of the task in the row, or the first day of
 * the group of a heading. Undefined where nothing can be dropped: nothing becomes overdue, completed or snoozed by dragging.
 */
export function dropDayOf(item: Item, field: DateField, { today, weekStart }: Calendar): string | undefined {
  const group = item.group ? item.group.id : item.groupId
  const tomorrow = addDays(today, 1)
  const weekEnd = endOfWeek(today, weekStart)
  const firstDays: Record<DateField, Record<string, string>> = {
    dueDate: { today, week: tomorrow, later: addDays(weekEnd, 1), none: noDay },
    startDate: {
      'back-week': tomorrow,
      'back-next': addDays(weekEnd, 1),
      'back-after': addDays(weekEnd, 8),
      'back-someday': someday,
    },
  }
  const first = firstDays[field][group]
  return first && (item.task?.[field]?.slice(0, 10) ?? first)
}
