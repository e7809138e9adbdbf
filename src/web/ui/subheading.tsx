import type { ReactNode } from 'react'
import classes from './subheading.module.css'

/** The heading of a part of a screen. */
export function Subheading({ children }: { children: ReactNode }) {
  return <h2 className={classes.heading}>{children}</h2>
}
