import type { ReactNode } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type Filter, noFilter } from '../../contract/task-lists/filter.ts'
import { allKeys, type FilterKey, filterKeys, valueInWords } from '../../contract/task-lists/filter-keys.ts'
import type { Priority, Status } from '../../contract/tasks.ts'
import { priorityIcon, statusIcon } from '../tasks/marks.tsx'

export interface FilterOption {
  field: FilterKey
  value: string
  name: string
  icon?: ReactNode
}

export const headingOf = (key: FilterKey) => filterKeys[key].heading

const icons: Partial<Record<FilterKey, (value: string) => ReactNode>> = {
  status: (value) => statusIcon(value as Status),
  priority: (value) => priorityIcon(value as Priority),
}

/** The labels in use, sorted, with those of the filter. */
export function labelsOf(tasks: Task[], filter: Filter = noFilter): string[] {
  return [...new Set([...tasks.flatMap((task) => task.labels), ...filter.label])].sort()
}

/** Every value that tasks can be filtered by. */
export function filterOptions(labels: string[]): FilterOption[] {
  return allKeys.flatMap((field) => {
    const values = field === 'label' ? labels : Object.keys(filterKeys[field].options)
    return values.map((value) => ({ field, value, name: valueInWords(field, value), icon: icons[field]?.(value) }))
  })
}

export const hasValue = (filter: Filter, { field, value }: Pick<FilterOption, 'field' | 'value'>) =>
  (filter[field] as readonly string[]).includes(value)

/** Adds a value to the filter, or removes it. */
export function toggleValue(filter: Filter, { field, value }: Pick<FilterOption, 'field' | 'value'>): Partial<Filter> {
  const values = filter[field] as readonly string[]
  return { [field]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value] }
}

/** The parts of the filter that have a chip: all but the search, and a single status, which has its own tabs. */
export function activeFields(filter: Filter): FilterKey[] {
  return allKeys.filter((key) => filter[key].length > (key === 'status' ? 1 : 0))
}

/** The chosen values of a key in words: `High, Low`. */
export const valuesInWords = (filter: Filter, key: FilterKey) =>
  filter[key].map((value) => valueInWords(key, value)).join(', ')
