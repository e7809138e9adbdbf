import { AppError } from '../../contract/errors.ts'
import type { SharedPage, SharedTask } from '../../contract/schemas/shares.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type SharePart, shareLimits } from '../../contract/shares.ts'
import { tasksToCompare } from '../../contract/task-lists/tasks-to-compare.ts'
import type { Settings } from '../../contract/task-lists/view-count.ts'
import { viewInBatches, viewSteps } from '../../contract/task-lists/view-tasks.ts'
import type { Status } from '../../contract/tasks.ts'
import { inPauses, pauses } from '../work/slices.ts'

/** Other requests run between two steps if they have waited for this long. */
const maxSliceMs = 5

/** The order in which the page shows the tasks. */
const order: Record<Status, number> = { 'In Progress': 0, Pending: 1, Completed: 2 }

type Pages = AsyncIterable<string[]>

async function* parsed(pages: Pages): AsyncGenerator<Task[]> {
  for await (const page of pages) yield page.map((json): Task => JSON.parse(json))
}

/** The tasks of a view in its order, without their descriptions. Fails with `too_large` if they are too many. */
async function tasksIn(pages: Pages, address: string, settings: Settings): Promise<Task[]> {
  const view = viewInBatches(address, settings)
  const chosen = view ? chooseFrom(parsed(pages), view.find) : parsed(pages)
  const tasks = await tasksToCompare(chosen)
  if (!tasks) throw tooMany()
  return view ? tasks.sort(view.compare) : inPauses(viewSteps(address, tasks, settings), pauses(maxSliceMs))
}

async function* chooseFrom(batches: AsyncIterable<Task[]>, find: (some: Task[]) => Task[]) {
  const pause = pauses(maxSliceMs)
  for await (const some of batches) {
    yield find(some)
    await pause()
  }
}

/** A task as readers see it: its title, its status and the chosen parts. */
export function sharedTaskOf(task: Task, parts: readonly SharePart[], parent?: string): SharedTask {
  const { title, status, dueDate, completedAt, priority, labels } = task
  const shows = (part: SharePart) => parts.includes(part)
  return {
    title,
    status,
    ...(shows('dates') ? { due: dueDate, completed: completedAt } : {}),
    ...(shows('priority') ? { priority } : {}),
    ...(shows('labels') ? { labels } : {}),
    ...(parent === undefined ? {} : { parent }),
  }
}

export function countsOf(tasks: readonly Pick<Task, 'status'>[]): SharedPage['counts'] {
  const count = (status: Status) => tasks.filter((task) => task.status === status).length
  return { completed: count('Completed'), started: count('In Progress'), pending: count('Pending') }
}

export const latest = (moments: (string | null)[]): string | null =>
  moments.reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null)

type ViewContent = Pick<SharedPage, 'counts' | 'changedAt' | 'lastDue' | 'tasks' | 'more'>

/** The content of a shared view. A parent is named only if it is in the view as well. */
export async function viewContent(
  pages: Pages,
  address: string,
  settings: Settings,
  parts: readonly SharePart[],
): Promise<ViewContent> {
  const found = await tasksIn(pages, address, settings)
  const titles = new Map(found.map(({ _id, title }) => [_id, title]))
  const listed = found.toSorted((a, b) => order[a.status] - order[b.status]).slice(0, shareLimits.rows)
  const parentOf = ({ partOf }: Task) => (partOf && parts.includes('parents') ? titles.get(partOf) : undefined)
  return {
    counts: countsOf(found),
    changedAt: latest(found.map(({ updatedAt }) => updatedAt)),
    lastDue: parts.includes('dates') ? latest(found.map(({ dueDate }) => dueDate)) : null,
    tasks: listed.map((task) => sharedTaskOf(task, parts, parentOf(task))),
    more: found.length - listed.length,
  }
}

const tooMany = () => new AppError('too_large', 'This page has too many tasks to be shown.')
