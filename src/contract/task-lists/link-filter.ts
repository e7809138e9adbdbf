import type { Task } from '../schemas/tasks.ts'
import { isBlocked, isOpen, type LinkIndex, waitingFor } from './link-index.ts'

export const linkFilters = ['blocked', 'ready', 'blocking', 'parent', 'part', 'related'] as const
export type LinkFilter = (typeof linkFilters)[number]
/** `unblocked` is everything that is not blocked, whereas `ready` is open as well. */
export type LinkValue = LinkFilter | 'unblocked'
export const linkFilterNames: Record<LinkValue, string> = {
  blocked: 'Blocked',
  ready: 'Not blocked',
  blocking: 'Blocks others',
  parent: 'Has parts',
  part: 'Is a part',
  related: 'Related to others',
  unblocked: 'Not blocked, or completed',
}

const tests: Record<LinkValue, (index: LinkIndex, task: Task) => boolean> = {
  blocked: isBlocked,
  ready: (index, task) => isOpen(task) && !isBlocked(index, task),
  blocking: (index, task) => waitingFor(index, task).length > 0,
  parent: (index, { _id }) => Boolean(index.get(_id)?.parts.length),
  part: (index, { _id }) => index.get(_id)?.parent !== undefined,
  related: (index, { _id }) => Boolean(index.get(_id)?.related.length),
  unblocked: (index, task) => !isBlocked(index, task),
}

/** Whether a task has links of one of these kinds. */
export const linkTest = (wanted: readonly LinkValue[], index: LinkIndex) => (task: Task) =>
  wanted.some((filter) => tests[filter](index, task))

/** The links of a task that a filter can name: `part:#12`, `after:#12` and `related:#12`. */
export const linkTerms = [
  { term: 'part', heading: 'Part of' },
  { term: 'after', heading: 'After' },
  { term: 'related', heading: 'Related to' },
] as const
export type LinkTerm = (typeof linkTerms)[number]['term']

/** Whether a task is a part of one of these tasks, named by number or id, waits for it, or is related to it. */
export const linkedTo =
  (term: LinkTerm, names: readonly string[], index: LinkIndex) =>
  ({ _id }: Task): boolean => {
    const { parent, blockers = [], related = [] } = index.get(_id) ?? {}
    const others = { part: parent ? [parent] : [], after: blockers, related }[term]
    return others.some((other) => names.includes(String(other.number)) || names.includes(other._id))
  }
