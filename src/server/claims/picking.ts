import { isHeld } from '../../contract/claims.ts'
import { AppError } from '../../contract/errors.ts'
import { needsYou } from '../../contract/questions.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { SavedView } from '../../contract/schemas/views.ts'
import type { Filter } from '../../contract/task-lists/filter.ts'
import { allKeys, filterKeys } from '../../contract/task-lists/filter-keys.ts'
import { isOpen, linksIn } from '../../contract/task-lists/link-index.ts'
import { rank } from '../../contract/task-lists/rank.ts'
import { tasksToCompare } from '../../contract/task-lists/tasks-to-compare.ts'
import { type Settings, settingsOfView } from '../../contract/task-lists/view-count.ts'
import { viewSteps } from '../../contract/task-lists/view-tasks.ts'
import { dayIn } from '../../contract/time-zone.ts'
import { findView } from '../../contract/views.ts'
import { canCompile } from '../tasks/filter.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { lanes } from '../work/lanes.ts'
import { inPauses, pauses, withRest } from '../work/slices.ts'

export interface PickingDependencies {
  tasks: Pick<TaskRules, 'ready' | 'pages'>
  views: { list: (owner: string) => Promise<SavedView[]> }
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
}

/** The tasks of which one is claimed. */
export interface Choice {
  view?: string | undefined
  filter?: string | undefined
  today?: string | undefined
}

/** Tasks that can be claimed, the most urgent first, and the day for which that is true. */
export interface Candidates {
  ids: string[]
  today: string
}

/** Enough for as many agents as call at the same time. */
const maxCandidates = 64
/** Other requests run between two tasks if they have waited for this long. */
const maxSliceMs = 5

/** A rest between two searches in which the database compares. */
const maxRestMs = 5

/** The result of a search that several calls share, and how many of them have received it. */
interface Found extends Candidates {
  calls: number
}

/**
 * Finds the tasks that can be claimed, the most urgent first. Of the same owner, one search runs at a time; calls that want the same and wait for it
 * share one. Each of them begins with another candidate, because the others are about to take those before it.
 */
export function picking({ tasks, views, profileOf }: PickingDependencies) {
  const turns = lanes({ maxRunning: 1, maxWaiting: 20, restsAsLong: true, maxRestMs })
  const waiting = new Map<string, Promise<Found>>()

  async function find(owner: string, { view, filter, today }: Choice, now: string): Promise<Found> {
    const { preferences } = await profileOf(owner)
    const day = today?.slice(0, 10) ?? dayIn(preferences, new Date(now))
    const settings = { today: day, preferences: view ? preferences : { ...preferences, filter: '' as const } }
    const address = view ? viewNamed(await views.list(owner), view).address : `/list?${readable(filter ?? '')}`
    const wanted = settingsOfView(address, settings)
    const ids =
      wanted.place === 'tasks' && canCompile(wanted.filter)
        ? await tasks.ready(owner, withoutLater(wanted.filter), { today: day, now }, maxCandidates)
        : await withRest(() => byComparing(owner, address, settings, now))
    return { ids, today: day, calls: 0 }
  }

  /** For filters that only the calendar of the user, the words or the links of all tasks decide. */
  async function byComparing(owner: string, address: string, settings: Settings, now: string) {
    const all = await tasksToCompare(parsed(tasks.pages(owner)))
    if (!all) throw tooMany()
    const links = linksIn(all)
    const isFree = (task: Task) =>
      !(task.claim && isHeld(task.claim, now)) && !links.get(task._id)?.parts.some(isOpen) && !needsYou(task)
    const found = await inPauses(viewSteps(address, all, settings), pauses(maxSliceMs))
    const ranked = rank(found.filter(isFree), settings.today, all)
    return ranked.slice(0, maxCandidates).map(({ task }) => task._id)
  }

  function share(owner: string, choice: Choice, now: string): Promise<Found> {
    const key = JSON.stringify([owner, choice])
    const shared = waiting.get(key)
    if (shared) return shared
    const found = turns.run(owner, () => {
      waiting.delete(key)
      return find(owner, choice, now)
    })
    waiting.set(key, found)
    found.catch(() => {}).finally(() => waiting.get(key) === found && waiting.delete(key))
    return found
  }

  return async (owner: string, choice: Choice, now: string): Promise<Candidates> => {
    const found = await share(owner, choice, now)
    const { ids, today } = found
    const first = ids.length ? found.calls++ % ids.length : 0
    return { ids: [...ids.slice(first), ...ids.slice(0, first)], today }
  }
}

/** Tasks in Later have not started, so nothing of them is ready, whether a view shows them or not. */
const withoutLater = (filter: Filter): Filter => ({ ...filter, later: [] })

/** Fails with `invalid_input` if a filter has a key or a value that means nothing: ignoring it would claim another task than the caller wants. */
function readable(filter: string): string {
  for (const [key, values] of new URLSearchParams(filter)) {
    if (key === 'q') continue
    const known = allKeys.find((one) => one === key)
    if (!known)
      throw new AppError('invalid_input', `filter has no key “${key}”. Its keys are ${allKeys.join(', ')} and q.`)
    const unknown = values.split(',').find((value) => filterKeys[known].read(value) === undefined)
    if (unknown !== undefined) throw new AppError('invalid_input', `filter: ${key} has no value “${unknown}”.`)
  }
  return filter
}

function viewNamed(views: SavedView[], name: string): SavedView {
  const found = findView(views, name)
  if (found) return found
  throw new AppError('not_found', `You have no saved view “${name.trim()}”.`)
}

async function* parsed(pages: AsyncIterable<string[]>): AsyncGenerator<Task[]> {
  for await (const page of pages) yield page.map((json) => JSON.parse(json))
}

const tooMany = () =>
  new AppError(
    'too_large',
    'This filter compares all tasks, and there are too many of them. Filter by status, priority, label or due date instead.',
  )
