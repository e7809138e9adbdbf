import { api } from '../contract/calls/api.ts'
import { AppError } from '../contract/errors.ts'
import type { PageQuery } from '../contract/schemas/task-queries.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import type { SavedView } from '../contract/schemas/views.ts'
import { mergeSorted } from '../contract/task-lists/merge-sorted.ts'
import { tasksToCompare } from '../contract/task-lists/tasks-to-compare.ts'
import { viewInBatches, viewSteps } from '../contract/task-lists/view-tasks.ts'
import { findView } from '../contract/views.ts'
import type { Dependencies } from './dependencies.ts'
import { withFreeTime } from './free-time.ts'
import { ownerOf } from './owner.ts'
import { defaultLimit, type Found, type Page } from './paging.ts'
import { inLine } from './task-text.ts'

/** A page of the tasks that match a filter. The database filters and counts; only this page is read. */
export async function sortedPage(
  { call }: Dependencies,
  query: Omit<PageQuery, 'limit' | 'offset'>,
  { limit = defaultLimit, offset = 0 }: Page,
): Promise<Found> {
  const range = { limit: String(limit), offset: String(offset) }
  const { total = 0, ...page } = await call(api.tasks.page, { query: { ...query, ...range } })
  return { total, ...page }
}

/** The tasks to do next, the most urgent first, with the reasons. */
export const nextPage = async (
  dependencies: Dependencies,
  today: string,
  range: Page,
  filter: Pick<PageQuery, 'claimed'> = {},
): Promise<Found> =>
  withFreeTime(dependencies, await sortedPage(dependencies, { ...filter, sort: 'urgency', today }, range))

/** The filter for the tasks that nobody else holds. */
export const freeFor = (tokenName: string) => ({ claimed: tokenName.includes(',') ? 'none' : `none,${tokenName}` })

export async function savedViews({ call }: Dependencies): Promise<SavedView[]> {
  return (await call(api.views.list, {})).views
}

const maxViewsNamed = 20

/** Finds a saved view by its id or name. Fails with `not_found`, which names those that exist. */
export async function viewNamed(dependencies: Dependencies, name: string): Promise<SavedView> {
  const views = await savedViews(dependencies)
  const found = findView(views, name)
  if (found) return found
  const known = views.slice(0, maxViewsNamed).map((view) => `“${inLine(view.name)}”`)
  throw new AppError(
    'not_found',
    `There is no saved view “${inLine(name)}”. ${known.length ? `The saved views are ${known.join(', ')}.` : 'No view was saved yet.'}`,
  )
}

/** Tasks that one call reads. Each may have 10,000 characters. */
const tasksAtOnce = 100

/** All tasks, in batches, between which other requests run. */
async function* allTasks({ call }: Dependencies): AsyncGenerator<Task[]> {
  let after: string | undefined
  do {
    const query = { sort: 'id', limit: String(tasksAtOnce), ...(after ? { after } : {}) } as const
    const { tasks, nextAfter } = await call(api.tasks.page, { query })
    yield tasks
    after = nextAfter
  } while (after)
}

/** A page of a saved view. */
export async function viewPage(dependencies: Dependencies, { address }: SavedView, range: Page): Promise<Found> {
  const { limit = defaultLimit, offset = 0 } = range
  const owner = await ownerOf(dependencies)
  const view = viewInBatches(address, owner)
  if (!view) {
    const all = await tasksToCompare(allTasks(dependencies))
    if (!all) throw tooMany()
    const tasks = await inTurns(viewSteps(address, all, owner))
    return { total: tasks.length, tasks: tasks.slice(offset, offset + limit) }
  }
  let [total, first]: [number, Task[]] = [0, []]
  for await (const some of allTasks(dependencies)) {
    const found = view.find(some)
    total += found.length
    first = mergeSorted(first, found, view.compare, offset + limit)
  }
  return { total, tasks: first.slice(offset) }
}

/** Steps of comparing tasks that are taken at once. Other requests run in between. */
const stepsAtOnce = 10

async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next()
    if (done) return value
    if (count % stepsAtOnce === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}

const tooMany = () =>
  new AppError(
    'too_large',
    'This view compares all tasks, and there are too many of them. Use search_tasks, or list_tasks with filters instead.',
  )
