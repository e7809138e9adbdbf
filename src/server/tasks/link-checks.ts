import { AppError } from '../../contract/errors.ts'
import { findCycle } from '../../contract/links.ts'
import { maxPartLevels } from '../../contract/tasks.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'

/** The tasks of a change whose links could form a cycle. */
interface Linked {
  parts: Set<string>
  blocked: Set<string>
}

/**
 * Checks the links that a change has added: once, at its end, when everything is written. Other changes of the owner wait meanwhile, so the
 * links have no cycle whatever is changed at the same time. Tasks in the trash count too, so that restoring one never makes a cycle.
 */
export function linkChecks() {
  const linkedBy = new WeakMap<Draft, Linked>()

  function begin(draft: Draft): Linked {
    const linked: Linked = { parts: new Set(), blocked: new Set() }
    linkedBy.set(draft, linked)
    draft.beforeEnd(async (isUndo) => {
      const problem = (await cycleOfBlockers(draft, linked.blocked)) ?? (await problemOfParts(draft, linked.parts))
      if (problem)
        throw new AppError('conflict', `${problem} ${isUndo ? 'Nothing was undone.' : 'Nothing was changed.'}`)
    })
    return linked
  }

  /** Registers a task that was written. The change fails with `conflict` at its end if its links break a rule. */
  return (draft: Draft, row: TaskRow, before?: TaskRow): void => {
    const isPart = row.part_of !== null && row.part_of !== before?.part_of
    const isBlocked = row.blocked_by !== '[]' && row.blocked_by !== before?.blocked_by
    if (!isPart && !isBlocked) return
    const linked = linkedBy.get(draft) ?? begin(draft)
    if (isPart) linked.parts.add(row.id)
    if (isBlocked) linked.blocked.add(row.id)
  }
}

const idsAtOnce = 500

/** Reads the links of tasks, in or outside the trash: of those with these ids, or of their parts. */
async function read({ tx, owner }: Draft, key: 'id' | 'part_of', values: Iterable<string>) {
  const own = tx.selectFrom('tasks').select(['id', 'number', 'part_of', 'blocked_by', 'trashed_at'])
  const all = [...values]
  const pages = []
  for (let first = 0; first < all.length; first += idsAtOnce) {
    const some = all.slice(first, first + idsAtOnce)
    pages.push(await own.where('user_id', '=', owner).where(key, 'in', some).execute())
  }
  return pages.flat()
}

/** Follows the blockers of these tasks, as far as there are any, and describes a cycle. */
async function cycleOfBlockers(draft: Draft, ids: ReadonlySet<string>): Promise<string | undefined> {
  const graph = new Map<string, string[]>()
  let next = new Set(ids)
  while (next.size) {
    const rows = await read(draft, 'id', next)
    for (const { id, blocked_by } of rows) graph.set(id, JSON.parse(blocked_by))
    const blockers = new Set(rows.flatMap(({ id }) => graph.get(id) ?? []))
    next = blockers.difference(graph)
  }
  const cycle = findCycle(graph)
  if (!cycle) return undefined
  const names = await namesOf(draft, cycle)
  const [first = '', ...others] = cycle.map((id) => names.get(id) ?? id)
  return `${first} would wait for itself: it is blocked by ${others.join(', which is blocked by ')}.`
}

/** Describes a task that would be part of itself, or on too deep a level. */
async function problemOfParts(draft: Draft, ids: ReadonlySet<string>): Promise<string | undefined> {
  const parents = new Map<string, string | null>()
  let next = new Set(ids)
  // A longer way up is a cycle, or too long already.
  for (let level = 0; level <= maxPartLevels && next.size; level++) {
    const rows = await read(draft, 'id', next)
    for (const { id, part_of } of rows) parents.set(id, part_of)
    next = new Set(rows.flatMap(({ part_of }) => part_of ?? []))
  }
  /** Undefined also for a parent that was deleted for good. */
  const parentOf = (id: string) => {
    const above = parents.get(id)
    return above && parents.has(above) ? above : undefined
  }
  const levels = new Map<string, number>()
  for (const id of ids) {
    let level = 1
    for (let above = parentOf(id); above !== undefined; above = parentOf(above)) {
      if (above === id) {
        const names = await namesOf(draft, [id])
        return `${names.get(id)} would be a part of itself.`
      }
      // A cycle that the task is not on: it belongs to another one of these tasks.
      if (++level > maxPartLevels) break
    }
    levels.set(id, level)
  }
  for (let below = levels; below.size; ) {
    const tooDeep = [...below].find(([, level]) => level > maxPartLevels)?.[0]
    if (tooDeep !== undefined) {
      const names = await namesOf(draft, [tooDeep])
      return `${names.get(tooDeep)} would be more than ${maxPartLevels} levels deep.`
    }
    const children = await read(draft, 'part_of', below.keys())
    below = new Map(children.map(({ id, part_of }) => [id, (below.get(part_of ?? '') ?? 0) + 1]))
  }
  return undefined
}

/** The names of tasks for users, which say if a task is not on any list. */
async function namesOf(draft: Draft, ids: string[]): Promise<Map<string, string>> {
  const rows = await read(draft, 'id', new Set(ids))
  return new Map(rows.map(({ id, number, trashed_at }) => [id, `#${number}${trashed_at ? ' (in the trash)' : ''}`]))
}
