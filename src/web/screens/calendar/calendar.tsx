import { useMemo, useState } from 'react'
import { meetingsOn } from '../../../contract/meetings.ts'
import { calendarParts } from '../../../contract/task-lists/view-address.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { type ShownOnDay, useMeetings } from '../../meetings/use-meetings.ts'
import { openQuickAddAt } from '../../quick-add/open-at.ts'
import { monthOf } from '../../tasks/month.ts'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { useToday } from '../../tasks/today.ts'
import { useFollowMoved, useMoveKeys, useMoveToDay } from '../../tasks/use-move-to-day.ts'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { useTaskList } from '../../tasks/use-task-list.ts'
import { usePrinting } from '../../ui/printing.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useBox } from '../../ui/use-box.ts'
import { useMediaQuery } from '../../ui/use-window.ts'
import { NoTasks } from '../../views/no-tasks.tsx'
import { Surface } from '../../views/surface.tsx'
import { useShown, useView } from '../../views/use-view.ts'
import { comingByDay, inOrder, noDay, tasksByDay } from './by-day.ts'
import classes from './calendar.module.css'
import navClasses from './calendar-nav.module.css'
import { CalendarNav } from './calendar-nav.tsx'
import { contentOfDay } from './day-content.ts'
import { dayIn, placeAfter, rangeInWords, weeksOf } from './days.ts'
import { MonthTable } from './month-table.tsx'
import { PhoneCalendar } from './phone-calendar.tsx'
import { inDays } from './steps.ts'
import { Undated } from './undated.tsx'
import { useDragToDay } from './use-drag-to-day.ts'
import { useRowHeight } from './use-row-height.ts'

/** Tasks of the chosen day of a phone, and tasks without a day, that are rendered at once. The list shows all. */
const maxOfDay = 200
const maxUndated = 50
/** How long a finger rests on a task of the wide calendar to lift it. */
const liftMs = 300

/** The ring before a title in a day, and the margins. */
const besideTitlePx = 37
/** A phone always shows seven days, and only users with calendars of others have meetings. */
const hideable = (isWide: boolean, hasCalendars: boolean) => ({
  name: 'Show',
  parts: calendarParts.filter((part) => (isWide || part !== 'weekends') && (hasCalendars || part !== 'meetings')),
})
const none: ShownOnDay[] = []

/** Tasks on the days on which they are due, a month or a week at a time. */
export function Calendar() {
  const { preferences } = useSignedIn()
  const { weekStart } = preferences
  const isPrinting = usePrinting()
  // On paper, all tasks of a month are at their days.
  const isWide = useMediaQuery('(min-width: 992px)') || isPrinting
  const today = useToday()
  const view = useView()
  const shown = useShown(view, 'calendar')
  const { range } = view.calendar
  const day = dayIn(view.calendar, today)
  // A phone has one row of dots for each week, and room for all seven.
  const hasWeekends = !isWide || !view.hidden.includes('weekends')
  const hasCompleted = !view.hidden.includes('completed')
  const weeks = useMemo(() => weeksOf(range, day, weekStart, hasWeekends), [range, day, weekStart, hasWeekends])
  const title = rangeInWords(range, day, weeks, today)
  const month = range === 'month' ? monthOf(day) : undefined

  const byDay = useMemo(
    () => tasksByDay(hasCompleted ? shown.tasks : shown.tasks.filter(({ status }) => status !== 'Completed')),
    [shown.tasks, hasCompleted],
  )
  const comingOn = useMemo(
    () => comingByDay(shown.tasks, weeks[0]?.[0] ?? day, weeks.at(-1)?.at(-1) ?? day, today),
    [shown.tasks, weeks, day, today],
  )
  const { meetings, hasCalendars } = useMeetings()
  const meetingsByDay = useMemo(() => {
    const shownDays = view.hidden.includes('meetings') ? [] : weeks.flat()
    return new Map(shownDays.map((one) => [one, meetingsOn(meetings, one)]))
  }, [meetings, weeks, view.hidden])
  const [opened, setOpened] = useState<string>()
  const { ref: box, top } = useBox<HTMLDivElement>()
  const [tablePx, setTablePx] = useState(0)
  // Weeks that are over and had nothing need no room.
  const isEmptyPast = (week: string[]) =>
    (week.at(-1) ?? '') < today &&
    !week.some((one) => byDay.has(one) || comingOn.has(one) || meetingsByDay.get(one)?.length)
  const empty = weeks.map(isEmptyPast)
  const rowPx = useRowHeight(top, weeks.length, empty.filter(Boolean).length)
  const titlePx = Math.max(0, tablePx / (weeks[0]?.length ?? 7) - besideTitlePx)
  const cells = useMemo(
    () =>
      weeks.map((week) =>
        week.map((one) => {
          const meetings = meetingsByDay.get(one) ?? none
          const [tasks, coming] = [inOrder(byDay.get(one)), comingOn.get(one) ?? []]
          // On paper, a day is as high as its entries.
          const room = { rowPx: isPrinting ? Number.POSITIVE_INFINITY : rowPx, titlePx }
          return contentOfDay({ day: one, meetings, tasks, coming, isOpen: one === opened && !isPrinting }, room)
        }),
      ),
    [weeks, byDay, comingOn, meetingsByDay, opened, rowPx, titlePx, isPrinting],
  )
  const ofDay = useMemo(() => inOrder(byDay.get(day)).slice(0, maxOfDay), [byDay, day])
  const undated = useMemo(
    () => inOrder(byDay.get(noDay)).slice(0, isPrinting ? undefined : maxUndated),
    [byDay, isPrinting],
  )
  const groups = useMemo(
    () => [...(isWide ? cells.flat().map(({ tasks }) => tasks) : [ofDay]), undated],
    [isWide, cells, ofDay, undated],
  )
  const tasks = useMemo(() => groups.flat(), [groups])

  const list = useTaskList(tasks, {
    name: 'calendar',
    liftsBySpace: true,
    isInColumns: true,
    step: inDays(groups.map(({ length }) => length)),
    reveal: (index) =>
      document.querySelector(`[data-task="${tasks[index]?._id}"]`)?.scrollIntoView({ block: 'nearest' }),
  })
  const { handlers, menu } = useTaskActions(list, preferences)
  const move = useMoveToDay(preferences)
  const days = useMemo(() => weeks.flat(), [weeks])
  const drag = useDragToDay({ list, tasks, days, today, move, holdMs: isWide ? liftMs : undefined })

  const go = (on: string | undefined) => view.set({ calendar: { range, on } })
  const nav = {
    onStep: (steps: 1 | -1) => go(placeAfter(range, day, steps, today, weekStart)),
    onToday: () => go(undefined),
    // The week of the month that was shown, and back.
    onRange: (next: typeof range) =>
      view.set({ calendar: { range: next, on: day === today ? undefined : next === 'week' ? day : monthOf(day) } }),
  }
  // A task that is moved out of sight keeps the focus in the month that is shown then.
  const follow = useFollowMoved(tasks)
  useMoveKeys({
    list,
    today,
    move,
    onMoved: (id, moved) => {
      const isShown = isWide ? days.includes(moved) : moved === day
      if (isShown) return
      follow(id, moved)
      go(isWide && range === 'month' ? monthOf(moved) : moved)
    },
  })
  useCommands({
    calendarPrevious: () => nav.onStep(-1),
    calendarNext: () => nav.onStep(1),
    calendarToday: nav.onToday,
    calendarRange: () => nav.onRange(range === 'month' ? 'week' : 'month'),
  })
  const addOn = (one: string, at: Element) => openQuickAddAt(at, { dueDate: one }, true)
  const controls = <CalendarNav range={range} title={isWide ? undefined : title} {...nav} />
  const heading = (
    <>
      <span className="visually-hidden">Calendar, </span>
      <span className={navClasses.month} aria-live="polite">
        {title}
      </span>
    </>
  )
  const entry = { today, words: shown.words, dateStyle: preferences.dateStyle, list, handlers, drag }
  const hasMeetings = meetingsByDay.values().some(({ length }) => length > 0)
  const isShown = shown.isReady && (shown.tasks.length > 0 || hasMeetings)
  return (
    <Surface
      name="Calendar"
      view={view}
      shown={shown}
      {...(isWide ? { heading, keepsHeading: true, slot: controls } : {})}
      isOrdered
      groupChoices={[]}
      keepsPeek={false}
      hideable={hideable(isWide, hasCalendars)}
    >
      {!shown.isReady && !shown.error && (
        <Skeleton height={isWide ? 640 : 340} radius={12} role="status" aria-label="Loading the calendar" />
      )}
      {shown.isReady && !isShown && <NoTasks view={view} later={shown.later.length} />}
      <div ref={box}>
        {isShown && !isWide && controls}
        {isShown && isWide && (
          <div {...drag.box} className={classes.calendar}>
            <MonthTable
              title={title}
              weeks={cells}
              month={month}
              day={day}
              onWidth={setTablePx}
              rowPx={rowPx}
              empty={empty}
              titlePx={titlePx}
              onAdd={addOn}
              onOpen={setOpened}
              {...entry}
            />
            <Undated tasks={undated} count={byDay.get(noDay)?.length ?? 0} {...entry} />
            {drag.layer}
          </div>
        )}
        {isShown && !isWide && (
          <PhoneCalendar
            weeks={weeks}
            month={month}
            day={day}
            byDay={byDay}
            coming={comingOn}
            meetings={meetingsByDay}
            tasks={ofDay}
            undated={undated}
            undatedCount={byDay.get(noDay)?.length ?? 0}
            onChoose={(chosen) => go(chosen === today ? undefined : chosen)}
            onAdd={addOn}
            {...entry}
          />
        )}
      </div>
      <SelectionBar list={list} handlers={handlers} />
      {menu}
    </Surface>
  )
}
