import type { ReactNode } from 'react'
import { Rail, type RailProps } from './rail.tsx'
import classes from './surface.module.css'

/** A screen of the whole width, with the saved views and labels beside it if there is room. */
export function WithRail({ children, ...rail }: RailProps & { children: ReactNode }) {
  return (
    <div className={classes.surface} data-surface>
      <aside className={classes.rail}>
        <Rail {...rail} />
      </aside>
      <div className={classes.content}>{children}</div>
    </div>
  )
}
