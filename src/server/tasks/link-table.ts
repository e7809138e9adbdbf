import { sql } from 'kysely'
import { linkedIds } from '../../contract/links.ts'
import type { LinkedTask } from '../../contract/schemas/tasks.ts'
import { type LinkKind, linkKinds, taskLimits } from '../../contract/tasks.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'

const columns = ['id', 'number', 'title', 'status', 'part_of', 'blocked_by', 'related'] as const
type LinkedRow = Pick<TaskRow, (typeof columns)[number]>

/** As in the condition of the index, so that it is used. */
const hasListedLinks = sql<boolean>`(blocked_by <> '[]' or related <> '[]')`

const targetsOf = ({ part_of, blocked_by, related }: LinkedRow, kind: LinkKind) =>
  linkedIds({ partOf: part_of, blockedBy: JSON.parse(blocked_by), related: JSON.parse(related) }, kind)

/** Rows that one statement reads. */
const rowsAtOnce = 500
/** Parts that are counted, if they are not listed. */
const maxCounted = 10_000
/** Parts that one statement counts. */
const countedAtOnce = 2_000

/** Finds the links of a task in both directions, without tasks in the trash. */
export function linkReads({ db, readAside, withIndex }: Database) {
  const ofOwner = (owner: string) => db.selectFrom('tasks').where('user_id', '=', owner)
  const presentOf = (owner: string) => ofOwner(owner).select(columns).where('trashed_at', 'is', null)

  /** The parts of a task by id, by the index for them, which SQLite without statistics would not use. */
  const partsBy = (owner: string, id: string, chosen: readonly string[]) => sql`
    select ${sql.join(chosen.map((column) => sql.ref(column)))} from tasks ${withIndex('tasks_by_parent_and_id')}
    where user_id = ${owner} and part_of is not null and part_of = ${id}`

  /** Counts some parts of a task after an id in the database, because thousands of rows would take time of the event loop. */
  function countedAfter(owner: string, id: string, after: string) {
    const counted = sql<{ read: number | string; present: number | string; last: string }>`
      select count(*) as read, count(*) filter (where trashed_at is null) as present, max(id) as last
      from (${partsBy(owner, id, ['id', 'trashed_at'])} and id > ${after} order by id limit ${sql.lit(countedAtOnce)}) as page`
    return readAside(owner, { compile: () => counted.compile(db) })
  }

  /** The first parts of a task by id, and the number of the others. */
  async function partsOf(owner: string, id: string): Promise<[LinkedRow[], number]> {
    const first = sql<LinkedRow>`${partsBy(owner, id, columns)} and trashed_at is null
      order by id limit ${sql.lit(taskLimits.listedLinks)}`
    const parts = await readAside(owner, { compile: () => first.compile(db) })
    if (parts.length < taskLimits.listedLinks) return [parts, 0]
    let more = 0
    let last = parts.at(-1)?.id
    while (last !== undefined && more < maxCounted) {
      const [page] = await countedAfter(owner, id, last)
      more += Number(page?.present)
      last = Number(page?.read) === countedAtOnce ? page?.last : undefined
    }
    return [parts, Math.min(more, maxCounted)]
  }

  /** The ids of the tasks whose lists of links name a task. All tasks with such lists are read, page by page. */
  async function listing(owner: string, id: string): Promise<string[]> {
    const namesIt = `%"${id}"%`
    const found: string[] = []
    const linked = pagesOf(rowsAtOnce, (last?: { id: string }) => {
      const page = sql<{ id: string; names_it: boolean }>`
        select id, (blocked_by like ${namesIt} or related like ${namesIt}) as names_it
        from tasks ${withIndex('tasks_with_links_by_id')}
        where user_id = ${owner} and ${hasListedLinks} and id > ${last?.id ?? ''}
        order by id limit ${sql.lit(rowsAtOnce)}`
      return readAside(owner, { compile: () => page.compile(db) })
    })
    for await (const rows of linked) for (const row of rows) if (row.names_it) found.push(row.id)
    return found
  }

  return async (owner: string, id: string): Promise<{ links: LinkedTask[]; more: number }> => {
    const present = presentOf(owner)
    const [own] = await readAside(owner, present.where('id', '=', id))
    if (!own) return { links: [], more: 0 }
    const outgoing = linkKinds.flatMap((kind) => targetsOf(own, kind).map((to) => ({ kind, to })))
    const targetIds = outgoing.map(({ to }) => to)
    const targets = new Map<string, LinkedRow>()
    if (targetIds.length)
      for (const row of await readAside(owner, present.where('id', 'in', targetIds))) targets.set(row.id, row)
    const [parts, moreParts] = await partsOf(owner, id)
    const listingIds = await listing(owner, id)
    const shown = listingIds.slice(0, taskLimits.listedLinks)
    const listed = shown.length ? await readAside(owner, present.where('id', 'in', shown)) : []
    const incoming = [...parts, ...listed].sort((a, b) => a.number - b.number)
    const isOutgoing = (kind: LinkKind, to: string) => outgoing.some((link) => link.kind === kind && link.to === to)
    const links = [
      ...outgoing.flatMap(({ kind, to }) => linkedTask(kind, 'out', targets.get(to))),
      ...linkKinds.flatMap((kind) =>
        [...new Map(incoming.map((row) => [row.id, row])).values()]
          .filter((row) => targetsOf(row, kind).includes(id) && !(kind === 'related' && isOutgoing(kind, row.id)))
          .flatMap((row) => linkedTask(kind, 'in', row)),
      ),
    ]
    return { links, more: moreParts + listingIds.length - shown.length }
  }
}

function linkedTask(kind: LinkKind, direction: LinkedTask['direction'], row: LinkedRow | undefined): LinkedTask[] {
  if (!row) return []
  const { id, number, title, status } = row
  // Related tasks are equals, wherever their link is stored.
  return [{ kind, direction: kind === 'related' ? 'out' : direction, task: { _id: id, number, title, status } }]
}
