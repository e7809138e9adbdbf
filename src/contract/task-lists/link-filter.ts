import type { Task } from '../schemas/tasks.ts'
import { isBlocked, isOpen, type LinkIndex, waitingFor } from './link-index.ts'

export const linkFilters = ['blocked', 'ready', 'blocking', 'parent', 'part', 'related'] as const
export type LinkFilter = (typeof linkFilters)[number]
export const linkFilterNames: Record<LinkFilter, string> = {
  blocked: 'Blocked',
  ready: 'Not blocked',
  blocking: 'Blocks others',
  parent: 'Has parts',
  part: 'Is a part',
  related: 'Related to others',
}

const tests: Record<LinkFilter, (index: LinkIndex, task: Task) => boolean> = {
  blocked: isBlocked,
  ready: (index, task) => isOpen(task) && !isBlocked(index, task),
  blocking: (index, task) => waitingFor(index, task).length > 0,
  parent: (index, { _id }) => Boolean(index.get(_id)?.parts.length),
  part: (index, { _id }) => index.get(_id)?.parent !== undefined,
  related: (index, { _id }) => Boolean(index.get(_id)?.related.length),
}

/** Whether a task has links of one of these kinds. */
export const linkTest = (wanted: readonly LinkFilter[], index: LinkIndex) => (task: Task) =>
  wanted.some((filter) => tests[filter](index, task))

/** The links of a task that a search can name: `part:#12`, `after:#12` and `related:#12`. */
export const linkTerms = ['part', 'after', 'related'] as const
export type LinkTerm = (typeof linkTerms)[number]

/** Whether a task is a part of the task with this number, waits for it, or is related to it. */
export const linkedTo =
  (term: LinkTerm, number: number, index: LinkIndex) =>
  ({ _id }: Task): boolean => {
    const { parent, blockers = [], related = [] } = index.get(_id) ?? {}
    const others = { part: parent ? [parent] : [], after: blockers, related }[term]
    return others.some((other) => other.number === number)
  }
