import { hash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { plainName } from '../../contract/plain-names.ts'
import type { ProviderProblem } from '../../contract/providers.ts'
import type { ShownSecurityEvent } from '../../contract/schemas/security-events.ts'
import {
  type EventMark,
  eventDays,
  isFailure,
  manyFailures,
  type SecurityEventKind,
  securityEventKinds,
} from '../../contract/security-events.ts'
import { tokenOfVia } from '../../contract/via.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { OperatorEventRow, Schema, SecurityEventRow } from '../database/schema.ts'
import { operatorEventTable } from './operator-event-table.ts'
import { type Place, securityEventTable } from './security-event-table.ts'

/** Everything that is logged and counted. Users find the kinds of the contract in their settings, too. */
export type SecurityEvent =
  | SecurityEventKind
  | `${'Google' | 'provider'} sign-in: ${ProviderProblem}`
  | 'account deleted'

/** Where an event came from: a request, or the client of one. */
export interface Origin {
  ip: string
  userAgent?: string | undefined
  headers?: { 'user-agent'?: string | undefined }
}

interface Details {
  /** The subject, such as the name of a token. It is not logged. */
  about?: string | undefined
  mark?: EventMark | undefined
  /** Why it failed, in a word of ours. It is logged only. */
  reason?: string | undefined
}

interface Changed {
  id: string
  /** Its name. It is not logged. */
  about: string
}

interface Dependencies {
  database: Database
  clock: () => number
  log: Logger
  deviceName: (userAgent: string | undefined) => string
}

const hourMs = 3_600_000
const keptMs = eventDays * 24 * hourMs
/** Rows of one account within an hour. More events are only counted, so that nobody can fill the table. */
const maxPerHour = 40
/** Addresses from which failures of one kind are counted apart within an hour. */
const maxAddresses = 5
const pageRows = 20
const maxAbout = 100
const sliceRows = 500
const auditRows = 500

/** Logs and counts security events, and keeps those of an account for its user. */
export function securityEvents({ database, clock, log, deviceName }: Dependencies) {
  const counts = new Map<SecurityEvent, number>()
  const pending = new Set<Promise<void>>()

  /** Nothing fails with an event. */
  function store(owner: string, event: NewEvent): Promise<void> {
    const stored = database
      .transaction(owner, (tx) => insert(tx, owner, event))
      .catch((error) => {
        // While the database cannot be reached, every request reports it already. The line in the log has the event.
        if (!database.outage(error)) log.warn({ err: error }, 'A security event could not be stored')
      })
      .finally(() => pending.delete(stored))
    pending.add(stored)
    return stored
  }

  const settled = async () => void (await Promise.all(pending))

  return {
    /** The number of events since the start, for the metrics. */
    counts: counts as ReadonlyMap<SecurityEvent, number>,

    /**
     * Records an event with the user and the address. The log never contains an email, password, token or name. Resolves when the event is stored, and
     * never fails. Calls that must take as long for unknown accounts do not wait for it.
     */
    async record(
      kind: SecurityEvent,
      { ip, userAgent, headers }: Origin,
      user?: string,
      { about, mark, reason }: Details = {},
    ): Promise<void> {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const marked = { ...(mark && { mark }), ...(reason && { reason }) }
      log.info({ event: kind, user, ip, ...marked }, `${kind} (${user ? `user ${user}` : 'unknown user'}, from ${ip})`)
      if (!user || !isKept(kind)) return
      const agent = userAgent ?? headers?.['user-agent']
      // The id is made here, so that events of one moment keep their order.
      const origin = { device: agent === undefined ? null : deviceName(agent), address: ip }
      const details = { about: about?.slice(0, maxAbout) ?? null, mark: mark ?? null }
      await store(user, { id: randomUUIDv7(), kind, ...details, ...origin, at: clock() })
    },

    /**
     * Records a change of access that a program may make, too, with its author instead of an address. The log has the id of the thing, and the user
     * finds its name.
     */
    recordBy(
      kind: SecurityEventKind,
      { owner, via }: { owner: string; via: string },
      { id, about }: Changed,
    ): Promise<void> {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const by = via === 'session' ? 'session' : 'token'
      log.info({ event: kind, user: owner, by, id }, `${kind} (user ${owner}, with a ${by})`)
      const origin = { device: tokenOfVia(via) ?? null, address: null }
      const details = { about: about.slice(0, maxAbout), mark: null }
      return store(owner, { id: randomUUIDv7(), kind, ...details, ...origin, at: clock() })
    },

    /** Waits for the events that this node has recorded. */
    settled,

    /** A page of the events of an account, newest first. */
    async list(owner: string, after?: string): Promise<{ events: ShownSecurityEvent[]; next: string | null }> {
      await settled()
      const table = securityEventTable(database.db)
      const rows = await table.list(owner, clock() - keptMs, pageRows + 1, after ? placeIn(after) : undefined)
      const shown = rows.slice(0, pageRows)
      const last = rows.length > pageRows ? shown.at(-1) : undefined
      return { events: shown.map(presented), next: last ? `${last.at}~${last.id}` : null }
    },

    /** All events of an account, oldest first, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      for await (const page of auditedEvents(database, 0, owner)) {
        yield page.map(({ user: _, ...event }) => JSON.stringify(event satisfies ShownSecurityEvent))
      }
    },

    /** For background jobs. */
    async forgetOld(): Promise<void> {
      await securityEventTable(database.db).removeBefore(clock() - keptMs)
      await operatorEventTable(database.db).removeBefore(clock() - keptMs)
    },

    /** Logs and counts the acts of the operator since the last call on any node. For background jobs. */
    async logOperator(): Promise<void> {
      const table = operatorEventTable(database.db)
      const rows = await table.unlogged(auditRows)
      for (const { kind, user_id: user, at } of rows) {
        counts.set(kind as SecurityEventKind, (counts.get(kind as SecurityEventKind) ?? 0) + 1)
        const fields = { event: kind, user, by: 'operator', at: new Date(at).toISOString() }
        log.info(fields, `${kind} (user ${user})`)
      }
      // A line that is written twice is better than one that is lost.
      if (rows.length)
        await table.markLogged(
          rows.map(({ id }) => id),
          clock(),
        )
    },

    /** Removes a limited number of a deleted account's events. Returns false if none is left. */
    eraseSlice: (owner: string): Promise<boolean> =>
      securityEventTable(database.of(owner)).removeSlice(owner, sliceRows),
  }
}

export type SecurityEvents = ReturnType<typeof securityEvents>

type NewEvent = Omit<SecurityEventRow, 'user_id' | 'count' | 'first_at'>

const isKept = (kind: SecurityEvent): kind is SecurityEventKind => Object.hasOwn(securityEventKinds, kind)

/** Records an act of the operator on an account, in the transaction that does it. A server then writes it to its log. */
export async function recordByOperator(
  tx: Kysely<Schema>,
  owner: string,
  kind: SecurityEventKind,
  at: number,
  about: string | null = null,
): Promise<void> {
  const id = randomUUIDv7()
  await operatorEventTable(tx).add({ id, at, kind, user_id: owner, logged_at: null })
  await insert(tx, owner, { id, kind, about, device: null, address: null, mark: null, at })
}

/** The events of all accounts or of one, from a time on, oldest first, page by page. Crosses owners: only for the operator. */
export async function* auditedEvents({ db }: Pick<Database, 'db'>, since: number, owner?: string) {
  const first = { at: since, id: '' }
  const table = securityEventTable(db)
  let outliving = (await operatorEventTable(db).outliving(since, owner)).map(asSecurityEvent)
  for await (const rows of pagesOf<SecurityEventRow>(auditRows, (last) =>
    table.page(last ?? first, auditRows, owner),
  )) {
    const end = rows.length < auditRows ? Number.POSITIVE_INFINITY : (rows.at(-1)?.at ?? 0)
    const all = [...rows, ...outliving.filter(({ at }) => at <= end)].toSorted((one, other) => one.at - other.at)
    outliving = outliving.filter(({ at }) => at > end)
    yield all.map((row) => ({ user: row.user_id, ...presented(row) }))
  }
}

const asSecurityEvent = ({ id, at, kind, user_id }: OperatorEventRow): SecurityEventRow => ({
  ...{ id, at, kind, user_id, first_at: at, count: 1 },
  ...{ about: null, device: null, address: null, mark: null },
})

async function insert(tx: Kysely<Schema>, owner: string, event: NewEvent): Promise<void> {
  const table = securityEventTable(tx)
  const { kind, address, at } = event
  const hour = Math.floor(at / hourMs) * hourMs
  const row = { ...event, user_id: owner, count: 1, first_at: at }
  const counted = (of: string) => hash('sha256', `${hour} ${kind} ${of}`, 'base64url')
  const rest = { ...row, id: counted(''), about: null, device: null, address: null }
  if (isFailure(kind)) {
    const id = counted(`from ${address}`)
    if (await table.bump(owner, id, { at, device: event.device })) return
    const addresses = await table.countSince(owner, hour, maxAddresses, kind)
    await table.add(addresses < maxAddresses ? { ...row, id } : rest)
  } else {
    const isMany = (await table.countSince(owner, hour, maxPerHour)) >= maxPerHour
    await table.add(isMany ? rest : row)
  }
}

/** An event as its user and the operator read it. */
export function presented(row: SecurityEventRow): ShownSecurityEvent {
  const { id, kind, address, count, mark } = row
  return {
    ...{ id, kind, address, count },
    about: row.about === null ? null : plainName(row.about),
    device: row.device === null ? null : plainName(row.device),
    mark: mark ?? (isFailure(kind) && count >= manyFailures ? 'many failures' : null),
    firstAt: new Date(row.first_at).toISOString(),
    at: new Date(row.at).toISOString(),
  }
}

/** Reads the `next` of a page. Anything else leads to a page of its own, which does no harm. */
function placeIn(text: string): Place {
  const [at = '', id = ''] = text.split('~', 2)
  return { at: Number.parseInt(at, 10) || 0, id }
}
