import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { UserRow } from '../database/schema.ts'
import { accountTable } from './account-table.ts'
import { addressKey } from './address-key.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import { emailKey } from './emails.ts'
import type { PasswordHasher } from './passwords.ts'
import { type Client, type SessionRules, userOf } from './sessions.ts'
import type { Started } from './sign-in.ts'

interface Parts {
  database: Database
  config: Pick<Config, 'signupsPerHour'>
  clock: () => number
  attempts: AttemptLimits
  passwords: PasswordHasher
  sessions: Pick<SessionRules, 'start'>
}

export const defaultPreferences: Preferences = {
  theme: 'auto',
  weekStart: 'monday',
  dateStyle: 'month-first',
  sort: 'desc',
  filter: '',
}

export function signUpRules({ database, config, clock, attempts, passwords, sessions }: Parts) {
  return {
    /** Creates an account and starts its first session. */
    async signup(input: { username: string; email: string; password: string }, client: Client): Promise<Started> {
      const username = cleanName(input.username)
      if (!config.signupsPerHour) throw new AppError('forbidden', 'New accounts are closed on this server.')
      await attempts.take([signupLimit(client.ip, config.signupsPerHour)])
      const user: UserRow = {
        ...newUser(username, input.email, clock()),
        password_hash: await passwords.hash(input.password),
      }
      return database.transaction(user.id, async (tx) => {
        if (!(await accountTable(tx).insert(user))) throw new AppError('conflict', 'User already exists')
        return { user: userOf(user), token: await sessions.start(tx, user.id, client) }
      })
    },
  }
}

export type SignUpRules = ReturnType<typeof signUpRules>

export function newUser(username: string, email: string, now: number): UserRow {
  return {
    id: randomUUIDv7(),
    username,
    email: email.trim(),
    email_key: emailKey(email),
    password_hash: null,
    image: null,
    preferences: JSON.stringify(defaultPreferences),
    created_at: now,
    removed_at: null,
  }
}

/** Accounts that one address may create in an hour, with a password or with Google. */
export function signupLimit(ip: string, max: number): Limit {
  return { key: `signup ${addressKey(ip)}`, max, windowMs: 3_600_000 }
}

export function cleanName(username: string) {
  const name = username.trim()
  if (!name) throw new AppError('invalid_input', 'username must not be empty.')
  return name
}
