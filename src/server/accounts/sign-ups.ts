import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SignupMode } from '../../contract/accounts.ts'
import { AppError } from '../../contract/errors.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Client } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import type { Config } from '../settings/config.ts'
import { accountTable } from './account-table.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import { emailKey } from './emails.ts'
import type { EntryRules } from './entry.ts'
import { inviteTable } from './invite-table.ts'
import { inviteHash } from './invites.ts'
import { checkNewPassword } from './new-password.ts'
import { demandPasswordSignUps } from './password-use.ts'
import type { PasswordHasher } from './passwords.ts'
import { userOf } from './sessions.ts'
import type { Entered } from './sign-in.ts'

interface Dependencies {
  database: Database
  config: Pick<Config, 'signups' | 'signupsPerHour' | 'google' | 'openId' | 'passwords'>
  clock: () => number
  attempts: AttemptLimits
  passwords: PasswordHasher
  entry: Pick<EntryRules, 'open'>
}

interface Input {
  username: string
  email: string
  password: string
  invite?: string
  timeZone?: string
}

/** Why no account was created. */
export type Refusal = 'closed' | 'no_invite' | 'taken'

export const defaultPreferences: Preferences = {
  theme: 'auto',
  weekStart: 'monday',
  dateStyle: 'month-first',
  sort: 'desc',
  filter: '',
  timeZone: '',
}

/** Creates accounts if the setting `SIGNUPS` allows it. The first account can always be created. */
export function signUpRules({ database, config, clock, attempts, passwords, entry }: Dependencies) {
  /** How an account can be created right now. */
  const mode = async (): Promise<SignupMode> =>
    config.signups === 'open' || !(await accountTable(database.db).hasAny()) ? 'open' : config.signups

  /** Runs after the insert, in the same transaction, so that only one of several concurrent accounts is the first. */
  async function refusalOf(tx: Kysely<Schema>, user: UserRow, wasEmpty: boolean, invite = '') {
    if (config.signups === 'open' || (wasEmpty && (await accountTable(tx).insertFirst(user.id)))) return undefined
    if (config.signups === 'closed') return 'closed'
    return (await inviteTable(tx).use(inviteHash(invite), user.email, clock())) ? undefined : 'no_invite'
  }

  const rules = {
    mode,

    /**
     * Counts a sign-up, and returns why it would be refused. This is a first check that saves the cost of a hash; `insert` decides.
     * Runs outside the transaction, which would undo the count if it failed.
     */
    async begin(email: string, invite: string | undefined, ip: string): Promise<Refusal | undefined> {
      const current = await mode()
      if (current === 'closed') return 'closed'
      await attempts.take([signupLimit(ip, config.signupsPerHour)])
      if (current === 'open') return undefined
      const found = await inviteTable(database.db).findFor(inviteHash(invite ?? ''), email, clock())
      return found ? undefined : 'no_invite'
    },

    /** Inserts an account. The transaction must be rolled back if this returns a refusal. */
    async insert(tx: Kysely<Schema>, user: UserRow, invite?: string): Promise<Refusal | undefined> {
      const table = accountTable(tx)
      const wasEmpty = !(await table.hasAny())
      if (!(await table.insert(user))) return 'taken'
      return refusalOf(tx, user, wasEmpty, invite)
    },

    /** Creates an account and starts its first session. */
    async signup({ username, email, password, invite, timeZone }: Input, client: Client): Promise<Entered> {
      demandPasswordSignUps(config)
      const name = cleanName(username)
      checkNewPassword(password, { username: name, email })
      const refusal = await rules.begin(email, invite, client.ip)
      if (refusal) throw refused(refusal)
      const user: UserRow = {
        ...newUser(name, email, clock(), timeZone),
        password_hash: await passwords.hash(password),
      }
      return database.transaction(user.id, async (tx) => {
        const refusal = await rules.insert(tx, user, invite)
        if (refusal) throw refused(refusal)
        return { user: userOf(user), entry: await entry.open(tx, user.id, 'password', client) }
      })
    },
  }
  return rules
}

export type SignUpRules = ReturnType<typeof signUpRules>

function refused(refusal: Refusal) {
  if (refusal === 'taken') return new AppError('conflict', 'User already exists')
  if (refusal === 'closed') return new AppError('forbidden', 'New accounts are closed on this server.')
  return new AppError(
    'forbidden',
    'You need a valid invitation to sign up here. Ask the operator of this server for a link.',
  )
}

export function newUser(username: string, email: string, now: number, timeZone = ''): UserRow {
  return {
    id: randomUUIDv7(),
    username,
    email: email.trim(),
    email_key: emailKey(email),
    password_hash: null,
    image: null,
    preferences: JSON.stringify({ ...defaultPreferences, timeZone }),
    created_at: now,
    removed_at: null,
  }
}

/** Accounts that one address may create in an hour, with a password or with a provider. */
function signupLimit(ip: string, max: number): Limit {
  return { key: `signup ${addressKey(ip)}`, max, windowMs: 3_600_000 }
}

export function cleanName(username: string) {
  const name = username.trim()
  if (!name) throw new AppError('invalid_input', 'username must not be empty.')
  return name
}
