import { createCell, createUserCell } from '../ui/client-state.ts'
import { useMediaQuery } from '../ui/use-window.ts'

const storageKey = 'taskdeck-peek'

/** Whether the user wants the panel beside lists. Kept in this browser, if that allows storage. */
const isWanted = createCell(wasOpen())

function wasOpen(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'open'
  } catch {
    return false
  }
}

/** The state of the list on the screen that the panel shows. */
interface Peeked {
  /** The task at the place of the list. */
  id: string | undefined
  /** Its position in the list, from 1; 0 if it is not there. */
  position: number
  count: number
  selected: readonly string[]
  /** The keys that open and close the panel, if Space alone lifts a task. */
  keys?: string
}

export const peeked = createUserCell<Peeked>({ id: undefined, position: 0, count: 0, selected: [] })

/** Whether the panel is open: a narrow screen has no room for it. */
export function useIsPeeking(): boolean {
  const isWide = useMediaQuery('(min-width: 992px)')
  return isWanted.use() && isWide
}

/**
 * Whether the panel is on the screen. Without a task, it is only where it stands beside a list: elsewhere it would take the room of the tasks,
 * or cover them.
 */
export function useIsPeekShown(isBesideList: boolean): boolean {
  const isPeeking = useIsPeeking()
  const hasRoom = useMediaQuery('(min-width: 1200px)')
  const hasTask = peeked.useDerived(({ id, selected }) => id !== undefined || selected.length > 1)
  return isPeeking && (hasTask || (isBesideList && hasRoom))
}

/** Whether the panel shows this task. */
export const useIsPeeked = (id: string) => peeked.useDerived((now) => isWanted.get() && now.id === id)

export function setPeeking(isOpen: boolean) {
  isWanted.set(isOpen)
  try {
    localStorage.setItem(storageKey, isOpen ? 'open' : 'closed')
  } catch {
    // Without storage, it is kept until the page is closed.
  }
}

/** Closes the panel. If the focus was in it, the task of the list has it again. */
export function closePeek() {
  const { activeElement } = document
  const isInside = activeElement === document.body || Boolean(activeElement?.closest('[data-peek]'))
  setPeeking(false)
  if (isInside) document.querySelector<HTMLElement>(`[data-task="${peeked.get().id}"]`)?.focus({ preventScroll: true })
}
