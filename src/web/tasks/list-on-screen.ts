import { useEffect } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'

interface List {
  tasks: Task[]
  goTo: (index: number) => void
}

let onScreen: List | undefined
/** A task to go to as soon as the list has it. */
let awaited: string | undefined

const indexOf = (id: string) => onScreen?.tasks.findIndex((task) => task._id === id) ?? -1

function goToAwaited() {
  const index = awaited === undefined ? -1 : indexOf(awaited)
  if (index < 0) return
  awaited = undefined
  onScreen?.goTo(index)
}

/** Whether the screen shows a list with this task. */
export const isListed = (id: string): boolean => indexOf(id) >= 0

/** Goes to a task as soon as the list on the screen has it, unless the returned function is called before. */
export function goToNew(id: string): () => void {
  awaited = id
  goToAwaited()
  return () => {
    if (awaited === id) awaited = undefined
  }
}

/** Makes a list the one in which new tasks are shown. */
export function useListOnScreen(tasks: Task[], goTo: (index: number) => void) {
  useEffect(() => {
    onScreen = { tasks, goTo }
    goToAwaited()
    return () => {
      onScreen = undefined
    }
  })
}
