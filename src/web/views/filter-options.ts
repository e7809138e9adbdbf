import type { Task } from '../../contract/schemas/tasks.ts'
import { type Filter, noFilter } from '../../contract/task-lists/filter.ts'
import { allKeys, type FilterKey, filterKeys, valueInWords } from '../../contract/task-lists/filter-keys.ts'

export const headingOf = (key: FilterKey) => filterKeys[key].heading

/** The labels in use, sorted, with those of the filter. */
export function labelsOf(tasks: Task[], filter: Filter = noFilter): string[] {
  return [...new Set([...tasks.flatMap((task) => task.labels), ...filter.label])].sort()
}

/** The parts of the filter that have a chip: all but the search, and a single status, which has its own tabs. */
export function activeFields(filter: Filter): FilterKey[] {
  return allKeys.filter((key) => filter[key].length > (key === 'status' ? 1 : 0))
}

/** The chosen values of a key in words: `High, Low`. */
export const valuesInWords = (filter: Filter, key: FilterKey) =>
  filter[key].map((value) => valueInWords(key, value)).join(', ')
