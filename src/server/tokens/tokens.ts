import type { Kysely } from 'kysely'
import type { Scope } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { NewToken, Token } from '../../contract/schemas/tokens.ts'
import { tokenPrefix } from '../../contract/tokens.ts'
import { viaOfToken } from '../../contract/via.ts'
import type { Caller, SessionCaller } from '../callers/caller.ts'
import type { SentKey } from '../callers/sent-key.ts'
import type { Database } from '../database/database.ts'
import type { Schema, TokenRow } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { positionOf, preparedWithPosition } from '../history/position.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { insertToken, takenNames } from './new-token.ts'
import { hashOf, problemOf } from './token-form.ts'
import { type FoundToken, findByHash, tokenTable } from './token-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change' | 'once'>
  /** For the change that revokes a token: closes the open questions of tokens other than these. */
  closeQuestions: (draft: Draft, tokenNames: ReadonlySet<string>) => Promise<void>
  clock: () => number
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
  /** Locks the account until the transaction ends. Returns false if it was deleted. */
  lockAccount: (tx: Kysely<Schema>, owner: string) => Promise<boolean>
  /** Finds the name and the preferences of a user. */
  profileOf: (owner: string) => Promise<{ username: string; preferences: Preferences }>
}

/** The scopes of a caller by that of its token. */
const granted: Record<Scope, ReadonlySet<Scope>> = {
  read: new Set(['read']),
  write: new Set(['read', 'write']),
  export: new Set(['read', 'export']),
}
/** The precision of "last used", which limits how often a token is written. */
const usedEveryMs = 60_000
const usersAtOnce = 500
/** The list shows for a while that a program was not used any more. */
const unrenewedStaysMs = 7 * 24 * 3_600_000

/** A token by its owner. */
export interface OwnedToken {
  owner: string
  id: string
}

/** API tokens, with which programs act for a user. Only the hash of a token is stored. */
export function tokenRules(dependencies: Dependencies) {
  const { database, history, closeQuestions, clock, holdProved, lockAccount, profileOf } = dependencies
  const table = tokenTable(database.db)
  const findRow = preparedWithPosition(database, findByHash, { column: 'tokens.user_id', of: ({ user_id }) => user_id })
  const findRows = database.readOnce((token) => findRow(hashOf(token)))

  async function closeOrphans(draft: Draft): Promise<void> {
    const rows = await tokenTable(draft.tx).list(draft.owner)
    await closeQuestions(draft, new Set(rows.map(({ name }) => plainName(name))))
  }

  function callerOf(row: FoundToken, ip: string): MaybePromise<Caller> {
    const now = clock()
    if (isExpired(row, now)) throw expired(row)
    const caller: Caller = {
      owner: row.user_id,
      via: viaOfToken(plainName(row.name)),
      credential: row.id,
      scopes: granted[row.scope],
      ...positionOf(row),
    }
    // A time in the future was written with a wrong clock.
    if (row.used_at !== null && Math.abs(now - row.used_at) < usedEveryMs) return caller
    const done = () => caller
    // Reads must work even if nothing can be written.
    return tokenTable(database.of(row.user_id))
      .touch(row.user_id, row.id, { used_at: now, used_from: ip }, now - usedEveryMs)
      .then(done, done)
  }

  return {
    /** The caller with this token, used from this address. Fails with `not_signed_in` and the reason. */
    find: (token: string, ip: string): MaybePromise<Caller> =>
      andThen(findRows(token), ([row]) => {
        if (!row) throw unknown(token)
        if (!row.is_enabled) throw disabled()
        return callerOf(row, ip)
      }),

    /** The tokens of an owner, each with its last call that was refused or has failed. */
    withFailures: async (owner: string) =>
      (await table.list(owner)).map((row) => ({ ...tokenOf(row), failure: failureOf(row) })),

    list: async (owner: string): Promise<Token[]> => (await table.list(owner)).map(tokenOf),

    /**
     * Makes a token and returns it, for the only time. Requires a recent confirmation, because a token outlasts the session. Fails with
     * `conflict` if the owner has a token with this name, and with `too_large` if the owner has too many.
     */
    create(caller: SessionCaller, { name, scope, expiresAt }: NewToken) {
      const expires_at = expiresAt === undefined ? null : Date.parse(expiresAt)
      const now = clock()
      // It is NaN for a leap second.
      if (expires_at !== null && !(expires_at > now)) throw inThePast()
      return database.transaction(caller.owner, async (tx) => {
        await holdProved(tx, caller)
        const own = { user_id: caller.owner, name: name.trim(), scope, created_at: now, expires_at }
        if ((await takenNames(tx, caller.owner)).has(own.name)) throw taken(own.name)
        const { token, row } = await insertToken(tx, own)
        return { message: 'Token made. Copy it now: it is not shown again.', ...tokenOf(row), token }
      })
    },

    /** Lets a token only read. Needs no confirmation, because it takes access away. Fails with `not_found` if the owner has no such token. */
    limit(caller: SessionCaller, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numUpdatedRows } = await tokenTable(tx).limit(caller.owner, id)
        if (!numUpdatedRows) throw new AppError('not_found', 'That token has already been revoked.')
      }
      return history.once(caller, work, () => ({ message: 'The token may only read now.' }))
    },

    /** Closes the open questions of the token, too. Fails with `not_found` if the owner has no such token. */
    revoke({ owner, key }: SessionCaller, id: string) {
      const work = async (draft: Draft) => {
        const { numDeletedRows } = await tokenTable(draft.tx).remove(owner, id)
        if (!numDeletedRows) throw new AppError('not_found', 'That token has already been revoked.')
        await closeOrphans(draft)
      }
      return history.change(asTaskdeck(owner, key), work, () => ({ message: 'Token revoked.' }))
    },

    /** The user and the id of a token that a program presents, even if it has expired. */
    async owned(token: string): Promise<OwnedToken | undefined> {
      const [row] = await findRow(hashOf(token))
      return row && { owner: row.user_id, id: row.id }
    },

    /** Revokes a token without its owner, and returns its name; undefined if it was revoked already. */
    async end({ owner, id }: OwnedToken): Promise<string | undefined> {
      let name: string | undefined
      const work = async (draft: Draft) => {
        name = (await tokenTable(draft.tx).list(owner)).find((row) => row.id === id)?.name
        await tokenTable(draft.tx).remove(owner, id)
        await closeOrphans(draft)
      }
      await history.change(asTaskdeck(owner), work, () => {})
      return name
    },

    /** Removes tokens that no program can renew any more. For background jobs, of which another one closes their questions. */
    forgetUnrenewed: async (): Promise<void> => void (await table.removeUnrenewed(clock() - unrenewedStaysMs)),

    /** For the transaction of a change: locks the account, and fails with `not_signed_in` unless the token of the caller still exists. */
    async hold(tx: Kysely<Schema>, { owner, credential }: Pick<Caller, 'owner' | 'credential'>): Promise<void> {
      const isThere = await lockAccount(tx, owner)
      const row = (await tokenTable(tx).list(owner)).find(({ id }) => id === credential)
      if (!isThere || !row || isExpired(row, clock())) throw new AppError('not_signed_in', 'This token was revoked.')
    },

    /** Closes the open questions of tokens that do not exist any more. */
    closeOrphans: (owner: string): Promise<void> => history.change(asTaskdeck(owner), closeOrphans, () => {}),

    /** The user of a call, and what the call may do. */
    async whoami({ owner, via, credential, scopes: allowed }: Caller) {
      const { username, preferences } = await profileOf(owner)
      const row = via === 'session' ? undefined : (await table.list(owner)).find(({ id }) => id === credential)
      const { id, name, expiresAt } = row ? tokenOf(row) : { id: '', name: '', expiresAt: null }
      const scope: Scope = allowed.has('write') ? 'write' : allowed.has('export') ? 'export' : 'read'
      return {
        user: { _id: owner, username },
        preferences,
        scope,
        token: row ? { id, name, expiresAt } : null,
      }
    },

    /** The ids of the valid tokens of these users. */
    async open(userIds: string[]): Promise<Set<string>> {
      const open = new Set<string>()
      for (let first = 0; first < userIds.length; first += usersAtOnce) {
        const rows = await table.ofUsers(userIds.slice(first, first + usersAtOnce))
        for (const row of rows) if (!isExpired(row, clock())) open.add(row.id)
      }
      return open
    },
  }
}

export type TokenRules = ReturnType<typeof tokenRules>

/** Revokes all tokens of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseTokens = (tx: Kysely<Schema>, owner: string) => tokenTable(tx).removeAll(owner)

/** Closed questions are nobody's change to undo, because their token is gone. */
const asTaskdeck = (owner: string, key?: SentKey): Author => ({ owner, key, via: 'system', patience: 'request' })

const isExpired = ({ expires_at }: Pick<TokenRow, 'expires_at'>, now: number) =>
  expires_at !== null && expires_at <= now

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const isoOrNull = (milliseconds: number | null) => (milliseconds === null ? null : iso(milliseconds))

function tokenOf(row: TokenRow): Token {
  const { id, name, scope, created_at, expires_at, renewable_until, used_at, used_from } = row
  return {
    id,
    // Older versions have stored names with hidden characters.
    name: plainName(name),
    scope,
    createdAt: iso(created_at),
    expiresAt: isoOrNull(renewable_until ?? expires_at),
    isRenewed: renewable_until !== null,
    usedAt: isoOrNull(used_at),
    usedFrom: used_from,
  }
}

const failureOf = ({ failed_at, failed_call, failed_code, failed_message }: TokenRow) =>
  failed_at === null
    ? null
    : { at: iso(failed_at), call: failed_call ?? '', code: failed_code ?? '', message: failed_message ?? '' }

const refused = (message: string) => new AppError('not_signed_in', message)
const makeNew = 'Make a new one under Settings > Agents and access.'

const expired = ({ name, expires_at }: Pick<TokenRow, 'name' | 'expires_at'>) =>
  refused(`The token "${plainName(name)}" expired at ${isoOrNull(expires_at)}. ${makeNew}`)

const disabled = () =>
  refused('The account of this token is disabled. Ask the person who runs this server to enable it.')

function unknown(token: string): AppError {
  const problem = problemOf(token)
  if (problem === 'not a token')
    return refused(`The Authorization header has no API token: one begins with ${tokenPrefix}.`)
  if (problem === 'mistyped') {
    return refused('The token is mistyped or incomplete: its checksum does not match. Copy the whole token again.')
  }
  return refused(`The token was revoked, or it belongs to another server. ${makeNew}`)
}

const inThePast = () => new AppError('invalid_input', 'expiresAt must be a time in the future.')
const taken = (name: string) =>
  new AppError('conflict', `You already have a token named "${name}". Choose another name, or revoke that one first.`)
