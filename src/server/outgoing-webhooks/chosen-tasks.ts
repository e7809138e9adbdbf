import { AppError } from '../../contract/errors.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Values } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { filterTasks, noFilter } from '../../contract/task-lists/filter.ts'
import { viewInBatches } from '../../contract/task-lists/view-tasks.ts'
import { dayIn } from '../../contract/time-zone.ts'
import type { OutgoingHookRow } from '../database/schema.ts'
import type { ViewRules } from '../views/views.ts'

interface Dependencies {
  views: Pick<ViewRules, 'addressOf'>
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  clock: () => number
}

/** Whether a webhook is about a task, now or before the change that these values undo. */
export type IsChosen = (task: Task, before?: Values) => boolean

type Choice = Pick<OutgoingHookRow, 'user_id' | 'view_id' | 'filter'>

/** The tasks that a webhook is about: all, those of a saved view, or those that meet a filter. */
export function chosenTasks({ views, profileOf, clock }: Dependencies) {
  /** Undefined if the view was deleted, or has become one that cannot be decided task by task. */
  return async ({ user_id: owner, view_id, filter }: Choice): Promise<IsChosen | undefined> => {
    if (view_id === null && filter === null) return () => true
    const { preferences } = await profileOf(owner)
    const { weekStart, sort, filter: usual } = preferences
    const today = dayIn(preferences, new Date(clock()))
    const settings = { today, preferences: { weekStart, sort, filter: usual } }
    const find =
      view_id === null ? matching(filter ?? '', { today, weekStart }) : await ofView(owner, view_id, settings)
    return (
      find && ((task, before) => find([task]).length > 0 || (!!before && find([{ ...task, ...before }]).length > 0))
    )
  }

  async function ofView(owner: string, id: string, settings: Parameters<typeof viewInBatches>[1]) {
    const address = await views.addressOf(owner, id)
    return address === undefined ? undefined : viewInBatches(address, settings)?.find
  }
}

/** Undefined if all tasks decide which ones match. */
function matching(q: string, calendar: { today: string; weekStart: Preferences['weekStart'] }) {
  const { today, weekStart } = calendar
  const preferences = { weekStart, sort: 'desc', filter: '' } as const
  if (!viewInBatches(`/list?q=${encodeURIComponent(q)}`, { today, preferences })) return undefined
  return (some: Task[]) => filterTasks(some, { ...noFilter, q }, calendar)
}

export type ChosenTasks = ReturnType<typeof chosenTasks>

export const notDecidable = () =>
  new AppError(
    'invalid_input',
    'A webhook cannot use words to search for, links between tasks, Next or Waiting: they depend on all tasks. Use conditions such as label:ops priority:high.',
  )

export const viewIsGone =
  'Its saved view was deleted, or shows tasks that depend on others. Choose other tasks, and let it continue.'
