import type { Task } from '../../contract/schemas/tasks.ts'
import { textOf } from '../../contract/task-lists/filter.ts'

const tasksPerStep = 100

/** Computes the searched texts while the browser is idle, so that the first search is as quick as the next ones. Returns the function that stops it. */
export function prepareSearch(tasks: Task[]): () => void {
  let [next, timer] = [0, 0]
  const step = () => {
    const end = Math.min(next + tasksPerStep, tasks.length)
    for (const task of tasks.slice(next, end)) textOf(task)
    next = end
    if (next < tasks.length) timer = whenIdle(step)
  }
  timer = whenIdle(step)
  return () => stopWaiting(timer)
}

// Safari has no requestIdleCallback.
const [whenIdle, stopWaiting] =
  'requestIdleCallback' in globalThis
    ? [requestIdleCallback, cancelIdleCallback]
    : [(step: () => void) => Number(setTimeout(step, 20)), clearTimeout]
