import { lazy, type ReactNode, Suspense } from 'react'
import type { Grouping } from '../../contract/task-lists/group.ts'
import { runCommand } from '../commands/use-commands.ts'
import { useStop } from '../navigation/trail.ts'
import { Sums } from '../tasks/amount-marks.tsx'
import { useIsPeeking } from '../tasks/peek.ts'
import { TasksFailed } from '../tasks/tasks-failed.tsx'
import { useTitle } from '../ui/page.tsx'
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
  heading?: string
  /** Whether the heading stays in a saved view, instead of the name of this view. */
  keepsHeading?: boolean
  view: View
  shown: Shown
  /** A line below the heading, which scrolls away with it. */
  offer?: ReactNode
  /** Controls of the view itself, in the heading. */
  slot?: ReactNode
  isOrdered?: boolean
  groupChoices?: readonly Grouping[]
  /** Whether it has links to the other views of all tasks. */
  hasSwitch?: boolean
  /** Whether its rows have a density. */
  hasDensity?: boolean
  /** The parts that it can hide. */
  hideable?: Hideable
  /** Whether the heading counts what is overdue and due today. */
  hasDue?: boolean
  children: ReactNode
}

/** The frame of every view of tasks: a heading that scrolls away, the header row that stays, and the tasks. */
export function Surface({ name, heading = name, keepsHeading = false, hasDue = true, ...rest }: Props) {
  const { offer, slot, children, ...row } = rest
  useTitle(name)
  useStop(name)
  const { shown, view } = row
  const opened = useOpenedView()
  const isPeeking = useIsPeeking()
  return (
    <Wide>
      <div className={classes.heading}>
        <h1 className="h1" dir="auto">
          {keepsHeading ? heading : (opened?.saved.name ?? heading)}
        </h1>
        {opened?.isChanged ? (
          <Suspense>
            <ChangedView saved={opened.saved} isNamed={keepsHeading} />
          </Suspense>
        ) : (
          (shown.isReady || !shown.error) && <Summary tasks={shown.isReady ? shown.tasks : undefined} hasDue={hasDue} />
        )}
        {shown.isReady && <Sums tasks={shown.tasks} />}
        {slot}
        <StatusTabs view={view} counts={shown.isReady ? shown.counts : undefined} />
      </div>
      {offer}
      <HeaderRow {...row} onFound={() => runCommand('nextTask')} />
      <TasksFailed order={2} />
      <div data-peeking={isPeeking || undefined} className={classes.body}>
        {children}
      </div>
      {isPeeking && <PeekFrame />}
    </Wide>
  )
}
