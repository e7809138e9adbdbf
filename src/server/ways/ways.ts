import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { NewWay, Subscription, Way } from '../../contract/schemas/ways.ts'
import { wayLimits } from '../../contract/ways.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, WayRow } from '../database/schema.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { isPublicKey } from './encryption.ts'
import { testMessage } from './messages.ts'
import { type PushKeys, pushKeys } from './push-keys.ts'
import { topicOf } from './send.ts'
import type { SendToWay } from './send-to-way.ts'
import { wayTable } from './way-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
  outgoing: Pick<OutgoingCalls, 'check'>
  send: SendToWay
  attempts: { take(limits: { key: string; max: number; windowMs: number }[]): Promise<void> }
  /** The ids of the open sessions of these owners. */
  openSessions: (owners: string[]) => Promise<Set<string>>
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
  /** The address of the web app. */
  app: string
  /** A name by which a person recognises a browser. */
  deviceName: (userAgent: string | undefined) => string
  hasContact: boolean
  log: { warn(message: string): void }
  clock: () => number
}

/** The ways in which people are notified while no page is open: browsers, and programs for notifications. */
export function wayRules(dependencies: Dependencies) {
  const { database, history, outgoing, send, attempts, openSessions, holdProved, app, deviceName } = dependencies
  const { hasContact, log, clock } = dependencies
  const table = wayTable(database.db)
  let keys: Promise<PushKeys> | undefined

  /** Made at the first use. A failure is not kept. */
  function ownKeys(): Promise<PushKeys> {
    keys ??= pushKeys(database.db, clock()).catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return keys
  }

  /** Those that may be used, and the browsers whose sessions have ended. */
  async function sorted(owner: string): Promise<{ usable: WayRow[]; ended: WayRow[] }> {
    const rows = await table.ofOwner(owner)
    const open = rows.some(isPush) ? await openSessions([owner]) : new Set<string>()
    const { usable = [], ended = [] } = Object.groupBy(rows, (row) =>
      isPush(row) && !open.has(row.session_id ?? '') ? 'ended' : 'usable',
    )
    return { usable, ended }
  }

  const usable = async (owner: string) => (await sorted(owner)).usable

  /** Nobody sees those that have ended, so they must not count. */
  async function add(tx: Kysely<Schema>, row: WayRow, ended: WayRow[]) {
    for (const one of ended) await wayTable(tx).removeOfSession(row.user_id, one)
    if ((await wayTable(tx).ofOwner(row.user_id)).length >= wayLimits.ways) throw tooMany()
    await wayTable(tx).insert(row)
    return row
  }

  const newRow = (owner: string, values: Pick<WayRow, 'kind' | 'name' | 'address'> & Partial<WayRow>): WayRow => ({
    ...{ id: randomUUID(), user_id: owner, session_id: null, p256dh: null, auth: null, is_on: 1 },
    ...{ created_at: clock(), sent_at: null, failed_at: null, problem: null },
    ...values,
  })

  return {
    keys: ownKeys,
    usable,

    async list({ owner, credential }: SessionCaller) {
      const rows = await usable(owner)
      const { publicKey } = await ownKeys()
      return { ways: rows.map((row) => wayOf(row, credential)), publicKey, hasContact }
    },

    /** Adds a program. Requires a recent confirmation, because it gets titles of tasks after the session has ended, too. */
    async create(caller: SessionCaller, { kind, address: text, token }: NewWay) {
      const address = outgoing.check(text)
      const { host, pathname } = new URL(address)
      if (kind === 'ntfy' && !topicOf(address)) throw noTopic()
      const { ended } = await sorted(caller.owner)
      const work = async (tx: Kysely<Schema>) => {
        await holdProved(tx, caller)
        const name = `${host}${pathname.replace(/\/$/, '')}`
        return add(tx, newRow(caller.owner, { kind, name, address, auth: token || null }), ended)
      }
      return history.changeSettings(caller, work, (row) => ({ message: 'Added.', way: wayOf(row, caller.credential) }))
    },

    /** Registers the browser of the caller, or renews it. It is then nobody else's. */
    async subscribe(caller: SessionCaller, { userAgent }: Client, subscription: Subscription) {
      const { endpoint, p256dh, auth, turnOn } = subscription
      const address = outgoing.check(endpoint)
      if (!isPublicKey(p256dh)) throw noKey()
      if (!hasContact && new URL(address).host.endsWith('.push.apple.com')) {
        log.warn('Apple refuses push messages without a contact: set PUSH_CONTACT to your address')
      }
      const { owner, credential } = caller
      const { ended } = await sorted(owner)
      const values = { name: deviceName(userAgent), session_id: credential, p256dh, auth }
      const work = async (tx: Kysely<Schema>) => {
        const own = wayTable(tx)
        const known = (await own.ofOwner(owner)).find((row) => isPush(row) && row.address === address)
        if (known) return (await own.update(owner, known.id, { ...values, ...(turnOn ? { is_on: 1 } : {}) })) ?? known
        if (!turnOn) throw notRegistered()
        await own.removePushAt(address)
        return add(tx, newRow(owner, { kind: 'push', address, ...values }), ended)
      }
      const message = 'This browser is notified.'
      return history.changeSettings(caller, work, (row) => ({ message, way: wayOf(row, credential) }))
    },

    unsubscribe(author: Author, endpoint: string) {
      const work = async (tx: Kysely<Schema>) => {
        const own = wayTable(tx)
        const known = (await own.ofOwner(author.owner)).find((row) => isPush(row) && row.address === endpoint)
        if (known) await own.remove(author.owner, known.id)
      }
      return history.changeSettings(author, work, () => ({ message: 'This browser is no longer notified.' }))
    },

    /** Switches a way on or off. Fails with `not_found` if the owner has no such way. */
    update(caller: SessionCaller, id: string, { isOn }: { isOn: boolean }) {
      const work = async (tx: Kysely<Schema>) => {
        const row = await wayTable(tx).update(caller.owner, id, { is_on: isOn ? 1 : 0 })
        if (!row) throw absent()
        return row
      }
      return history.changeSettings(caller, work, (row) => ({
        message: isOn ? 'Switched on.' : 'Switched off.',
        way: wayOf(row, caller.credential),
      }))
    },

    /** Fails with `not_found` if the owner has no such way. */
    remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await wayTable(tx).remove(author.owner, id)
        if (!numDeletedRows) throw absent()
      }
      return history.changeSettings(author, work, () => ({ message: 'Removed.' }))
    },

    /** Sends a test message now, also in quiet hours and to a way that is switched off. Fails with `not_found` or `too_many_requests`. */
    async test({ owner }: SessionCaller, id: string) {
      const row = (await usable(owner)).find((way) => way.id === id)
      if (!row) throw absent()
      await attempts.take([{ key: `way tests ${owner}`, max: 60, windowMs: 3_600_000 }])
      const startedAt = performance.now()
      const { problem } = await send(row, testMessage(owner, app), await ownKeys())
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const message = problem ? `The test failed: ${problem}` : `The test reached ${row.name} in ${seconds} s.`
      return { message, hasArrived: !problem }
    },
  }
}

export type WayRules = ReturnType<typeof wayRules>

/** Nobody is notified any more, within the transaction that ends the access to an account. */
export const eraseWays = (tx: Kysely<Schema>, owner: string) => wayTable(tx).removeAll(owner)

const isPush = ({ kind }: WayRow) => kind === 'push'

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

const wayOf = (row: WayRow, session: string): Way => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  isThisDevice: row.session_id === session,
  isOn: row.is_on === 1,
  createdAt: new Date(row.created_at).toISOString(),
  sentAt: iso(row.sent_at),
  failedAt: iso(row.failed_at),
  problem: row.problem,
})

const absent = () => new AppError('not_found', 'That way does not exist. The browser may have been signed out.')
const notRegistered = () => new AppError('not_found', 'This browser is not notified. Allow push in the settings.')
const noTopic = () =>
  new AppError('invalid_input', 'Enter the address with its topic, such as https://ntfy.sh/my-tasks.')
const noKey = () => new AppError('invalid_input', 'The key p256dh is not a point of the curve P-256.')
const tooMany = () => new AppError('too_large', `You have ${wayLimits.ways} ways, the maximum. Remove one first.`)
