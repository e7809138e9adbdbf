import type { TaskLink } from './schemas/tasks.ts'
import type { TaskValues } from './task-fields.ts'
import type { LinkKind } from './tasks.ts'

/** The fields that hold the links that begin at a task. */
export const linkFields = {
  'part of': 'partOf',
  'blocked by': 'blockedBy',
  related: 'related',
} as const satisfies Record<LinkKind, keyof TaskValues>

export type LinkValues = Pick<TaskValues, (typeof linkFields)[LinkKind]>

/** The ids of the tasks that a task is linked to. */
export function linkedIds(task: LinkValues, kind: LinkKind): readonly string[] {
  const value = task[linkFields[kind]] ?? []
  return typeof value === 'string' ? [value] : value
}

/**
 * The values of a task after adding and removing links that name their tasks by id; only those that these links can change. A task is part of
 * one task, so a new parent replaces the former one.
 */
export function linkedValues(before: LinkValues, added: readonly TaskLink[], removed: readonly TaskLink[]): LinkValues {
  const values: LinkValues = {}
  for (const { kind, to } of removed) {
    const rest = linkedIds({ ...before, ...values }, kind).filter((id) => id !== to)
    if (kind === 'part of') values.partOf = rest[0] ?? null
    else values[linkFields[kind]] = rest
  }
  for (const { kind, to } of added) {
    if (kind === 'part of') values.partOf = to
    else values[linkFields[kind]] = [...new Set([...linkedIds({ ...before, ...values }, kind), to])]
  }
  return values
}

/** Finds a cycle in a graph: the nodes on it in their order, beginning and ending with the same one. */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  for (const start of graph.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    const branches = [[start]]
    while (branches.length) {
      const next = branches.at(-1)?.pop()
      if (next === undefined) {
        branches.pop()
        const left = path.pop()
        if (left === undefined) break
        onPath.delete(left)
        done.add(left)
      } else if (onPath.has(next)) {
        return [...path.slice(path.indexOf(next)), next]
      } else if (!done.has(next)) {
        path.push(next)
        onPath.add(next)
        branches.push([...(graph.get(next) ?? [])])
      }
    }
  }
  return undefined
}
