import type { ReactNode } from 'react'
import classes from './rows.module.css'

interface Props {
  label: string
  isOrdered?: boolean
  /** List items. */
  children: ReactNode
}

/** A framed list with a line between its rows. */
export function Rows({ label, isOrdered, children }: Props) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={classes.rows} aria-label={label}>
      {children}
    </List>
  )
}
