import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { ProofRule } from '../../contract/receipts.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { dayIn } from '../../contract/time-zone.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { countPasskeys } from '../passkeys/passkeys.ts'
import type { SecondFactorRules } from '../second-factor/second-factor.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { accountTable } from './account-table.ts'
import { emailKey } from './emails.ts'
import { googleIdentity, linkedIdentity } from './identities.ts'
import type { ProofRules } from './proofs.ts'
import type { AccountRemoval } from './removal.ts'
import { preferencesOf, userOf } from './sessions.ts'
import { cleanName } from './sign-ups.ts'
import { type OfferedWays, waysIn } from './ways-in.ts'

interface Dependencies {
  config: OfferedWays
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
  proofs: ProofRules
  secondFactor: Pick<SecondFactorRules, 'isOn'>
  removal: AccountRemoval
  /** Called within the transaction in which the time zone of a user changes. */
  onTimeZone: (tx: Kysely<Schema>, owner: string, timeZone: string) => Promise<void>
  /** Called within the transaction in which the time zone or the digest of a user changes. */
  onDigest: (tx: Kysely<Schema>, owner: string, preferences: Preferences) => Promise<void>
  /** Called if data of a deleted account could not be removed at once. A background job tries again. */
  onLeftover: (error: unknown) => void
}

/** Profile, preferences and deletion of an account. */
export function accountRules(dependencies: Dependencies) {
  const { config, database, history, proofs, secondFactor, removal, onTimeZone, onDigest, onLeftover } = dependencies
  const table = accountTable(database.db)

  async function existing(found: Promise<UserRow | undefined>): Promise<UserRow> {
    const row = await found
    if (!row) throw new AppError('not_signed_in', 'This account no longer exists.')
    return row
  }

  async function setPreferencesWithin(tx: Kysely<Schema>, owner: string, change: Partial<Preferences>) {
    const own = accountTable(tx)
    const { preferences: preferencesJson } = await existing(own.lock(owner))
    const before = preferencesOf({ preferencesJson })
    const preferences = { ...before, ...change }
    await own.update(owner, { preferences: JSON.stringify(preferences) })
    const { timeZone } = preferences
    if (timeZone !== before.timeZone) await onTimeZone(tx, owner, timeZone)
    if (change.digest || timeZone !== before.timeZone) await onDigest(tx, owner, preferences)
    return preferences
  }

  return {
    async account(caller: SessionCaller) {
      const [row, linked, ways, passkeys, hasCodes] = await Promise.all([
        existing(table.find(caller.owner)),
        table.identitiesOf(caller.owner),
        waysIn(database.db, caller.owner, config),
        countPasskeys(database.db, caller.owner, config),
        secondFactor.isOn(database.db, caller.owner),
      ])
      const google = googleIdentity(config, linked)
      return {
        user: userOf(row),
        preferences: preferencesOf(caller),
        createdAt: iso(row.created_at),
        hasPassword: row.password_hash !== null && config.passwords !== 'off',
        google: google ? { email: plainName(google.email), linkedAt: iso(google.linked_at) } : null,
        identities: linked.map((identity) => linkedIdentity(config, identity)),
        hasPasskey: passkeys > 0,
        hasCodes,
        waysIn: ways,
        proved: proofs.isFresh(caller.provedAt),
      }
    },

    /** Everybody may ask: an id cannot be guessed. */
    isKnown: async (id: string) => ({ isKnown: (await table.find(id)) !== undefined }),

    rename(caller: SessionCaller, username: string) {
      const work = async (tx: Kysely<Schema>) => {
        const own = accountTable(tx)
        await own.update(caller.owner, { username: cleanName(username) })
        return existing(own.find(caller.owner))
      }
      return history.changeSettings(caller, work, (row) => ({ message: 'Username changed.', user: userOf(row) }))
    },

    /** Changes the given preferences. Keeps concurrent changes of others, and tells the user's other browsers. */
    setPreferences(caller: SessionCaller, change: Partial<Preferences>) {
      const work = (tx: Kysely<Schema>) => setPreferencesWithin(tx, caller.owner, change)
      return history.changeSettings(caller, work, (preferences) => ({ preferences }))
    },
    /** The same within a transaction. */
    setPreferencesWithin,

    /** Deletes the account with all its data. Requires the password, or a recent confirmation if the account has none. */
    async remove(caller: SessionCaller, password: string | undefined, client: Client): Promise<void> {
      const confirmed = await proofs.confirm(caller, password, client)
      await removal.begin(caller.owner, (tx) => proofs.holdConfirmed(tx, caller, confirmed))
      await removal.eraseData(caller.owner).catch(onLeftover)
    },
  }
}

/** Finds the names of users by their ids. */
export function usernames({ db }: Database) {
  return async (ids: string[]): Promise<Map<string, string>> =>
    ids.length ? new Map((await accountTable(db).names(ids)).map(({ id, username }) => [id, username])) : new Map()
}

/** For how long, and for how many users, the email that was right is right. */
const rightEmails = { ms: 60_000, users: 10_000 }

/** Checks whether an email is that of a user, for every request of programs that sign in with it. A former one may be right for another minute. */
export function emailCheck({ prepare }: Pick<Database, 'prepare'>, monotonic: () => number) {
  const read = prepare((db, owner: string) => db.selectFrom('users').select('email').where('id', '=', owner))
  const right = new Map<string, { email: string; until: number }>()

  function remember(owner: string, email: string): true {
    if (right.size >= rightEmails.users) right.clear()
    right.set(owner, { email, until: monotonic() + rightEmails.ms })
    return true
  }

  return (owner: string, email: string): MaybePromise<boolean> => {
    const known = right.get(owner)
    if (known?.email === email && monotonic() < known.until) return true
    return andThen(
      read(owner),
      ([row]) => row !== undefined && emailKey(row.email) === emailKey(email) && remember(owner, email),
    )
  }
}

/** The name, the email and the preferences of a user. */
export function profiles({ db }: Database) {
  return async (owner: string) => {
    const user = await accountTable(db).find(owner)
    const preferences = preferencesOf({ preferencesJson: user?.preferences ?? '{}' })
    return { username: user?.username ?? '', email: user?.email ?? '', preferences }
  }
}

/** The time zone of a user, for every request of programs that depend on it; empty if it is not known yet. */
export function timeZones({ prepare, readOnce }: Pick<Database, 'prepare' | 'readOnce'>) {
  const read = prepare((db, owner: string) => db.selectFrom('users').select('preferences').where('id', '=', owner))
  return readOnce((owner) =>
    andThen(read(owner), ([row]) => preferencesOf({ preferencesJson: row?.preferences ?? '{}' }).timeZone),
  )
}

/** The day where a user is at a time, by the time zone of the account, or in UTC if it has none. Reads within a transaction. */
export async function dayOf({ tx, owner, at }: { tx: Kysely<Schema>; owner: string; at: string }): Promise<string> {
  const user = await accountTable(tx).find(owner)
  return dayIn(preferencesOf({ preferencesJson: user?.preferences ?? '{}' }), new Date(at))
}

/** The time zone of a user; empty if it is not known yet. Reads within a transaction. */
export async function timeZoneOf({ tx, owner }: { tx: Kysely<Schema>; owner: string }): Promise<string> {
  const user = await accountTable(tx).find(owner)
  return preferencesOf({ preferencesJson: user?.preferences ?? '{}' }).timeZone
}

/** The address and the preferences of a user; undefined if the account no longer exists. */
export async function mailedUser(tx: Kysely<Schema>, owner: string) {
  const user = await accountTable(tx).find(owner)
  return user && { email: user.email, preferences: preferencesOf({ preferencesJson: user.preferences }) }
}

/** Switches the digest of a user off, within a transaction. */
export async function switchDigestOff(tx: Kysely<Schema>, owner: string): Promise<void> {
  const user = await accountTable(tx).lock(owner)
  const preferences = preferencesOf({ preferencesJson: user?.preferences ?? '{}' })
  if (!user || !preferences.digest) return
  const digest = { ...preferences.digest, isOn: false }
  await accountTable(tx).update(owner, { preferences: JSON.stringify({ ...preferences, digest }) })
}

/** When tokens of a user may complete a task. Reads within a transaction. */
export async function proofRuleOf({ tx, owner }: { tx: Kysely<Schema>; owner: string }): Promise<ProofRule> {
  const user = await accountTable(tx).find(owner)
  return preferencesOf({ preferencesJson: user?.preferences ?? '{}' }).proofRule ?? 'never'
}

export type AccountRules = ReturnType<typeof accountRules>

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** Locks an account until the transaction ends. Returns false if it was deleted. */
export const lockAccount = async (tx: Kysely<Schema>, id: string): Promise<boolean> =>
  (await accountTable(tx).lock(id)) !== undefined
