import { AppError } from '../../contract/errors.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { tasksToCompare } from '../../contract/task-lists/tasks-to-compare.ts'
import type { Settings } from '../../contract/task-lists/view-count.ts'
import { viewInBatches, viewSteps } from '../../contract/task-lists/view-tasks.ts'
import { inPauses, pauses } from '../work/slices.ts'

/** A saved view, with the settings on which it depends. */
export interface ShownView {
  address: string
  settings: Settings
}

/** The JSON of all tasks of an owner, in pages. */
export type TaskPages = (owner: string) => AsyncIterable<string[]>

/** Other requests run between two tasks if they have waited for this long. */
const maxSliceMs = 5

/** Pages of JSON as tasks. */
export async function* taskBatches(pages: AsyncIterable<string[]>): AsyncGenerator<Task[]> {
  for await (const page of pages) yield page.map((json): Task => JSON.parse(json))
}

/** Returns a function that chooses the tasks of a view out of some. Fails with `too_large` if there are too many tasks to compare. */
export async function chosenByView(pages: TaskPages, owner: string, { address, settings }: ShownView) {
  const view = viewInBatches(address, settings)
  if (view) return view.find
  const all = await tasksToCompare(taskBatches(pages(owner)))
  if (!all) throw tooMany()
  const shown = await inPauses(viewSteps(address, all, settings), pauses(maxSliceMs))
  const ids = new Set(shown.map(({ _id }) => _id))
  return (some: Task[]) => some.filter(({ _id }) => ids.has(_id))
}

const tooMany = () =>
  new AppError(
    'too_large',
    'You have too many tasks for a calendar of this view. Create one of a view without search words and links.',
  )
