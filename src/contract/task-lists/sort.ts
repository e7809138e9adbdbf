import type { Task } from '../schemas/tasks.ts'
import { priorities, type SortOrder } from '../tasks.ts'
import { compareDue } from './due.ts'

export const sortKeys = ['due', 'priority', 'created', 'updated', 'title', 'manual'] as const
export type SortKey = (typeof sortKeys)[number]

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
const urgencyOf = (task: Task) => -priorities.indexOf(task.priority)

const ascending: Record<Exclude<SortKey, 'due'>, (a: Task, b: Task) => number> = {
  priority: (a, b) => urgencyOf(a) - urgencyOf(b),
  created: (a, b) => byText(a.createdAt, b.createdAt),
  updated: (a, b) => byText(a.updatedAt, b.updatedAt),
  title: (a, b) => compareTitles(a.title, b.title),
  // The first task has the highest position.
  manual: (a, b) => b.position - a.position,
}

/** Sorts tasks. Equal ones are always newest first, and tasks without a due date come last in both directions. */
export function sortTasks(tasks: Task[], { by, order }: Sort): Task[] {
  if (by === 'due') return tasks.toSorted((a, b) => compareDue(a, b, order) || b.number - a.number)
  const sign = order === 'asc' || by === 'manual' ? 1 : -1
  const compare = ascending[by]
  return tasks.toSorted((a, b) => sign * compare(a, b) || b.number - a.number)
}
