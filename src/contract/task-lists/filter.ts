import type { Task } from '../schemas/tasks.ts'
import { scoreOf, searchText } from '../search.ts'
import { isWithin } from '../spans.ts'
import { typosIn } from '../typos.ts'
import type { Calendar } from './due-groups.ts'
import { allKeys, type Conditions } from './filter-keys.ts'
import { type Sight, type Test, testOf } from './filter-tests.ts'
import { parseSearch, type SearchTerm } from './parse-search.ts'
import { completedDay, createdDay, daysTaken } from './task-days.ts'

/**
 * The filter of a list, the same for the server, the browser, the command line and agents: conditions by keys, and a text of words and
 * further conditions. The server compiles it to SQL; `filterTasks` applies it to tasks in memory.
 */
export type Filter = Conditions & { q: string }

export const noFilter: Filter = {
  ...(Object.fromEntries(allKeys.map((key) => [key, []])) as unknown as Conditions),
  q: '',
}
export const isFiltered = (filter: Filter) => Object.values(filter).some((values) => values.length > 0)

const texts = new WeakMap<Task, string>()

/** The text that is searched, as on the server; computed once per task. */
export function textOf(task: Task): string {
  const known = texts.get(task)
  if (known !== undefined) return known
  const text = searchText(task)
  texts.set(task, text)
  return text
}

function termTest(term: SearchTerm, sight: Sight): Test {
  if ('filter' in term) return testOf(term.filter, term.values as never, sight)
  const { key, value } = term
  if (key === 'open') return (task) => task.status !== 'Completed'
  if (key === 'number') return (task) => task.number === value
  if (key === 'created') return (task) => isWithin(createdDay(task), value)
  if (key === 'completed') return (task) => isWithin(completedDay(task), value)
  if (key === 'took') return (task) => isWithin(daysTaken(task), value)
  if (key === 'word') return (task) => scoreOf(textOf(task), [value]) > 0
  return value === 'label' ? (task) => task.labels.length > 0 : (task) => task.description !== ''
}

/** The tests of everything but the words that rank the tasks. */
function testsOf(filter: Filter, sight: Sight): Test[] {
  const { terms } = parseSearch(filter.q)
  const tests = terms.map(({ isNegated, ...term }) => {
    const test = termTest(term, sight)
    return isNegated ? (task: Task) => !test(task) : test
  })
  for (const key of allKeys) if (filter[key].length) tests.push(testOf(key, filter[key], sight))
  return tests
}

/**
 * The tasks that match a filter, out of all tasks. A search for words sorts them by relevance and forgives a typo; a number finds its task first.
 * `inNotes` contains the ids of tasks whose notes have the words. They come last. `meant` puts typos right.
 */
export function filterTasks(
  tasks: Task[],
  filter: Filter,
  calendar: Calendar,
  inNotes?: Pick<ReadonlySet<string>, 'has'>,
  meant = meantWords,
): Task[] {
  const tests = testsOf(filter, { calendar, all: tasks })
  const found = tests.length ? tasks.filter((task) => tests.every((test) => test(task))) : tasks
  const { words } = parseSearch(filter.q)
  if (!words.length) return found
  const scored = scoredBy(words, found)
  if (inNotes) {
    const known = new Set(scored.map(({ task }) => task))
    for (const task of found) if (inNotes.has(task._id) && !known.has(task)) scored.push({ task, score: 0 })
  }
  return (scored.length ? scored : scoredBy(meant(words, found), found))
    .sort((a, b) => b.score - a.score || b.task.number - a.task.number)
    .map(({ task }) => task)
}

/** The words of a search with typos put right, if no task has all of them as they are. */
export function meantWords(words: string[], tasks: Task[]): string[] {
  if (!words.length || tasks.some((task) => scoreOf(textOf(task), words) > 0)) return words
  const typos = typosIn(words)
  for (const task of tasks) typos.read(textOf(task))
  return typos.corrected()
}

function scoredBy(words: string[], found: Task[]) {
  const number = words.length === 1 && /^\d{1,9}$/.test(words[0] ?? '') ? Number(words[0]) : undefined
  const scored: { task: Task; score: number }[] = []
  for (const task of found) {
    const points = task.number === number ? 100 : scoreOf(textOf(task), words)
    if (points) scored.push({ task, score: points })
  }
  return scored
}
