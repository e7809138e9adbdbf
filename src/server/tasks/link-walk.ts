import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { taskLimits } from '../../contract/tasks.ts'
import type { Schema } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { idLength, placeOf } from './link-conditions.ts'

/** Links that a change follows from its new blockers on. It holds the lock of the deck meanwhile. */
export const maxFollowed = 2_000
/** The engines limit the number of values in a statement. */
export const idsAtOnce = 500
/** Tasks that one statement reads, between which other requests run. */
const tasksAtOnce = 500

/** The message is for the user. */
export class TooManyLinks extends Error {}

/**
 * The blockers of these tasks, of their blockers and so on, by task. `written` are the stored blockers of tasks that are known already. Fails
 * with `TooManyLinks` if there are too many.
 */
export async function blockersAbove(
  draft: Draft,
  ids: ReadonlySet<string>,
  written: ReadonlyMap<string, string>,
): Promise<Map<string, string[]>> {
  const graph = new Map<string, string[]>()
  let unread = new Set<string>()

  /** Adds a task with its blockers, and those of them that were written in the same change. */
  function add(id: string, blockedBy: string) {
    const found: [string, string][] = [[id, blockedBy]]
    for (let one = found.pop(); one; one = found.pop()) {
      const blockers: string[] = JSON.parse(one[1])
      graph.set(one[0], blockers)
      unread.delete(one[0])
      for (const blocker of blockers) reach(blocker, found)
    }
  }
  function reach(id: string, found: [string, string][]) {
    if (graph.has(id)) return
    const known = written.get(id)
    if (known === undefined) unread.add(id)
    else found.push([id, known])
  }
  for (const id of ids) {
    const known = written.get(id)
    if (known === undefined) unread.add(id)
    else if (!graph.has(id)) add(id, known)
  }
  for (let followed = 0; unread.size; await nextTurn()) {
    const some = [...unread].slice(0, idsAtOnce)
    const rows = await readAbove(draft.tx, draft.owner, some)
    followed += rows.length
    if (followed > maxFollowed) throw new TooManyLinks(tooMany)
    for (const { id, blocked_by } of rows) if (!graph.has(id)) add(id, blocked_by)
    // Those that were not found have been deleted for good.
    unread = unread.difference(new Set(some))
  }
  return graph
}

const tooMany = `A task cannot be blocked by one that waits for so many others: a change follows at most ${maxFollowed} blockers, directly or through others. Remove links between these tasks first.`

const places = sql.join(Array.from({ length: taskLimits.links }, (_, index) => sql`(${sql.lit(placeOf(index))})`))

/**
 * Reads tasks with these ids, and then the blockers of those, as many as one statement may read: a chain takes one statement for hundreds of
 * tasks instead of one for each. The blockers are found by their places in the list, in the same way on both engines.
 */
async function readAbove(tx: Kysely<Schema>, owner: string, ids: string[]) {
  const { rows } = await sql<{ id: string; blocked_by: string }>`
    with recursive places (place) as (values ${places}),
    above (id, blocked_by) as (
      select id, blocked_by from tasks where user_id = ${owner} and id in (${sql.join(ids)})
      union
      select tasks.id, tasks.blocked_by from above
        join places on places.place < length(above.blocked_by)
        join tasks on tasks.user_id = ${owner} and tasks.id = substr(above.blocked_by, places.place, ${sql.lit(idLength)})
    )
    select id, blocked_by from above limit ${sql.lit(tasksAtOnce)}`.execute(tx)
  return rows
}
