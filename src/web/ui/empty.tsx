import type { ReactNode } from 'react'
import classes from './empty.module.css'

/** Replaces a list that has no rows: says so, and what to do next. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p className="strong large">{title}</p>
      {children}
    </div>
  )
}
