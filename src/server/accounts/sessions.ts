import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { scopes } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Preferences, Session, User } from '../../contract/schemas/accounts.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { positionOf, preparedWithPosition } from '../history/position.ts'
import type { Config } from '../settings/config.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { deviceName } from './device.ts'
import { columnsOf, type ProviderSession, providerSessionOf } from './provider-session.ts'
import type { EndedSessions } from './provider-sign-out.ts'
import { type FoundSession, findByToken, sessionTable } from './session-table.ts'
import { startedTable } from './started-table.ts'

/** Preferences that are stored without a time zone are those of an older version. */
export function preferencesOf({ preferencesJson }: Pick<SessionCaller, 'preferencesJson'>): Preferences {
  return { timeZone: '', ...JSON.parse(preferencesJson) }
}

/** The preferences as they are sent; parsed only where they are those of an older version. */
export function preferencesText({ preferencesJson }: Pick<SessionCaller, 'preferencesJson'>): string {
  return preferencesJson.includes('"timeZone"') ? preferencesJson : JSON.stringify(preferencesOf({ preferencesJson }))
}

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'once'>
  config: Pick<Config, 'maxSessionIdleMs' | 'maxSessionMs' | 'maxSessions'>
  clock: () => number
}

const allScopes = new Set(scopes)
/** The precision of "last seen", which limits how often a session is written. */
const seenEveryMs = 5 * 60_000
const usersAtOnce = 500
/** The clocks of two nodes differ by less than this. */
const maxAheadMs = 3_600_000

/** Sessions. The browser has a random token, of which only the hash is stored. */
export function sessionRules({ database, history, config, clock }: Dependencies) {
  const table = sessionTable(database.db)
  const tableOf = (owner: string) => sessionTable(database.of(owner))
  const findByHash = preparedWithPosition(database, findByToken, { column: 'users.id', of: ({ id }) => id })
  const findRows = database.readOnce((token) => findByHash(hashOf(token)))
  const hasEnded = (row: { seen_at: number; created_at: number }, now: number) =>
    now - row.seen_at >= config.maxSessionIdleMs || now - row.created_at >= config.maxSessionMs

  function current(row: FoundSession): MaybePromise<SessionCaller | undefined> {
    const now = clock()
    const caller: SessionCaller = {
      owner: row.id,
      via: 'session',
      credential: row.session_id,
      scopes: allScopes,
      provedAt: row.proved_at,
      expiresInMs: Math.min(config.maxSessionIdleMs, row.created_at + config.maxSessionMs - now),
      user: userOf(row),
      preferencesJson: row.preferences,
      ...positionOf(row),
    }
    // A background job removes the row, because it checks first whether the clock has jumped.
    if (hasEnded(row, now)) return undefined
    if (now - row.seen_at < seenEveryMs) return caller
    const done = () => caller
    // Reads must work even if nothing can be written. The next request tries again.
    return tableOf(row.id).touch(row.id, row.session_id, { seen_at: now }).then(done, done)
  }

  return {
    /**
     * Starts a session and returns its token, which only the browser keeps. Must run in the transaction that has checked and locked the
     * account, because a session must not outlive the password or the link that it was started with. If the user has too many sessions,
     * the least recently used ones end. `began` is the session at a provider that it began with.
     */
    async start(tx: Kysely<Schema>, userId: string, { userAgent }: Client, began?: ProviderSession): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const now = clock()
      const own = sessionTable(tx)
      const idlest = (await own.list(userId)).slice(config.maxSessions - 1)
      for (const { id } of idlest) await own.remove(userId, id)
      await own.insert({
        token_hash: hashOf(token),
        id: randomUUID(),
        user_id: userId,
        device: deviceName(userAgent),
        created_at: now,
        seen_at: now,
        proved_at: now,
        ...columnsOf(began),
      })
      return token
    },

    /** The caller with this token; undefined if its session is unknown, has ended, or has expired. */
    find(token: string): MaybePromise<SessionCaller | undefined> {
      return andThen(findRows(token), ([row]) => (row ? current(row) : undefined))
    },

    async list({ owner, credential }: SessionCaller): Promise<Session[]> {
      const rows = await table.list(owner)
      return rows.map((row) => ({
        id: row.id,
        device: plainName(row.device),
        createdAt: new Date(row.created_at).toISOString(),
        seenAt: new Date(row.id === credential ? clock() : row.seen_at).toISOString(),
        current: row.id === credential,
      }))
    },

    /** The session at a provider with which that of the caller began. */
    async providerOf({ owner, credential }: SessionCaller): Promise<ProviderSession | undefined> {
      const row = await table.provider(owner, credential)
      return row && providerSessionOf(row)
    },

    /** The ids of the open sessions of these users. */
    async open(userIds: string[]): Promise<Set<string>> {
      const open = new Set<string>()
      for (let first = 0; first < userIds.length; first += usersAtOnce) {
        const rows = await table.ofUsers(userIds.slice(first, first + usersAtOnce))
        for (const row of rows) if (!hasEnded(row, clock())) open.add(row.id)
      }
      return open
    },

    end(caller: SessionCaller, sessionId: string) {
      const work = async (tx: Kysely<Schema>) => {
        if (!(await sessionTable(tx).remove(caller.owner, sessionId)))
          throw new AppError('not_found', 'That session has already ended.')
      }
      return history.once(caller, work, () => ({ message: 'That device is signed out.' }))
    },
    /** Ends the caller's own session, if it has not ended yet. */
    endOwn: ({ owner, credential }: SessionCaller) => tableOf(owner).remove(owner, credential),
    endOthers: (caller: SessionCaller) =>
      history.once(
        caller,
        (tx) => sessionTable(tx).removeOthers(caller.owner, caller.credential),
        () => ({ message: 'Every other device is signed out.' }),
      ),
    /** Ends the sessions that a provider has ended at its side. Returns their owners. */
    async endOfProvider(ended: EndedSessions): Promise<string[]> {
      await startedTable(database.db).removeOfProvider(ended)
      return table.removeOfProvider(ended, ended.until)
    },
    /** Removes expired sessions. For background jobs. */
    async forgetOld(): Promise<void> {
      const now = clock()
      await table.bringBack(now + maxAheadMs, now)
      await table.removeExpired(now - config.maxSessionIdleMs, now - config.maxSessionMs)
    },
  }
}

export function userOf({ id, username, email, image }: Pick<UserRow, 'id' | 'username' | 'email' | 'image'>): User {
  return { _id: id, username, email, image }
}

export type SessionRules = ReturnType<typeof sessionRules>

function hashOf(token: string) {
  return hash('sha256', token, 'base64url')
}
