import { useIsWaiting } from '../deck/current-deck.ts'
import classes from './waiting-tag.module.css'

/** Marks a task with changes that the server has not received yet, because it cannot be reached. */
export function WaitingTag({ id }: { id: string }) {
  return useIsWaiting(id) ? <span className={classes.tag}>waiting</span> : null
}
