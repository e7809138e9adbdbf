import type { HTMLAttributes } from 'react'
import classes from './rows.module.css'

interface Props extends HTMLAttributes<HTMLElement> {
  label: string
  isOrdered?: boolean
}

/** A framed list with a line between its rows. */
export function Rows({ label, isOrdered, children, ...handlers }: Props) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={classes.rows} aria-label={label} {...handlers}>
      {children}
    </List>
  )
}
