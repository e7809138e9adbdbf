import type { NameOfKind } from '../../contract/task-fields.ts'
import { createCell } from '../ui/client-state.ts'

/** From this distance on, a swipe shows its action. */
const revealFromPx = 24
/** From this distance on, lifting the finger makes the swipe. */
export const actFromPx = 96
/** A swipe that begins this close to an edge of the screen belongs to the system. */
export const edgePx = 20

/** The menu that a swipe to the left opens: it snoozes, or changes the due date. */
export type LeftAction = NameOfKind<'day'>

interface Actions {
  left: LeftAction
  /** Whether the task is completed: a swipe to the right reopens it then. */
  isDone: boolean
}

/** A swipe that shows its action. */
export interface Swipe extends Actions {
  item: HTMLElement
  /** Where the finger moves. */
  side: 'left' | 'right'
  /** Whether it acts if the finger is lifted now. */
  isMade: boolean
}

const swipe = createCell<Swipe | undefined>(undefined)
export const useSwipe = swipe.use

/** Moves an item with the finger, and shows the action of the swipe in the room that it leaves. */
export function showSwipe(item: HTMLElement, dx: number, actions: Actions) {
  const px = Math.abs(dx)
  item.style.translate = `${dx}px 0`
  item.style.setProperty('--swipe', `${px}px`)
  // The item must not widen the page.
  item.parentElement?.style.setProperty('overflow-x', 'clip')
  const side = dx > 0 ? 'right' : 'left'
  const isMade = px >= actFromPx
  const before = swipe.get()
  if (px < revealFromPx) return hide(item)
  const isSame = before?.item === item && before.side === side
  if (isSame && before.isMade === isMade) return
  if (isMade) tick()
  swipe.update(() => ({ ...actions, item, side, isMade }))
}

function hide(item: HTMLElement) {
  if (swipe.get()?.item === item) swipe.update(() => undefined)
}

const tickMs = 10

/** Lets the user feel that a swipe acts from here on. Browsers refuse it until the user has tapped once, and log an error then. */
function tick() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(tickMs)
}

const snapBackMs = 150

/** Moves an item back to its place. */
export function snapBack(item: HTMLElement) {
  const { translate } = item.style
  item.style.removeProperty('translate')
  const finish = () => {
    // Another swipe of the same item may have begun meanwhile.
    if (item.style.translate) return
    item.style.removeProperty('--swipe')
    item.parentElement?.style.removeProperty('overflow-x')
    hide(item)
  }
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return finish()
  const animation = item.animate([{ translate }, { translate: 'none' }], { duration: snapBackMs, easing: 'ease-out' })
  animation.finished.then(finish, finish)
}
