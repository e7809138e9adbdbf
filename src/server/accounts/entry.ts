import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import { secondFactor as limitsOfFactor } from '../../contract/second-factor.ts'
import type { Client } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, StartedSignInRow } from '../database/schema.ts'
import { isDisabled } from '../restrictions/restrictions.ts'
import type { SecondFactorRules } from '../second-factor/second-factor.ts'
import { accountTable } from './account-table.ts'
import type { CodeAttempts } from './code-attempts.ts'
import { columnsOf, type ProviderSession, providerSessionOf } from './provider-session.ts'
import { type SessionRules, userOf } from './sessions.ts'
import { startedTable } from './started-table.ts'

/** How a user signs in. A passkey stands for both factors, because its device has verified its user. */
export type Way = StartedSignInRow['way'] | 'passkey'

/** A session, or a sign-in that waits for a second factor: the token of either. */
export type Entry = { session: string } | { started: string }

interface Dependencies {
  database: Database
  clock: () => number
  attemptCode: CodeAttempts
  sessions: Pick<SessionRules, 'start'>
  secondFactor: Pick<SecondFactorRules, 'isAsked' | 'use' | 'trust'>
}

const minute = 60_000
const lastsMs = limitsOfFactor.signInMinutes * minute
/** Waiting sign-ins of one account. Another one ends the oldest. */
const maxStarted = 20
const hashOf = (token: string) => hash('sha256', token, 'base64url')

/**
 * The gate to every session: the only code that starts one. Each way to sign in calls `open`, which asks for the second factor of an
 * account that has one.
 */
export function entryRules({ database, clock, attemptCode, sessions, secondFactor }: Dependencies) {
  return {
    /**
     * Starts a session, or a sign-in that waits for a second factor. Must run in the transaction that has checked and locked the account:
     * see `sessions.start`. Fails with `account_disabled`.
     */
    async open(tx: Kysely<Schema>, owner: string, way: Way, client: Client, began?: ProviderSession): Promise<Entry> {
      if (await isDisabled(tx, owner)) throw disabled()
      if (way === 'passkey' || !(await secondFactor.isAsked(tx, owner, client.trust))) {
        return { session: await sessions.start(tx, owner, client, began) }
      }
      const started = randomBytes(32).toString('base64url')
      const table = startedTable(tx)
      for (const token_hash of (await table.list(owner)).slice(maxStarted - 1)) await table.remove(token_hash)
      const row = { token_hash: hashOf(started), user_id: owner, way, created_at: clock() }
      await table.insert({ ...row, ...columnsOf(began) })
      return { started }
    },

    /** Starts a session in place of one that has passed the gate, and that the same transaction has locked. */
    goOn: (tx: Kysely<Schema>, owner: string, client: Client, began?: ProviderSession): Promise<string> =>
      sessions.start(tx, owner, client, began),

    /** The account of a sign-in that waits for a second factor; undefined if it has ended. */
    async waiting(started: string | undefined): Promise<string | undefined> {
      const row = await startedTable(database.db).find(hashOf(started ?? ''))
      return row && Math.abs(clock() - row.created_at) < lastsMs ? row.user_id : undefined
    },

    /** Finishes a sign-in with a code. Returns the tokens of the session and, if the user trusts the browser, of that trust. */
    async finish(started: string | undefined, { code, trust }: { code: string; trust?: boolean }, client: Client) {
      const tokenHash = hashOf(started ?? '')
      const row = await startedTable(database.db).find(tokenHash)
      if (!row || Math.abs(clock() - row.created_at) >= lastsMs) throw hasEnded()
      const owner = row.user_id
      const work = async (tx: Kysely<Schema>) => {
        const user = await accountTable(tx).lock(owner)
        if (!user) throw hasEnded()
        if (await isDisabled(tx, owner)) throw disabled()
        const used = await secondFactor.use(tx, owner, code)
        if (!used) return undefined
        if (!(await startedTable(tx).remove(tokenHash))) throw hasEnded()
        const began = providerSessionOf(row)
        const session = await sessions.start(tx, owner, client, began)
        const trusted = trust ? await secondFactor.trust(tx, owner) : undefined
        return { user: userOf(user) satisfies User, way: row.way, began, used, session, trusted }
      }
      return attemptCode(owner, code, client, () => database.transaction(owner, work))
    },

    /** For background jobs. */
    forgetOld: async (): Promise<void> => void (await startedTable(database.db).removeOld(clock() - lastsMs)),
  }
}

export type EntryRules = ReturnType<typeof entryRules>

const disabled = () =>
  new AppError('account_disabled', 'This account is disabled. Ask the person who runs this server to enable it.')

const hasEnded = () => new AppError('not_signed_in', 'This sign-in has ended. Sign in again.')
