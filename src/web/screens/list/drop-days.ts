import { addDays } from '../../../contract/calendar-day.ts'
import { formatDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { someday } from '../../../contract/start-date.ts'
import { noDate } from '../../../contract/task-lists/due.ts'
import { type Calendar, dueNames, endOfWeek } from '../../../contract/task-lists/due-groups.ts'
import { returnNames } from '../../../contract/task-lists/group-by-return.ts'
import type { Point } from '../../ui/drag/press.ts'
import type { Item } from './items.ts'

/** The date that a list is grouped by. */
export type DateField = 'dueDate' | 'startDate'

/** The day of tasks without a date. */
export const noDay = 'none'

/** A group of a list that is grouped by date, with the day that a task gets there. */
export interface DropTarget {
  group: string
  name: string
  day: string
}

/** The groups in which a task can be dropped, also those without tasks, with their first days. The rest of the week is left out on its last day. */
export function dropTargets(field: DateField, { today, weekStart }: Calendar): DropTarget[] {
  const tomorrow = addDays(today, 1)
  const weekEnd = endOfWeek(today, weekStart)
  const nextWeek = addDays(weekEnd, 1)
  const isLeft = ({ group }: DropTarget) => tomorrow <= weekEnd || (group !== 'week' && group !== 'back-week')
  const due = { today, week: tomorrow, later: nextWeek, none: noDay }
  const back = {
    'back-week': tomorrow,
    'back-next': nextWeek,
    'back-after': addDays(nextWeek, 7),
    'back-someday': someday,
  }
  const names: Record<string, string> = { ...dueNames, ...returnNames }
  return Object.entries(field === 'dueDate' ? due : back)
    .map(([group, day]) => ({ group, name: names[group] ?? group, day }))
    .filter(isLeft)
}

/**
 * The day that a task gets when it is dropped on a row of a list that is grouped by date: that of the task in the row, or the first day of
 * the group of a heading. Undefined where nothing can be dropped: nothing becomes overdue, completed or snoozed by dragging.
 */
export function dropDayOf(item: Item, field: DateField, targets: readonly DropTarget[]): string | undefined {
  const id = item.group ? item.group.id : item.groupId
  const first = targets.find(({ group }) => group === id)?.day
  return first && (item.task?.[field]?.slice(0, 10) ?? first)
}

/** The day on which a task would be dropped at a point of the window. */
export const dropDayAt = ({ x, y }: Point) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop-day]')?.dataset.dropDay

/** The day of a drop in words. */
export const dropDayInWords = (day: string, style: Preferences['dateStyle']) =>
  day === noDay ? noDate : day === someday ? returnNames['back-someday'] : formatDay(day, style)
