import { useEffect, useLayoutEffect } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'

interface List {
  tasks: Task[]
  /** Focuses the task at an index, and scrolls to it unless it is in sight. */
  goTo: (index: number, isInSight?: boolean) => void
  /** Whether a new task moves all tasks below it, so that scrolling can keep them where they are. */
  isOneColumn: boolean
}

let onScreen: List | undefined
/** A task to go to as soon as the list has it. */
let awaited: string | undefined
/** A new task that gets the focus if it appears in sight, and the task whose place must not change because of it. */
let added: { id: string; still: { id: string; top: number } | undefined } | undefined

const indexOf = (id: string) => onScreen?.tasks.findIndex((task) => task._id === id) ?? -1
const elementOf = (id: string) => document.querySelector(`[data-task="${id}"]`)

/** The parts of the window that bars at its edges may cover, in pixels. */
const coveredPx = { top: 112, bottom: 64 }

/** Whether a task is on the screen, as a whole. */
export function isInSight(id: string): boolean {
  const element = indexOf(id) < 0 ? undefined : elementOf(id)
  return element ? isRead(element) : false
}

function goToAwaited() {
  const index = awaited === undefined ? -1 : indexOf(awaited)
  if (index < 0) return
  awaited = undefined
  onScreen?.goTo(index)
}

/** Scrolls back what a new task above the window has moved, and gives the task the focus if it is in sight. */
function settleAdded() {
  const index = added === undefined ? -1 : indexOf(added.id)
  if (!added || index < 0) return
  const { id, still } = added
  added = undefined
  const top = still && elementOf(still.id)?.getBoundingClientRect().top
  if (still && top !== undefined && top !== still.top) window.scrollBy(0, top - still.top)
  if (isInSight(id)) onScreen?.goTo(index, true)
}

/** Goes to a task as soon as the list on the screen has it, unless the returned function is called before. */
export function goToNew(id: string): () => void {
  awaited = id
  goToAwaited()
  return () => {
    if (awaited === id) awaited = undefined
  }
}

/** Focuses a task that is added if it appears in sight. The tasks that the user reads do not move, as far as the page can be scrolled. */
export function showNew(id: string): () => void {
  const first = onScreen?.isOneColumn ? [...document.querySelectorAll('[data-task]')].find(isRead) : undefined
  const still = first?.getAttribute('data-task')
  added = { id, still: first && still ? { id: still, top: first.getBoundingClientRect().top } : undefined }
  return () => {
    if (added?.id === id) added = undefined
  }
}

function isRead(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const headingsPx = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0
  return top >= coveredPx.top + headingsPx && bottom <= window.innerHeight - coveredPx.bottom
}

/** Makes a list the one in which new tasks are shown. */
export function useListOnScreen(list: List) {
  useLayoutEffect(() => {
    onScreen = list
    settleAdded()
    return () => {
      onScreen = undefined
    }
  })
  useEffect(goToAwaited)
}
