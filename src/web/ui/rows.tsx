import { type HTMLAttributes, useRef } from 'react'
import classes from './rows.module.css'
import { useFocusInPlace } from './use-focus-in-place.ts'

interface Props extends HTMLAttributes<HTMLElement> {
  label: string
  isOrdered?: boolean
}

/** A framed list with a line between its rows. */
export function Rows({ label, isOrdered, children, ...handlers }: Props) {
  const list = useRef<HTMLOListElement & HTMLUListElement>(null)
  const focus = useFocusInPlace(list)
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List ref={list} className={classes.rows} aria-label={label} {...handlers} {...focus}>
      {children}
    </List>
  )
}
