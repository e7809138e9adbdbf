import type { Task } from '../schemas/tasks.ts'
import { type AmountName, amountFields } from '../task-fields.ts'
import { priorities, type SortOrder } from '../tasks.ts'
import { compareDue } from './due.ts'
import type { SortKey } from './sort-keys.ts'

export interface Sort {
  by: SortKey
  order: SortOrder
}

/** Made when titles are sorted, because making it takes longer than most commands. */
let collator: Intl.Collator | undefined
function compareTitles(a: string, b: string): number {
  collator ??= new Intl.Collator()
  return collator.compare(a, b)
}
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The fields of a task that decide its place. */
export type Sortable = Pick<
  Task,
  'number' | 'dueDate' | 'priority' | 'createdAt' | 'updatedAt' | 'title' | 'position' | AmountName
>

interface Sorting<Key> {
  keyOf: (task: Sortable) => Key
  compare: (a: Key, b: Key, order: SortOrder) => number
}
const sorting = <Key>(keyOf: Sorting<Key>['keyOf'], compare: Sorting<Key>['compare']): Sorting<unknown> => ({
  keyOf,
  compare: compare as Sorting<unknown>['compare'],
})
const directed = (comparison: number, order: SortOrder) => (order === 'asc' ? comparison : -comparison)

const sortings: Record<SortKey, Sorting<unknown>> = {
  due: sorting((task) => task.dueDate, compareDue),
  priority: sorting(
    (task) => priorities.indexOf(task.priority),
    (a, b, order) => directed(b - a, order),
  ),
  created: sorting(
    (task) => task.createdAt,
    (a, b, order) => directed(byText(a, b), order),
  ),
  updated: sorting(
    (task) => task.updatedAt,
    (a, b, order) => directed(byText(a, b), order),
  ),
  title: sorting(
    (task) => task.title,
    (a, b, order) => directed(compareTitles(a, b), order),
  ),
  ...(Object.fromEntries(
    amountFields.map(({ field }) => [field, sorting((task) => task[field] ?? null, compareDue)]),
  ) as Record<AmountName, Sorting<unknown>>),
  // The first task has the highest position, in both directions.
  manual: sorting(
    (task) => task.position,
    (a, b) => b - a,
  ),
}

/** Compares two tasks as `sortTasks` orders them, for lists that are sorted in batches. */
export function comparison({ by, order }: Sort): (a: Sortable, b: Sortable) => number {
  const { keyOf, compare } = sortings[by]
  return (a, b) => compare(keyOf(a), keyOf(b), order) || b.number - a.number
}

/**
 * Sorts tasks. Equal ones are always newest first, and tasks without a due date or an amount come last in both directions. Only the distinct keys are
 * compared: ten thousand tasks have a few hundred due dates.
 */
export function sortTasks(tasks: Task[], { by, order }: Sort): Task[] {
  const { keyOf, compare } = sortings[by]
  const byKey = new Map<unknown, Task[]>()
  // Without Map.groupBy, which Node 20 does not have.
  for (const task of tasks.toSorted((a, b) => b.number - a.number)) {
    const key = keyOf(task)
    const equal = byKey.get(key)
    if (equal) equal.push(task)
    else byKey.set(key, [task])
  }
  return [...byKey].sort(([a], [b]) => compare(a, b, order)).flatMap(([, equal]) => equal)
}
