import { plainName } from '../../contract/plain-names.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { chosenByView, type ShownView, taskBatches } from '../tasks/chosen-by-view.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { pauses } from '../work/slices.ts'
import { line, textValue } from './calendar-lines.ts'
import type { FoundCalendar } from './calendar-table.ts'
import { taskEntry } from './task-entry.ts'

type Pages = Pick<TaskRules, 'pages'>

/** Other requests run between two tasks if they have waited for this long. */
const maxSliceMs = 5

/** Everything that a calendar depends on beside its tasks: its saved view, and the time zone of its owner if its alarms need one. */
export interface FeedSettings {
  view?: ShownView
  timeZone: string
}

/** The text of a calendar, in pieces: the open tasks of its owner, or those of its view. */
export async function* feedText(
  tasks: Pages,
  { user_id: owner, name, kind }: Pick<FoundCalendar, 'user_id' | 'name' | 'kind'>,
  { view, timeZone }: FeedSettings,
  app: string,
): AsyncGenerator<string> {
  const pause = pauses(maxSliceMs)
  const choose = view ? await chosenByView(tasks.pages, owner, view) : (some: Task[]) => some.filter(isOpen)
  const linkTo = ({ number }: Task) => `${app}#/task/${number}`
  yield head(plainName(name))
  for await (const some of taskBatches(tasks.pages(owner))) {
    for (const task of choose(some)) {
      const entry = taskEntry(task, kind, linkTo, timeZone)
      if (entry) yield entry
      await pause()
    }
  }
  yield line('END:VCALENDAR')
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
