import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { findCycle } from '../../contract/links.ts'
import { maxPartLevels } from '../../contract/tasks.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { inBatches } from '../work/slices.ts'
import { blockersAbove, idsAtOnce, TooManyLinks } from './link-walk.ts'

/** The links that a change has added. */
interface Linked {
  /** Tasks with a new parent. */
  parts: Set<string>
  /** New blockers of tasks. A new cycle contains one of them. */
  blockers: Set<string>
  /** The blockers of the tasks that were written, as they are stored. */
  written: Map<string, string>
}

/**
 * Checks the links that a change has added: once, at its end, when everything is written. Other changes of the owner wait meanwhile, so the
 * links have no cycle whatever is changed at the same time. Tasks in the trash count too, so that restoring one never makes a cycle. A
 * change follows a limited number of links, and fails if there are more.
 */
export function linkChecks() {
  const linkedBy = new WeakMap<Draft, Linked>()

  function begin(draft: Draft): Linked {
    const linked: Linked = { parts: new Set(), blockers: new Set(), written: new Map() }
    linkedBy.set(draft, linked)
    draft.beforeEnd(async (isUndo) => {
      const problem = await problemOf(draft, linked)
      if (problem)
        throw new AppError('conflict', `${problem} ${isUndo ? 'Nothing was undone.' : 'Nothing was changed.'}`)
    })
    return linked
  }

  /** Registers a task that was written. The change fails with `conflict` at its end if its links break a rule. */
  return (draft: Draft, row: TaskRow, before?: TaskRow): void => {
    const isPart = row.part_of !== null && row.part_of !== before?.part_of
    const added = addedBlockers(row, before)
    const known = linkedBy.get(draft)
    if (!isPart && !added.length && !known) return
    const { parts, blockers, written } = known ?? begin(draft)
    if (isPart) parts.add(row.id)
    for (const id of added) blockers.add(id)
    written.set(row.id, row.blocked_by)
  }
}

function addedBlockers(row: TaskRow, before: TaskRow | undefined): string[] {
  if (row.blocked_by === '[]' || row.blocked_by === before?.blocked_by) return []
  const former = new Set<string>(before ? JSON.parse(before.blocked_by) : [])
  return (JSON.parse(row.blocked_by) as string[]).filter((id) => !former.has(id))
}

async function problemOf(draft: Draft, { parts, blockers, written }: Linked): Promise<string | undefined> {
  try {
    const cycle = findCycle(await blockersAbove(draft, blockers, written))
    return cycle ? await wordsOfCycle(draft, cycle) : await problemOfParts(draft, parts)
  } catch (error) {
    if (error instanceof TooManyLinks) return error.message
    throw error
  }
}

/** A longer cycle is not listed. */
const maxNamed = 6

async function wordsOfCycle(draft: Draft, cycle: string[]): Promise<string> {
  const listed = cycle.length > maxNamed ? [...cycle.slice(0, maxNamed - 2), ...cycle.slice(-2)] : cycle
  const names = await namesOf(draft, listed)
  const [first = '', ...others] = listed.map((id) => names.get(id) ?? id)
  const leftOut = cycle.length - listed.length
  if (leftOut) others.splice(-2, 0, `${leftOut} more ${leftOut === 1 ? 'task' : 'tasks'} in a row`)
  return `${first} would wait for itself: it is blocked by ${others.join(', which is blocked by ')}.`
}

/** Tasks that one statement reads. */
const partsAtOnce = 1_000

const parentsIn = ({ tx, owner }: Draft) =>
  tx.selectFrom('tasks').select(['id', 'part_of']).where('user_id', '=', owner)

/** Reads the parents of tasks, in or outside the trash. Other requests run in between. */
async function parentsOf(draft: Draft, ids: Iterable<string>) {
  const rows: Pick<TaskRow, 'id' | 'part_of'>[] = []
  for await (const some of inBatches([...ids], idsAtOnce))
    rows.push(...(await parentsIn(draft).where('id', 'in', some).execute()))
  return rows
}

/**
 * Reads the parts of tasks, in or outside the trash. Returns undefined if there are more than `max`, which are counted before they are read:
 * counting needs only an index.
 */
async function partsOf(draft: Draft, ids: Iterable<string>, max: number) {
  const rows: Pick<TaskRow, 'id' | 'part_of'>[] = []
  for await (const some of inBatches([...ids], idsAtOnce)) {
    const parts = parentsIn(draft).where('part_of', 'in', some)
    const left = max - rows.length
    const counted = draft.tx
      .selectFrom(
        parts
          .clearSelect()
          .select('part_of')
          .limit(left + 1)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
    const { count } = await counted.executeTakeFirstOrThrow()
    if (Number(count) > left) return undefined
    const pages = pagesOf(partsAtOnce, async (last?: Pick<TaskRow, 'id' | 'part_of'>) => {
      if (last) await nextTurn()
      const page = parts.orderBy('part_of').orderBy('id').limit(partsAtOnce)
      return (last ? page.where(sql<boolean>`(part_of, id) > (${last.part_of}, ${last.id})`) : page).execute()
    })
    for await (const page of pages) rows.push(...page)
  }
  return rows
}

/** The number of parts of parts that a change may move. */
export const maxMovedParts = 10_000

/** Describes a task that would be part of itself, or on too deep a level. */
async function problemOfParts(draft: Draft, ids: ReadonlySet<string>): Promise<string | undefined> {
  const parents = new Map<string, string | null>()
  let next = new Set(ids)
  // A longer way up is a cycle, or too long already.
  for (let level = 0; level <= maxPartLevels && next.size; level++) {
    const rows = await parentsOf(draft, next)
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
  let left = maxMovedParts
  for (let below = levels; below.size; ) {
    const tooDeep = [...below].find(([, level]) => level > maxPartLevels)?.[0]
    if (tooDeep !== undefined) {
      const names = await namesOf(draft, [tooDeep])
      return `${names.get(tooDeep)} would be more than ${maxPartLevels} levels deep.`
    }
    const children = await partsOf(draft, below.keys(), left)
    if (!children) return `A task with more than ${maxMovedParts} parts cannot become a part of another one.`
    left -= children.length
    below = new Map(children.map(({ id, part_of }) => [id, (below.get(part_of ?? '') ?? 0) + 1]))
  }
  return undefined
}

/** The names of tasks for users, which say if a task is not on any list. */
async function namesOf({ tx, owner }: Draft, ids: string[]): Promise<Map<string, string>> {
  const own = tx.selectFrom('tasks').select(['id', 'number', 'trashed_at']).where('user_id', '=', owner)
  const rows = await own.where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number, trashed_at }) => [id, `#${number}${trashed_at ? ' (in the trash)' : ''}`]))
}
