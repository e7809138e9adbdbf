import type { ReactNode } from 'react'
import type { Filter } from '../../contract/task-lists/filter.ts'
import { allKeys, type FilterKey, filterKeys, valueInWords } from '../../contract/task-lists/filter-keys.ts'
import type { Priority, Status } from '../../contract/tasks.ts'
import { priorityIcon, statusIcon } from '../tasks/marks.tsx'

export interface FilterOption {
  field: FilterKey
  value: string
  name: string
  icon?: ReactNode
}

const icons: Partial<Record<FilterKey, (value: string) => ReactNode>> = {
  status: (value) => statusIcon(value as Status),
  priority: (value) => priorityIcon(value as Priority),
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
