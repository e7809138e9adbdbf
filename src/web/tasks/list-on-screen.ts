import { useEffect, useLayoutEffect } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'

interface List {
  tasks: Task[]
  goTo: (index: number) => void
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

/** Whether a task is on the screen and in the window, as a whole. */
export function isInSight(id: string): boolean {
  const box = indexOf(id) < 0 ? undefined : elementOf(id)?.getBoundingClientRect()
  return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight
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
  if (isInSight(id)) onScreen?.goTo(index)
}

/** Goes to a task as soon as the list on the screen has it, unless the returned function is called before. */
export function goToNew(id: string): () => void {
  awaited = id
  goToAwaited()
  return () => {
    if (awaited === id) awaited = undefined
  }
}

/** Focuses a task that is added if it appears in sight. A list that the user has scrolled does not move. */
export function showNew(id: string): () => void {
  const first = window.scrollY > 0 ? [...document.querySelectorAll('[data-task]')].find(isRead) : undefined
  const still = first?.getAttribute('data-task')
  added = { id, still: first && still ? { id: still, top: first.getBoundingClientRect().top } : undefined }
  return () => {
    if (added?.id === id) added = undefined
  }
}

function isRead(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= coveredPx.top && bottom <= window.innerHeight - coveredPx.bottom
}

/** Makes a list the one in which new tasks are shown. */
export function useListOnScreen(tasks: Task[], goTo: (index: number) => void) {
  useLayoutEffect(() => {
    onScreen = { tasks, goTo }
    settleAdded()
    return () => {
      onScreen = undefined
    }
  })
  useEffect(goToAwaited)
}
