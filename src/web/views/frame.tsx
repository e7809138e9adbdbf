import type { ReactNode } from 'react'
import { useMatch } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { useMediaQuery } from '../ui/use-window.ts'
import { BottomBar } from './bottom-bar.tsx'
import classes from './frame.module.css'
import { Rail } from './rail.tsx'

/** The frame of every screen for signed-in users: the rail beside it, or the bar below it on a narrow screen. */
export function Frame({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 992px)')
  // These screens have their own buttons at the bottom edge.
  const hasActions = [useMatch(paths.task), useMatch(paths.addTask), useMatch(paths.import)].some(Boolean)
  return (
    <div className={classes.frame} data-frame>
      {isWide && (
        <aside className={classes.rail}>
          <Rail />
        </aside>
      )}
      <div className={classes.content}>{children}</div>
      {!isWide && !hasActions && <BottomBar />}
    </div>
  )
}

/** A screen that uses the whole width beside the rail. */
export function Wide({ children }: { children: ReactNode }) {
  return (
    <div className={classes.wide} data-surface>
      {children}
    </div>
  )
}
