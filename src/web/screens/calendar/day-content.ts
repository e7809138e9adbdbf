import type { Task } from '../../../contract/schemas/tasks.ts'
import type { ShownOnDay } from '../../meetings/use-meetings.ts'
import { textWidth } from '../../ui/text-width.ts'
import type { DayOfMonth } from './day-cell.tsx'
import { entryWidth, font } from './entry-title.tsx'
import { fitEntries, type Needed } from './fit.ts'

/** Tasks of one day that are rendered at once. The list shows all. */
const maxOfDay = 200
/** A day that the user has opened scrolls. */
const openPx = Number.POSITIVE_INFINITY
/** In a day that is too full, so many meetings come before its tasks, and the others after them. */
const firstMeetings = 2

const oneLine: Needed = { titlePx: 0, hasParent: false }
/** Its time is wider than the ring of a task. */
const timePx = 30

const widths = {
  task: entryWidth,
  meeting: ({ meeting, from }: ShownOnDay) => textWidth(meeting.title, font) + (from ? timePx : 0),
}

interface Day {
  day: string
  meetings: ShownOnDay[]
  tasks: Task[]
  coming: Task[]
  isOpen: boolean
}

/** The entries of a day that are shown in the room that it has. */
export function contentOfDay(
  { day, meetings, tasks, coming, isOpen }: Day,
  { rowPx, titlePx }: Record<'rowPx' | 'titlePx', number>,
  widthOf = widths,
): DayOfMonth {
  const first = meetings.slice(0, firstMeetings)
  const others = meetings.slice(firstMeetings)
  const ofMeeting = (one: ShownOnDay): Needed => ({ titlePx: widthOf.meeting(one), hasParent: false })
  const needed = [
    ...first.map(ofMeeting),
    ...tasks.map((task) => ({ titlePx: widthOf.task(task), hasParent: Boolean(task.partOf) })),
    ...others.map(ofMeeting),
    ...coming.map(() => oneLine),
  ]
  const { shown, lines } = fitEntries(isOpen ? needed.slice(0, maxOfDay) : needed, isOpen ? openPx : rowPx, titlePx)
  const taskCount = Math.max(0, shown - first.length)
  const otherCount = Math.max(0, taskCount - tasks.length)
  return {
    ...{ day, isOpen },
    meetings: [...first.slice(0, shown), ...others.slice(0, otherCount)],
    tasks: tasks.slice(0, taskCount),
    coming: coming.slice(0, Math.max(0, otherCount - others.length)),
    hidden: needed.length - shown,
    count: tasks.length,
    lines: lines.slice(first.length),
    meetingLines: [...lines.slice(0, first.length), ...lines.slice(first.length + tasks.length)],
  }
}
