import type { Task } from '../schemas/tasks.ts'
import { isBlocked, isOpen, type LinkIndex, waitingFor } from './link-index.ts'

export const linkFilters = ['blocked', 'ready', 'blocking', 'parent', 'part'] as const
export type LinkFilter = (typeof linkFilters)[number]
export const linkFilterNames: Record<LinkFilter, string> = {
  blocked: 'Blocked',
  ready: 'Not blocked',
  blocking: 'Blocks others',
  parent: 'Has parts',
  part: 'Is a part',
}

const tests: Record<LinkFilter, (index: LinkIndex, task: Task) => boolean> = {
  blocked: isBlocked,
  ready: (index, task) => isOpen(task) && !isBlocked(index, task),
  blocking: (index, task) => waitingFor(index, task).length > 0,
  parent: (index, { _id }) => Boolean(index.get(_id)?.parts.length),
  part: (index, { _id }) => index.get(_id)?.parent !== undefined,
}

/** Whether a task has links of one of these kinds. */
export const linkTest = (wanted: readonly LinkFilter[], index: LinkIndex) => (task: Task) =>
  wanted.some((filter) => tests[filter](index, task))
