import type { ChangeMaker, EventKind } from '../../contract/history.ts'
import { isAgentVia, originalVia, repositoryOfVia, tokenOfVia, wayOfVia } from '../../contract/via.ts'
import type { Database } from '../database/database.ts'
import type { EventRow } from '../database/schema.ts'
import { changesBefore } from './change-reads.ts'
import { eventsOfTokens, viasOf } from './token-events.ts'

/** The changes to list: by the way in which they were made, and by the kind of their first event. */
export interface WantedChanges {
  limit: number
  /** Only changes with a smaller number. */
  before?: number
  by?: ChangeMaker
  kind?: EventKind
  /** The name of a token: only changes that were made with it. */
  via?: string
}

/** The first event of a change, and how many subjects have such an event. */
export interface ListedChange {
  first: EventRow
  subjectCount: number
}

/** A change with the number of its last event. */
interface Passed {
  change: number
  last: number
  via: string | null
  kind: EventKind
}

/** Events of a token that one statement reads. A change may have many. */
const eventsAtOnce = 200

/** A page looks at no more changes than this, however few of them are wanted. */
const maxPassed = 500
/** Changes that one statement looks at. The database skips the values of each, up to 20,000 characters. */
const passedAtOnce = 50
/** A page ends with the change that brings its events to this number, because they are counted. */
const maxCounted = 20_000

/** Reads the changes of an owner's log, newest first, in pages. */
export function listedChanges({ db, readAside }: Database) {
  async function subjectCount(owner: string, { change, last, kind }: Passed): Promise<number> {
    if (Number(last) === Number(change)) return 1
    const query = db
      .selectFrom('events')
      .where('user_id', '=', owner)
      .where('seq', '>=', change)
      .where('seq', '<=', last)
      .where('kind', '=', kind)
      .select(({ fn }) => fn.count<number>('task_id').distinct().as('count'))
    const [found] = await readAside(owner, query)
    return Number(found?.count ?? 1)
  }

  /** The newest changes that were made in one of these ways. */
  async function madeBy(owner: string, vias: string[], limit: number, before?: number, since = ''): Promise<Passed[]> {
    const found: Passed[] = []
    for (const via of vias) {
      const own = new Map<number, Passed>()
      let below = before ?? Number.MAX_SAFE_INTEGER
      for (;;) {
        const query = eventsOfTokens(db, owner)
          .where('via', '=', via)
          .where('at', '>=', since)
          .where('seq', '<', below)
          .orderBy('at', 'desc')
          .orderBy('seq', 'desc')
          .limit(eventsAtOnce)
          .select(['change', 'seq as last', 'via', 'kind'])
        const page: Passed[] = await readAside(owner, query)
        for (const one of page) if (!own.has(one.change)) own.set(one.change, one)
        below = page.at(-1)?.change ?? 0
        if (page.length < eventsAtOnce || own.size > limit) break
      }
      found.push(...own.values())
    }
    return found.sort((a, b) => b.change - a.change)
  }

  /** These changes, each with its first event. */
  async function withFirst(owner: string, wanted: Passed[]): Promise<ListedChange[]> {
    const changes = wanted.map(({ change }) => change)
    const query = db.selectFrom('events').where('user_id', '=', owner).where('seq', 'in', changes).selectAll()
    const rows = changes.length ? await readAside(owner, query) : []
    const firsts = new Map(rows.map((row) => [Number(row.seq), row]))
    const listed: ListedChange[] = []
    for (const one of wanted) {
      const first = firsts.get(Number(one.change))
      if (first) listed.push({ first, subjectCount: await subjectCount(owner, { ...one, kind: first.kind }) })
    }
    return listed
  }

  async function ofToken(owner: string, { limit, before, by, kind, via = '' }: WantedChanges) {
    const vias = viasOf(via).filter((one) => !by || makerOf(one) === by)
    const found = await madeBy(owner, vias, limit, before)
    const page = found.slice(0, limit)
    const listed = await withFirst(owner, page)
    return {
      listed: listed.filter(({ first }) => !kind || first.kind === kind),
      nextBefore: found.length > limit ? (page.at(-1)?.change ?? null) : null,
    }
  }

  async function hasBefore(owner: string, change: number): Promise<boolean> {
    const older = db.selectFrom('events').select('seq').where('user_id', '=', owner).where('seq', '<', change)
    return (await readAside(owner, older.limit(1))).length > 0
  }

  async function ofAll(owner: string, { limit, before, by, kind }: WantedChanges) {
    const wanted: Passed[] = []
    let [events, seen] = [0, 0]
    let oldest: Passed | undefined
    let isEnd = false
    const isFull = () => wanted.length === limit || events >= maxCounted || seen >= maxPassed
    while (!isEnd && !isFull()) {
      const passed: Passed[] = await readAside(
        owner,
        changesBefore(db, owner, oldest ? Number(oldest.change) : before, passedAtOnce),
      )
      isEnd = passed.length < passedAtOnce
      for (const one of passed) {
        if (isFull()) {
          isEnd = false
          break
        }
        seen++
        oldest = one
        if ((kind && one.kind !== kind) || (by && makerOf(one.via) !== by)) continue
        wanted.push(one)
        events += Number(one.last) - Number(one.change) + 1
      }
    }
    return {
      listed: await withFirst(owner, wanted),
      nextBefore: isEnd || !oldest || !(await hasBefore(owner, Number(oldest.change))) ? null : Number(oldest.change),
    }
  }

  return {
    /** A page of changes. */
    page: (owner: string, wanted: WantedChanges) =>
      wanted.via === undefined ? ofAll(owner, wanted) : ofToken(owner, wanted),
    /** The newest changes since a given time that were made in one of these ways. */
    madeBy: async (owner: string, vias: string[], limit: number, since: string): Promise<ListedChange[]> =>
      withFirst(owner, (await madeBy(owner, vias, limit, undefined, since)).slice(0, limit)),
  }
}

/** Changes of older versions, which did not record how they were made, were made in a browser. */
function makerOf(given: string | null): ChangeMaker | undefined {
  const via = originalVia(given)
  if (via == null || via === 'session' || wayOfVia(via) !== undefined) return 'person'
  // A repository is a source of changes like a webhook.
  if (via.startsWith('hook:') || repositoryOfVia(via)) return 'webhook'
  if (isAgentVia(via)) return 'agent'
  return tokenOfVia(via) === undefined ? undefined : 'token'
}
