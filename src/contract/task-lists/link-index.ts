import type { Task } from '../schemas/tasks.ts'

/** The links of a task in both directions, without tasks in the trash. */
export interface Links {
  parent: Task | undefined
  /** By number, as all lists of links. */
  parts: Task[]
  blockers: Task[]
  /** The tasks that it blocks. */
  blocked: Task[]
  related: Task[]
}
export type LinkIndex = ReadonlyMap<string, Links>

export const noLinks: Links = { parent: undefined, parts: [], blockers: [], blocked: [], related: [] }

const indexes = new WeakMap<readonly Task[], LinkIndex>()

/** The links of all tasks that have some. Computed once for a list of tasks, which must be complete. */
export function linksIn(tasks: readonly Task[]): LinkIndex {
  const known = indexes.get(tasks)
  if (known) return known
  const index = indexOf(tasks)
  indexes.set(tasks, index)
  return index
}

const hasLinks = ({ partOf, blockedBy, related }: Task) => Boolean(partOf || blockedBy?.length || related?.length)

function indexOf(tasks: readonly Task[]): LinkIndex {
  const index = new Map<string, Links>()
  const linked = tasks.filter(hasLinks)
  if (!linked.length) return index
  const byId = new Map(tasks.map((task) => [task._id, task]))
  const at = (id: string): Links => {
    const links = index.get(id) ?? { ...noLinks, parts: [], blockers: [], blocked: [], related: [] }
    index.set(id, links)
    return links
  }
  for (const task of linked.sort((a, b) => a.number - b.number)) {
    const parent = task.partOf ? byId.get(task.partOf) : undefined
    if (parent) {
      at(task._id).parent = parent
      at(parent._id).parts.push(task)
    }
    for (const blocker of task.blockedBy?.flatMap((id) => byId.get(id) ?? []) ?? []) {
      at(task._id).blockers.push(blocker)
      at(blocker._id).blocked.push(task)
    }
    for (const other of task.related?.flatMap((id) => byId.get(id) ?? []) ?? []) {
      // A link between equals may be stored at both of them, after an undo.
      if (at(task._id).related.includes(other)) continue
      at(task._id).related.push(other)
      at(other._id).related.push(task)
    }
  }
  return index
}

export const isOpen = ({ status }: Pick<Task, 'status'>) => status !== 'Completed'
export const openBlockers = (index: LinkIndex, { _id }: Task): Task[] => index.get(_id)?.blockers.filter(isOpen) ?? []
export const isBlocked = (index: LinkIndex, task: Task) => isOpen(task) && openBlockers(index, task).length > 0
/** The open tasks that wait for a task. */
export const waitingFor = (index: LinkIndex, task: Task): Task[] =>
  isOpen(task) ? (index.get(task._id)?.blocked.filter(isOpen) ?? []) : []
/** The open tasks that wait for this task and for no other one. */
export const unblockedBy = (index: LinkIndex, task: Task): Task[] =>
  waitingFor(index, task).filter((other) => openBlockers(index, other).length === 1)

/** The open parts of tasks and their open parts in turn, without these tasks themselves. */
export function openParts(index: LinkIndex, tasks: readonly Task[]): Task[] {
  const found = new Map<string, Task>(tasks.map((task) => [task._id, task]))
  const visit = (task: Task) => {
    for (const part of index.get(task._id)?.parts ?? []) {
      if (found.has(part._id)) continue
      found.set(part._id, part)
      visit(part)
    }
  }
  for (const task of tasks) visit(task)
  return [...found.values()].filter((task) => isOpen(task) && !tasks.some(({ _id }) => _id === task._id))
}

/** A kind of link as a task shows it: `blocks` and `has part` are links that begin at the other task. */
export const linkRoles = ['blocked by', 'blocks', 'part of', 'has part', 'related'] as const
export type LinkRole = (typeof linkRoles)[number]
