import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { tasksToCompare } from '../../contract/task-lists/tasks-to-compare.ts'
import type { Settings } from '../../contract/task-lists/view-count.ts'
import { viewInBatches, viewSteps } from '../../contract/task-lists/view-tasks.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { inPauses, pauses } from '../work/slices.ts'
import { line, textValue } from './calendar-lines.ts'
import type { FoundCalendar } from './calendar-table.ts'
import { taskEntry } from './task-entry.ts'

type Pages = Pick<TaskRules, 'pages'>

/** A saved view, with the settings on which it depends. */
export interface ShownView {
  address: string
  settings: Settings
}

/** Other requests run between two tasks if they have waited for this long. */
const maxSliceMs = 5

/** The text of a calendar, in pieces: the open tasks of its owner, or those of its view. */
export async function* feedText(
  tasks: Pages,
  { user_id: owner, name, kind }: Pick<FoundCalendar, 'user_id' | 'name' | 'kind'>,
  view: ShownView | undefined,
  app: string,
): AsyncGenerator<string> {
  const pause = pauses(maxSliceMs)
  const choose = view ? await choiceOf(tasks, owner, view) : (some: Task[]) => some.filter(isOpen)
  const linkTo = ({ number }: Task) => `${app}#/task/${number}`
  yield head(plainName(name))
  for await (const some of batches(tasks.pages(owner))) {
    for (const task of choose(some)) {
      const entry = taskEntry(task, kind, linkTo)
      if (entry) yield entry
      await pause()
    }
  }
  yield line('END:VCALENDAR')
}

/** Chooses the tasks of a view out of each batch. */
async function choiceOf(tasks: Pages, owner: string, { address, settings }: ShownView) {
  const view = viewInBatches(address, settings)
  if (view) return view.find
  const all = await tasksToCompare(batches(tasks.pages(owner)))
  if (!all) throw tooMany()
  const shown = await inPauses(viewSteps(address, all, settings), pauses(maxSliceMs))
  const ids = new Set(shown.map(({ _id }) => _id))
  return (some: Task[]) => some.filter(({ _id }) => ids.has(_id))
}

async function* batches(pages: AsyncIterable<string[]>): AsyncGenerator<Task[]> {
  for await (const page of pages) yield page.map((json): Task => JSON.parse(json))
}

/** Google reads a calendar about twice a day whatever it says; most other programs follow the interval. */
const head = (name: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Taskdeck//Tasks//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ]
    .map(line)
    .join('')

const tooMany = () =>
  new AppError(
    'too_large',
    'You have too many tasks for a calendar of this view. Create one of a view without search words and links.',
  )
