import { viewCalls } from '../contract/calls/views.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import type { SavedView } from '../contract/schemas/views.ts'
import { scoreOf } from '../contract/search.ts'
import { dueOf } from '../contract/task-lists/due.ts'
import { filterTasks, textOf } from '../contract/task-lists/filter.ts'
import { parseSearch } from '../contract/task-lists/parse-search.ts'
import { divideByPlace } from '../contract/task-lists/places.ts'
import { rank } from '../contract/task-lists/rank.ts'
import { sortTasks } from '../contract/task-lists/sort.ts'
import { sumsInWords } from '../contract/words/amount-words.ts'
import type { Client } from './client.ts'
import type { Context, Values } from './command.ts'
import { countOf } from './counts.ts'
import { type listOptions, listView, viewNamed } from './list-view.ts'
import { notesWith } from './notes.ts'
import { oneLine } from './output/clean.ts'
import { tabbed, taskTable } from './output/task-table.ts'
import { loadPreferences, todayOf } from './preferences.ts'
import { loadTasks, numbersOf } from './tasks.ts'

type ListValues = Values<typeof listOptions>

/** The tasks that filters and words choose, how many more are in Later, all tasks, and whether a saved view ranks them. */
export async function chosenTasks(context: Context, values: ListValues, words: string[]) {
  const client = context.client()
  const [all, preferences, view, notes] = await Promise.all([
    loadTasks(client),
    loadPreferences(client),
    values.view === undefined ? undefined : savedView(client, values.view),
    notesWith(client, words),
  ])
  const today = todayOf(preferences, context.now())
  const { filter, sort, place, isRanked } = listView({ values, words, view, preferences })
  const found = filterTasks(
    sortTasks(all, sort),
    filter,
    { today, weekStart: preferences.weekStart },
    {
      has: (id) => Object.hasOwn(notes, id),
    },
  )
  const { shown, later } = divideByPlace(found, { place, filter, today, all })
  const typed = parseSearch(filter.q).words
  const inNotes = shown.flatMap((task) => {
    const note = scoreOf(textOf(task), typed) ? undefined : notes[task._id]
    return note ? { task: task.number, note: note.number, excerpt: note.excerpt } : []
  })
  return { all, matching: shown, inLater: later.length, isRanked, today, inNotes }
}

/** Prints the tasks that filters and words choose. */
export async function printList(context: Context, values: ListValues, words: string[]) {
  const limit = countOf(values.limit, '--limit')
  const { all, matching, inLater, isRanked, today, inNotes } = await chosenTasks(context, values, words)
  const found = isRanked ? rank(matching, today, all).map(({ task }) => task) : matching
  const tasks = found.slice(0, limit)
  const notes = inNotes.filter(({ task }) => tasks.some(({ number }) => number === task))
  context.print({
    json: { tasks, ...(notes.length ? { notes } : {}) },
    quiet: () => numbersOf(tasks),
    text: () => listText(context, { tasks, notes }, { found: found.length, inLater, all }, today),
  })
}

/** Fails if the user has no saved view with this name. */
export async function savedView(client: Client, name: string): Promise<SavedView> {
  return viewNamed((await client.call(viewCalls.list, {})).views, name)
}

/** A note by which a task was found. */
interface FoundNote {
  /** The number of the task, and of the note in its thread. */
  task: number
  note: number
  excerpt: string
}

interface Listed {
  tasks: Task[]
  notes: FoundNote[]
}

interface Counts {
  found: number
  inLater: number
  all: readonly Task[]
}

function listText({ terminal }: Context, { tasks, notes }: Listed, counts: Counts, today: string): string {
  const { columns, style } = terminal
  if (columns === undefined) return tasks.map((task) => tabbed(task)).join('\n')
  if (!tasks.length)
    return style('dim', counts.inLater ? `No tasks · ${counts.inLater} in Later (--later)` : 'No tasks.')
  const table = taskTable(tasks, { style, today, all: counts.all }, columns)
  const found = notes.map(({ task, note, excerpt }) => `#${task} note ${note}: ${oneLine(excerpt)}`)
  const inNotes = found.length ? `\n\n${style('bold', 'Found in notes')}\n${found.join('\n')}` : ''
  return `${table}${inNotes}\n\n${style('dim', summaryOf(tasks, counts, today))}`
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
