import type { Task } from '../schemas/tasks.ts'
import { priorities, statuses } from '../tasks.ts'
import { type Calendar, dueGroupOf, dueGroups, dueNames, endOfWeek } from './due-groups.ts'

export const groupings = ['none', 'due', 'status', 'priority', 'label'] as const
export type Grouping = (typeof groupings)[number]

export interface Group {
  id: string
  name: string
  tasks: Task[]
}

const noLabel = ''

/** Divides sorted tasks into groups and keeps their order. Empty groups are left out. A task with several labels is in the group of its first one. */
export function groupTasks(tasks: Task[], grouping: Grouping, { today, weekStart }: Calendar): Group[] {
  if (grouping === 'none') return [{ id: 'all', name: 'All tasks', tasks }]
  const weekEnd = endOfWeek(today, weekStart)
  const keyOf = {
    due: (task: Task) => dueGroupOf(task, today, weekEnd),
    status: (task: Task) => task.status,
    priority: (task: Task) => task.priority,
    label: (task: Task) => task.labels[0] ?? noLabel,
  }[grouping]
  const byKey = Map.groupBy(tasks, keyOf)
  return keysOf(grouping, byKey).flatMap(({ id, name }) => {
    const members = byKey.get(id)
    return members ? [{ id: id || 'no-label', name, tasks: members }] : []
  })
}

function keysOf(grouping: Exclude<Grouping, 'none'>, found: ReadonlyMap<string, unknown>) {
  if (grouping === 'due') return dueGroups.map((id) => ({ id, name: dueNames[id] }))
  if (grouping === 'label') {
    const labels = [...found.keys()].filter((label) => label !== noLabel).sort()
    return [...labels.map((id) => ({ id, name: `#${id}` })), { id: noLabel, name: 'No label' }]
  }
  return (grouping === 'status' ? statuses : priorities).map((id) => ({ id: id as string, name: id as string }))
}
