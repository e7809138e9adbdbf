import { sql } from 'kysely'
import { linkedIds } from '../../contract/links.ts'
import type { LinkedTask } from '../../contract/schemas/tasks.ts'
import { type LinkKind, linkKinds } from '../../contract/tasks.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'

const columns = ['id', 'number', 'title', 'status', 'part_of', 'blocked_by', 'related'] as const
type LinkedRow = Pick<TaskRow, (typeof columns)[number]>

const idsAtOnce = 500
/** As in the condition of the index, so that it is used. */
const hasListedLinks = sql<boolean>`(blocked_by <> '[]' or related <> '[]')`

const targetsOf = ({ part_of, blocked_by, related }: LinkedRow, kind: LinkKind) =>
  linkedIds({ partOf: part_of, blockedBy: JSON.parse(blocked_by), related: JSON.parse(related) }, kind)

/** Finds the links of a task in both directions, without tasks in the trash. */
export function linkReads({ db, readAside }: Database) {
  return async (owner: string, id: string): Promise<LinkedTask[]> => {
    const present = db.selectFrom('tasks').select(columns).where('user_id', '=', owner).where('trashed_at', 'is', null)
    const [own] = await readAside(owner, present.where('id', '=', id))
    if (!own) return []
    const outgoing = linkKinds.flatMap((kind) => targetsOf(own, kind).map((to) => ({ kind, to })))
    const targets = new Map<string, LinkedRow>()
    for (let first = 0; first < outgoing.length; first += idsAtOnce) {
      const ids = outgoing.slice(first, first + idsAtOnce).map(({ to }) => to)
      for (const row of await readAside(owner, present.where('id', 'in', ids))) targets.set(row.id, row)
    }
    const parts = await readAside(owner, present.where('part_of', '=', id))
    const namesIt = `%"${id}"%`
    const listing = present
      .where(hasListedLinks)
      .where((row) => row.or([row('blocked_by', 'like', namesIt), row('related', 'like', namesIt)]))
    const incoming = [...parts, ...(await readAside(owner, listing))].sort((a, b) => a.number - b.number)
    const isOutgoing = (kind: LinkKind, to: string) => outgoing.some((link) => link.kind === kind && link.to === to)
    return [
      ...outgoing.flatMap(({ kind, to }) => linkedTask(kind, 'out', targets.get(to))),
      ...linkKinds.flatMap((kind) =>
        [...new Map(incoming.map((row) => [row.id, row])).values()]
          .filter((row) => targetsOf(row, kind).includes(id) && !(kind === 'related' && isOutgoing(kind, row.id)))
          .flatMap((row) => linkedTask(kind, 'in', row)),
      ),
    ]
  }
}

function linkedTask(kind: LinkKind, direction: LinkedTask['direction'], row: LinkedRow | undefined): LinkedTask[] {
  if (!row) return []
  const { id, number, title, status } = row
  // Related tasks are equals, wherever their link is stored.
  return [{ kind, direction: kind === 'related' ? 'out' : direction, task: { _id: id, number, title, status } }]
}
