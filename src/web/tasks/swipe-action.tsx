import { createPortal } from 'react-dom'
import { CalendarIcon, CheckIcon, SnoozeIcon, UndoIcon } from '../ui/icons.tsx'
import classes from './swipe-action.module.css'
import { useSwipe } from './swipes.ts'

/** The action of a swipe, in the room that the item has left. Its colour becomes strong where lifting the finger makes the swipe. */
export function SwipeAction() {
  const swipe = useSwipe()
  if (!swipe) return null
  const { item, side, isMade, isDone, left } = swipe
  return createPortal(
    <span className={classes.action} aria-hidden="true" data-swipe={side} data-made={isMade || undefined}>
      <span className={classes.words}>{actions[side === 'left' ? left : isDone ? 'reopen' : 'complete']}</span>
    </span>,
    item,
  )
}

const actions = {
  complete: (
    <>
      <CheckIcon size={20} />
      Complete
    </>
  ),
  reopen: (
    <>
      <UndoIcon size={20} />
      Reopen
    </>
  ),
  startDate: (
    <>
      Snooze
      <SnoozeIcon size={20} />
    </>
  ),
  dueDate: (
    <>
      Due date
      <CalendarIcon size={20} />
    </>
  ),
}
