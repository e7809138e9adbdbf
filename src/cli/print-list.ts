import { localDay } from '../contract/calendar-day.ts'
import { viewCalls } from '../contract/calls/views.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import type { SavedView } from '../contract/schemas/views.ts'
import { dueOf } from '../contract/task-lists/due.ts'
import { filterTasks } from '../contract/task-lists/filter.ts'
import { divideByPlace } from '../contract/task-lists/places.ts'
import { rank } from '../contract/task-lists/rank.ts'
import { sortTasks } from '../contract/task-lists/sort.ts'
import { sumsInWords } from '../contract/words/amount-words.ts'
import type { Client } from './client.ts'
import type { Context, Values } from './command.ts'
import { countOf } from './counts.ts'
import { type listOptions, listView, viewNamed } from './list-view.ts'
import { tabbed, taskTable } from './output/task-table.ts'
import { loadPreferences, usualPreferences } from './preferences.ts'
import { loadTasks, numbersOf } from './tasks.ts'

type ListValues = Values<typeof listOptions>

/** The tasks that filters and words choose, how many more are in Later, all tasks, and whether a saved view ranks them. */
export async function chosenTasks(context: Context, values: ListValues, words: string[]) {
  const client = context.client()
  const today = localDay(context.now())
  // Only weeks and saved views depend on them.
  const isPersonal = values.view !== undefined || values.due !== undefined || words.length > 0
  const [all, preferences, view] = await Promise.all([
    loadTasks(client),
    isPersonal ? loadPreferences(client) : usualPreferences,
    values.view === undefined ? undefined : savedView(client, values.view),
  ])
  const { filter, sort, place, isRanked } = listView({ values, words, view, preferences })
  const found = filterTasks(sortTasks(all, sort), filter, { today, weekStart: preferences.weekStart })
  const { shown, later } = divideByPlace(found, { place, filter, today, all })
  return { all, matching: shown, inLater: later.length, isRanked, today }
}

/** Prints the tasks that filters and words choose. */
export async function printList(context: Context, values: ListValues, words: string[]) {
  const limit = countOf(values.limit, '--limit')
  const { all, matching, inLater, isRanked, today } = await chosenTasks(context, values, words)
  const found = isRanked ? rank(matching, today, all).map(({ task }) => task) : matching
  const tasks = found.slice(0, limit)
  context.print({
    json: { tasks },
    quiet: () => numbersOf(tasks),
    text: () => textOf(context, tasks, { found: found.length, inLater, all }, today),
  })
}

/** Fails if the user has no saved view with this name. */
export async function savedView(client: Client, name: string): Promise<SavedView> {
  return viewNamed((await client.call(viewCalls.list, {})).views, name)
}

interface Counts {
  found: number
  inLater: number
  all: readonly Task[]
}

function textOf({ terminal }: Context, tasks: Task[], counts: Counts, today: string): string {
  const { columns, style } = terminal
  if (columns === undefined) return tasks.map((task) => tabbed(task)).join('\n')
  if (!tasks.length)
    return style('dim', counts.inLater ? `No tasks · ${counts.inLater} in Later (--later)` : 'No tasks.')
  return `${taskTable(tasks, { style, today, all: counts.all }, columns)}\n\n${style('dim', summaryOf(tasks, counts, today))}`
}

/** `12 tasks · 3 overdue · 14 h · 9 in Later`, or how many of all that match are shown. */
function summaryOf(tasks: Task[], { found, inLater }: Counts, today: string): string {
  const shown = tasks.length < found ? `${tasks.length} of ${found} tasks` : counted(found)
  const overdue = tasks.filter((task) => dueOf(task, today).urgency === 'overdue').length
  return [shown, overdue && `${overdue} overdue`, sumsInWords(tasks), inLater && `${inLater} in Later (--later)`]
    .filter(Boolean)
    .join(' · ')
}

const counted = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)
