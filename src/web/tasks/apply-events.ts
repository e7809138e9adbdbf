import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isAboutFile, isRemoval } from '../history/event-kinds.ts'
import type { StatusFilter } from './cache.ts'

/** The task after an event; undefined if the event does not follow on this version, so that the task has to be fetched. */
export function applyToTask<T extends Task>(task: T, event: TaskEvent): T | undefined {
  if (event.version <= task.version) return task
  if (event.kind !== 'updated' || event.version !== task.version + 1) return undefined
  return { ...task, ...(event.after as Partial<Task>), version: event.version, updatedAt: event.at }
}

/**
 * The list after some events; undefined if it has to be fetched. `all` are the tasks of every status, if they are cached. Returns the same
 * list if no event changes it.
 */
export function applyToList(
  list: Task[],
  filter: StatusFilter,
  events: TaskEvent[],
  all: Task[] = [],
): Task[] | undefined {
  const tasks = new Map(list.map((task) => [task._id, task]))
  let touched = false
  for (const event of events) {
    if (isAboutFile(event)) continue
    const before = tasks.get(event.task)
    if (isRemoval(event)) {
      touched = tasks.delete(event.task) || touched
      continue
    }
    const after = taskAfter(before ?? all.find((task) => task._id === event.task), event)
    if (!after) return undefined
    if (after === before) continue
    touched = true
    if (!filter || after.status === filter) tasks.set(event.task, after)
    else tasks.delete(event.task)
  }
  return touched ? [...tasks.values()] : list
}

function taskAfter(known: Task | undefined, event: TaskEvent): Task | undefined {
  if (event.kind === 'created') return known ?? (event.after as Task)
  return known && applyToTask(known, event)
}
