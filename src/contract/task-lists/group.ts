import { isHeld } from '../claims.ts'
import type { Task } from '../schemas/tasks.ts'
import { isSnoozed } from '../start-date.ts'
import { priorities, statuses } from '../tasks.ts'
import { nameOfHolder } from '../words/claim-words.ts'
import { type Calendar, dueGroupOf, dueGroups, dueNames, endOfWeek } from './due-groups.ts'

export const groupings = ['none', 'due', 'status', 'priority', 'label', 'claimed'] as const
export type Grouping = (typeof groupings)[number]

export interface Group {
  id: string
  name: string
  tasks: Task[]
}

const noLabel = ''
const noHolder = ''
/** The group of the tasks in Later. */
export const laterGroup = 'put-off'

/**
 * Divides sorted tasks into groups and keeps their order. Empty groups are left out. A task with several labels is in the group of its first
 * one. Tasks in Later are the last group, whatever the others are.
 */
export function groupTasks(tasks: Task[], grouping: Grouping, { today, weekStart }: Calendar): Group[] {
  if (grouping === 'none') return [{ id: 'all', name: 'All tasks', tasks }]
  const weekEnd = endOfWeek(today, weekStart)
  const keyOf = {
    due: (task: Task) => dueGroupOf(task, today, weekEnd),
    status: (task: Task) => task.status,
    priority: (task: Task) => task.priority,
    label: (task: Task) => task.labels[0] ?? noLabel,
    claimed: holderOf(),
  }[grouping]
  const later = tasks.filter((task) => isSnoozed(task, today))
  const started = later.length ? tasks.filter((task) => !isSnoozed(task, today)) : tasks
  const byKey = Map.groupBy(started, keyOf)
  const groups = keysOf(grouping, byKey).flatMap(({ id, name }) => {
    const members = byKey.get(id)
    return members ? [{ id: id || `no-${grouping}`, name, tasks: members }] : []
  })
  return later.length ? [...groups, { id: laterGroup, name: 'Later', tasks: later }] : groups
}

/** The name of the holder of a task now; empty if nobody holds it. A token is one holder, whether an agent uses it or a script. */
function holderOf() {
  const now = new Date().toISOString()
  return ({ claim }: Task) => (claim && isHeld(claim, now) ? nameOfHolder(claim.by) : noHolder)
}

function keysOf(grouping: Exclude<Grouping, 'none'>, found: ReadonlyMap<string, unknown>) {
  if (grouping === 'due') return dueGroups.map((id) => ({ id, name: dueNames[id] }))
  if (grouping === 'label') {
    const labels = [...found.keys()].filter((label) => label !== noLabel).sort()
    return [...labels.map((id) => ({ id, name: `#${id}` })), { id: noLabel, name: 'No label' }]
  }
  if (grouping === 'claimed') {
    const holders = [...found.keys()].filter((holder) => holder !== noHolder).sort()
    return [...holders.map((id) => ({ id, name: id })), { id: noHolder, name: 'Not held' }]
  }
  return (grouping === 'status' ? statuses : priorities).map((id) => ({ id: id as string, name: id as string }))
}
