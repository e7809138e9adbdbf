import type { ReactNode } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dueFilterNames, dueFilters } from '../../contract/task-lists/due-groups.ts'
import { type Filter, fileFilterNames, fileFilters, noFilter } from '../../contract/task-lists/filter.ts'
import { linkFilterNames, linkFilters } from '../../contract/task-lists/link-filter.ts'
import { kindFilterNames, kindFilters } from '../../contract/task-lists/parse-search.ts'
import { priorities, statuses } from '../../contract/tasks.ts'
import { priorityIcon, statusIcon } from '../tasks/marks.tsx'

/** The fields with a fixed list of values, and labels. */
export type FilterField = Exclude<keyof Filter, 'q'>

export interface FilterOption {
  field: FilterField
  value: string
  name: string
  icon?: ReactNode
}

export const fieldNames: Record<FilterField, string> = {
  status: 'Status',
  priority: 'Priority',
  due: 'Due',
  label: 'Label',
  files: 'Files',
  links: 'Links',
  kind: 'Kind',
}
export const filterFields = Object.keys(fieldNames) as FilterField[]

/** The labels in use, sorted, with those of the filter. */
export function labelsOf(tasks: Task[], filter: Filter = noFilter): string[] {
  return [...new Set([...tasks.flatMap((task) => task.labels), ...filter.label])].sort()
}

/** Every value that tasks can be filtered by. */
export function filterOptions(labels: string[]): FilterOption[] {
  return [
    ...statuses.map((value) => ({ field: 'status' as const, value, name: value, icon: statusIcon(value) })),
    ...priorities.map((value) => ({ field: 'priority' as const, value, name: value, icon: priorityIcon(value) })),
    ...dueFilters.map((value) => ({ field: 'due' as const, value, name: dueFilterNames[value] })),
    ...labels.map((value) => ({ field: 'label' as const, value, name: `#${value}` })),
    ...fileFilters.map((value) => ({ field: 'files' as const, value, name: fileFilterNames[value] })),
    ...linkFilters.map((value) => ({ field: 'links' as const, value, name: linkFilterNames[value] })),
    ...kindFilters.map((value) => ({ field: 'kind' as const, value, name: kindFilterNames[value] })),
  ]
}

export const hasValue = (filter: Filter, { field, value }: Pick<FilterOption, 'field' | 'value'>) =>
  (filter[field] as readonly string[]).includes(value)

/** Adds a value to the filter, or removes it. */
export function toggleValue(filter: Filter, { field, value }: Pick<FilterOption, 'field' | 'value'>): Partial<Filter> {
  const values = filter[field] as readonly string[]
  return { [field]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value] }
}

/** The parts of the filter that have a chip: all but the search, and a single status, which has its own tabs. */
export function activeFields(filter: Filter): FilterField[] {
  return filterFields.filter((field) => filter[field].length > (field === 'status' ? 1 : 0))
}

/** The chosen values of a field in words: `High, Low`. */
export function valuesInWords(filter: Filter, field: FilterField): string {
  const options = filterOptions([...filter.label])
  return options
    .filter((option) => option.field === field && hasValue(filter, option))
    .map(({ name }) => name)
    .join(', ')
}
