import { tokenOfVia } from '../../contract/via.ts'
import type { Database } from '../database/database.ts'
import type { EventRow } from '../database/schema.ts'
import { type ListedChange, listedChanges } from './listed-changes.ts'
import { eventsOfTokens } from './token-events.ts'

/** The last change of a token, and the subjects that it has completed. */
export interface TokenWorkLine {
  name: string
  last: ListedChange
  /** The subjects with an event of the asked kind, newest first. */
  subjects: string[]
}

/** Names are found one by one in the index. Few people have more tokens. */
const maxVias = 200
const maxSubjects = 500
/** The prefixes of `via` that mean tokens, and the text that sorts right after all of them. */
const ranges = [
  ['agent:', 'agent;'],
  ['token:', 'token;'],
] as const

/** Reads the work of all tokens of an owner from the log, by an index: no matter how long the log is. */
export function tokenWork(database: Database) {
  const { db, readAside } = database
  const changes = listedChanges(database)

  /** The ways in which tokens have ever changed something. Each is found after the one before. */
  async function viasOf(owner: string): Promise<string[]> {
    const vias: string[] = []
    for (const [first, end] of ranges) {
      let after: string = first
      while (vias.length < maxVias) {
        const query = eventsOfTokens(db, owner)
          .where('via', '>', after)
          .where('via', '<', end)
          .orderBy('via')
          .limit(1)
          .select('via')
        const [found] = await readAside(owner, query)
        if (!found?.via) break
        vias.push(found.via)
        after = found.via
      }
    }
    return vias
  }

  async function subjectsWith(owner: string, via: string, since: string, kind: EventRow['kind'], text: string) {
    const query = eventsOfTokens(db, owner)
      .where('via', '=', via)
      .where('at', '>=', since)
      .where('kind', '=', kind)
      .where('after', 'like', `%${text}%`)
      .orderBy('at', 'desc')
      .orderBy('seq', 'desc')
      .limit(maxSubjects)
      .select('task_id')
    return (await readAside(owner, query)).map(({ task_id }) => task_id)
  }

  /** The tokens that have changed something since a given time, the most recent first. */
  return async (
    owner: string,
    { workedSince, since, kind, text }: { workedSince: string; since: string; kind: EventRow['kind']; text: string },
  ) => {
    const lines = new Map<string, TokenWorkLine>()
    const active: string[] = []
    for (const via of await viasOf(owner)) {
      const name = tokenOfVia(via)
      const [last] = await changes.madeBy(owner, [via], 1, workedSince)
      if (!last || name === undefined) continue
      active.push(via)
      const subjects = await subjectsWith(owner, via, since, kind, text)
      const known = lines.get(name)
      lines.set(name, {
        name,
        last: known && known.last.first.seq > last.first.seq ? known.last : last,
        subjects: [...new Set([...(known?.subjects ?? []), ...subjects])],
      })
    }
    return { lines: [...lines.values()].sort((a, b) => b.last.first.seq - a.last.first.seq), vias: active }
  }
}
