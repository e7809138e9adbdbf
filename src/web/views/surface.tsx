import { lazy, type ReactNode, Suspense } from 'react'
import { type Grouping, groupings } from '../../contract/task-lists/group.ts'
import { runCommand } from '../commands/use-commands.ts'
import { useStop } from '../navigation/trail.ts'
import { Sums } from '../tasks/amount-marks.tsx'
import { useIsPeekShown } from '../tasks/peek.ts'
import { TasksFailed } from '../tasks/tasks-failed.tsx'
import { useTitle } from '../ui/page.tsx'
import { useMediaQuery } from '../ui/use-window.ts'
import type { Hideable } from './display-menu.tsx'
import { Wide } from './frame.tsx'
import { HeaderRow } from './header-row.tsx'
import { useOpenedView } from './opened-view.ts'
import { PeekFrame } from './peek-frame.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { Summary } from './summary.tsx'
import classes from './surface.module.css'
import type { Shown, View } from './use-view.ts'

/** Few views are changed after they were saved. */
const ChangedView = lazy(async () => ({ default: (await import('./changed-view.tsx')).ChangedView }))

interface Props {
  /** The name of the view. */
  name: string
  /** The heading, if it is not the name. */
  heading?: ReactNode
  /** Whether the heading stays in a saved view, instead of the name of this view. */
  keepsHeading?: boolean
  view: View
  shown: Shown
  /** A line below the heading, which scrolls away with it. */
  offer?: ReactNode
  /** Controls of the view itself, in the heading instead of the counts. */
  slot?: ReactNode
  /** Whether it has a sort order of its own. */
  isOrdered?: boolean
  /** The groupings that it can show; none if it is not grouped. */
  groupChoices?: readonly Grouping[]
  /** Whether it has links to the other views of all tasks. */
  hasSwitch?: boolean
  /** Whether its rows have a density. */
  hasDensity?: boolean
  /** Whether the peek panel keeps its place while no task is chosen. */
  keepsPeek?: boolean
  /** The parts that it can hide. */
  hideable?: Hideable
  /** Whether the heading counts what is overdue and due today. */
  hasDue?: boolean
  children: ReactNode
}

/** The frame of every view of tasks: a heading that scrolls away, the header row that stays, and the tasks. */
export function Surface({ name, heading = name, keepsHeading = false, hasDue = true, ...rest }: Props) {
  const { view, shown, offer, slot, children, hideable } = rest
  const { isOrdered = false, groupChoices = groupings, hasSwitch = true, hasDensity = false, keepsPeek = true } = rest
  useTitle(name)
  useStop(name)
  const opened = useOpenedView()
  const isPeeking = useIsPeekShown(keepsPeek)
  const isRanked = shown.words.length > 0
  const display = { view, isRanked, isOrdered, groupChoices, hasSwitch, hasDensity, hideable }
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  const changed = opened?.isChanged && (
    <Suspense>
      <ChangedView saved={opened.saved} isNamed={keepsHeading} />
    </Suspense>
  )
  const summary = !slot && (shown.isReady || !shown.error) && (
    <Summary tasks={shown.isReady ? shown.tasks : undefined} hasDue={hasDue} />
  )
  // A sentence leaves no room beside it.
  const hasLine = isNarrow && keepsHeading
  const top = (
    <div className={classes.heading} data-controls={Boolean(slot) || undefined} data-long={keepsHeading || undefined}>
      <h1 className="h1" dir="auto">
        {keepsHeading ? heading : (opened?.saved.name ?? heading)}
      </h1>
      {(!isNarrow && changed) ||
        (!slot && (shown.isReady || !shown.error) && (
          <Summary tasks={shown.isReady ? shown.tasks : undefined} hasDue={hasDue} />
        ))}
      {shown.isReady && <Sums tasks={shown.tasks} />}
      {slot}
      <StatusTabs view={view} counts={shown.isReady ? shown.counts : undefined} />
    </div>
  )
  return (
    <Wide>
      {!isNarrow && top}
      {!isNarrow && offer}
      <HeaderRow {...{ view, shown, display }} heading={top} onFound={() => runCommand('nextTask')} />
      {hasLine && <p className={classes.counts}>{summary}</p>}
      {isNarrow && changed}
      {isNarrow && offer}
      <TasksFailed order={2} />
      <div data-peeking={isPeeking || undefined} className={classes.body}>
        {children}
      </div>
      {isPeeking && <PeekFrame />}
    </Wide>
  )
}
