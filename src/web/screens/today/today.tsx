import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { clockTime, meetingsOn } from '../../../contract/meetings.ts'
import { isOpen } from '../../../contract/task-lists/link-index.ts'
import { agendaTasks, todayOf } from '../../../contract/task-lists/today.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { reloadDeck, useDeck } from '../../deck/current-deck.ts'
import { useIsAway } from '../../live/state.ts'
import { useFreeTime, useMeetings } from '../../meetings/use-meetings.ts'
import { useStop } from '../../navigation/trail.ts'
import { NeedsYou } from '../../questions/needs-you-list.tsx'
import { useIsPeekShown } from '../../tasks/peek.ts'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { useNow, useToday } from '../../tasks/today.ts'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { inRowsOf, useTaskList } from '../../tasks/use-task-list.ts'
import { useTouchGestures } from '../../tasks/use-touch-gestures.ts'
import { useTitle } from '../../ui/page.tsx'
import { usePrinting } from '../../ui/printing.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { useMediaQuery } from '../../ui/use-window.ts'
import { Wide } from '../../views/frame.tsx'
import { PeekFrame } from '../../views/peek-frame.tsx'
import { AgendaList } from './agenda-list.tsx'
import { NoOpenTasks } from './no-open-tasks.tsx'
import { maxNow, NowList } from './now-list.tsx'
import { Tabs } from './tabs.tsx'
import classes from './today.module.css'
import { TodayHeading } from './today-heading.tsx'
import { useAgendaDrag } from './use-agenda-drag.ts'
import { useLingering } from './use-lingering.ts'

const name = 'Today'

/** The most pressing tasks, the agenda of the day with its meetings, and the decisions that wait for the user. On a narrow screen, Now and the agenda are tabs. */
export function Today() {
  const { preferences } = useSignedIn()
  const { isReady, error, tasks: all, byId } = useDeck()
  const isAway = useIsAway()
  const today = useToday()
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  const [search, setSearch] = useSearchParams()
  const isPrinting = usePrinting()
  const tab = !isNarrow || isPrinting ? 'both' : search.get('tab') === 'agenda' ? 'agenda' : 'next'
  const isPeeking = useIsPeekShown(false)
  useTitle(name)
  useStop(name)

  const ranked = useLingering(all)
  const { weekStart } = preferences
  const moment = useNow()
  const { now, agenda, week } = useMemo(
    () => todayOf(ranked, today, weekStart, moment),
    [ranked, today, weekStart, moment],
  )
  const { meetings } = useMeetings()
  const free = useFreeTime(meetings)
  const meetingsToday = useMemo(() => meetingsOn(meetings, today), [meetings, today])
  const shown = useMemo(
    () => [
      ...(tab === 'agenda' ? [] : now.slice(0, maxNow).map(({ task }) => task)),
      ...(tab === 'next' ? [] : agendaTasks(agenda)),
    ],
    [now, agenda, tab],
  )
  // As they are: of those that were completed a moment ago, the ranking has the former state.
  const tasks = useMemo(() => shown.map((task) => byId.get(task._id) ?? task), [shown, byId])
  const list = useTaskList(tasks, {
    name: 'today',
    step: inRowsOf(1),
    reveal: (index) => linkOf(tasks[index]?._id)?.scrollIntoView({ block: 'nearest' }),
    above: () => [...document.querySelectorAll<HTMLElement>('[data-needs-you]')],
  })
  const { handlers, menu } = useTaskActions(list, preferences)
  const drag = useAgendaDrag({ agenda, list, today, preferences })
  const gestures = useTouchGestures(tasks, list, handlers, drag.hold)
  const rows = { byId, list, handlers }
  const isEmpty = isReady && !ranked.some(isOpen) && meetingsToday.length === 0
  const nowList = <NowList now={now} all={ranked} free={free} {...rows} />
  const clock = clockTime(new Date(moment), preferences.timeZone)
  const agendaList = (
    <AgendaList meetings={meetingsToday} now={clock} drag={drag} {...{ agenda, week, today, ...rows }} />
  )
  return (
    <Wide>
      <TodayHeading today={today} dateStyle={preferences.dateStyle} />
      {isReady && isAway && (
        <p className={classes.stale} role="status">
          Could not be refreshed.{' '}
          <button type="button" className="link" onClick={() => void reloadDeck()}>
            Try again
          </button>
        </p>
      )}
      <TasksFailed order={2} />
      {!isReady && !error && <Skeletons isNarrow={isNarrow} />}
      {isReady && isNarrow && !isEmpty && (
        <Tabs
          tab={tab === 'agenda' ? 'agenda' : 'next'}
          counts={{ next: Math.min(now.length, maxNow), agenda: agendaTasks(agenda).length + meetingsToday.length }}
          onChoose={(chosen) =>
            setSearch(chosen === 'agenda' ? { tab: chosen } : {}, { replace: true, preventScrollReset: true })
          }
        />
      )}
      <div className={classes.body} data-peeking={isPeeking || undefined}>
        {isReady && <NeedsYou dateStyle={preferences.dateStyle} isNarrow={isNarrow} />}
        {isEmpty && <NoOpenTasks />}
        {isReady && !isEmpty && (
          <div className={classes.columns} {...gestures}>
            {tab !== 'agenda' && nowList}
            {tab !== 'next' && agendaList}
          </div>
        )}
      </div>
      <SelectionBar list={list} handlers={handlers} />
      {menu}
      {isPeeking && <PeekFrame />}
    </Wide>
  )
}

const linkOf = (id: string | undefined) => document.querySelector(`[data-task="${id}"]`)

function Skeletons({ isNarrow }: { isNarrow: boolean }) {
  return (
    <div className={classes.columns}>
      <div className={classes.now}>
        <RowSkeletons what="what to do now" height={40} count={12} />
      </div>
      {!isNarrow && <RowSkeletons what="the agenda" height={36} count={6} />}
    </div>
  )
}
