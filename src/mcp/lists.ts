import { AppError } from '../contract/errors.ts'
import { api } from '../contract/schemas/api.ts'
import type { Task, TaskFilter } from '../contract/schemas/tasks.ts'
import type { SavedView } from '../contract/schemas/views.ts'
import { type Ranked, rank } from '../contract/task-lists/rank.ts'
import { tasksInView } from '../contract/task-lists/view-tasks.ts'
import { statuses } from '../contract/tasks.ts'
import { ownerOf } from './owner.ts'
import type { Parts } from './parts.ts'
import { inLine } from './task-text.ts'

const openStatuses = statuses.filter((status) => status !== 'Completed')

/** The tasks that match a filter, newest first. Without a status, only those that are not completed: they are read alone. */
export async function filtered({ call }: Parts, filter: TaskFilter, hasCompleted: boolean): Promise<Task[]> {
  const wanted = filter.status || hasCompleted ? [filter.status] : openStatuses
  const lists = await Promise.all(
    wanted.map((status) => call(api.tasks.list, { query: { ...filter, ...(status ? { status } : {}) } })),
  )
  const tasks = lists.flatMap((list) => list.tasks)
  return wanted.length > 1 ? tasks.sort((a, b) => b.number - a.number) : tasks
}

/** The tasks to do next, the most urgent first, with the reasons. */
export async function nextTasks(parts: Parts, today: string): Promise<Ranked[]> {
  return rank(await filtered(parts, {}, false), today)
}

export async function savedViews({ call }: Parts): Promise<SavedView[]> {
  return (await call(api.views.list, {})).views
}

/** Finds a saved view by its id or name. Fails with `not_found`, which names those that exist. */
export async function viewNamed(parts: Parts, name: string): Promise<SavedView> {
  const views = await savedViews(parts)
  const wanted = name.trim().toLowerCase()
  const found = views.find((view) => view.id === name) ?? views.find((view) => view.name.toLowerCase() === wanted)
  if (found) return found
  const known = views.map((view) => `“${inLine(view.name)}”`).join(', ')
  throw new AppError(
    'not_found',
    `There is no saved view “${inLine(name)}”. ${known ? `The saved views are ${known}.` : 'No view was saved yet.'}`,
  )
}

export async function tasksOf(parts: Parts, { address }: SavedView): Promise<Task[]> {
  const [{ tasks }, owner] = await Promise.all([parts.call(api.tasks.list, { query: {} }), ownerOf(parts)])
  return tasksInView(address, tasks, owner)
}
