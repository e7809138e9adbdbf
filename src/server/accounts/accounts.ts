import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Preferences, User } from '../../contract/schemas/accounts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { UserRow } from '../database/schema.ts'
import type { FileRules } from '../files/files.ts'
import type { HistoryRules } from '../history/history.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { TrashRules } from '../trash/trash.ts'
import { accountTable } from './account-table.ts'
import { type AttemptLimits, addressKey, type Limit } from './attempts.ts'
import type { PasswordHasher } from './passwords.ts'
import { preferencesOf, type SessionRules, type SignedIn, userOf } from './sessions.ts'

interface Parts {
  database: Database
  config: Pick<Config, 'signupsPerHour'>
  clock: () => number
  attempts: AttemptLimits
  passwords: PasswordHasher
  sessions: SessionRules
  tasks: Pick<TaskRules, 'list'>
  files: Pick<FileRules, 'all' | 'discardAll'>
  trash: Pick<TrashRules, 'list'>
  history: Pick<HistoryRules, 'all'>
  /** Told of every wrong password: whose it is not, where that is known, and from where it came. */
  onWrongPassword: (ip: string, user: string | undefined) => void
}

const minute = 60_000
/** How long it counts that somebody has proved who they are. */
const proofLasts = 10 * minute

export const isProved = ({ provedAt }: SignedIn, now: number) => now - provedAt < proofLasts

export const defaultPreferences: Preferences = {
  theme: 'auto',
  weekStart: 'monday',
  dateStyle: 'month-first',
  sort: 'desc',
  filter: '',
}

/** Accounts: who may sign in, and what an account holds besides tasks. */
export function accountRules(parts: Parts) {
  const { database, config, clock, attempts, passwords, sessions, tasks, files, trash, history, onWrongPassword } =
    parts
  const table = accountTable(database.db)

  const loginLimits = (email: string, ip: string) => [
    { key: `login ${keyOf(email)} ${addressKey(ip)}`, most: 10, window: 15 * minute },
    { key: `login address ${addressKey(ip)}`, most: 100, window: 15 * minute },
    { key: `login account ${keyOf(email)}`, most: 100, window: 60 * minute },
  ]

  /** Counts a try at an account's password and compares; a right one is not counted. */
  async function prove(email: string, password: string, ip: string): Promise<UserRow> {
    const limits = loginLimits(email, ip)
    await attempts.take(limits)
    const row = await table.findByEmail(keyOf(email))
    if (!(await passwords.matches(password, row?.password_hash)) || !row) {
      onWrongPassword(ip, row?.id)
      throw new AppError('not_signed_in', 'Invalid credentials')
    }
    await attempts.giveBack(limits)
    await renewHash(row, password)
    return row
  }

  /** Only now is the password known: a hash that was made when hashes cost something else is made anew. */
  async function renewHash({ id, password_hash: before }: UserRow, password: string) {
    if (before === null || !passwords.isOld(before)) return
    await table.swapPassword(id, before, await passwords.hash(password))
  }

  async function existing(id: string): Promise<UserRow> {
    const row = await table.find(id)
    if (!row) throw new AppError('not_signed_in', 'This account does not exist any more.')
    return row
  }

  return {
    async signup(input: { username: string; email: string; password: string }, ip: string): Promise<User> {
      const username = cleanName(input.username)
      if (!config.signupsPerHour) throw new AppError('forbidden', 'New accounts are closed on this server.')
      await attempts.take([signupLimit(ip, config.signupsPerHour)])
      const row: UserRow = {
        ...newUser(username, input.email, clock()),
        password_hash: await passwords.hash(input.password),
      }
      if (!(await table.insert(row))) throw new AppError('conflict', 'User already exists')
      return userOf(row)
    },

    async login({ email, password }: { email: string; password: string }, ip: string): Promise<User> {
      return userOf(await prove(email, password, ip))
    },

    /** Remembers for ten minutes that the caller knows the password. */
    async prove(caller: SignedIn, password: string, ip: string): Promise<void> {
      const row = await existing(caller.id)
      if (row.password_hash === null) {
        throw new AppError('conflict', 'This account has no password. Please confirm with Google instead.')
      }
      await proveAgain(row, password, ip)
      await sessions.proved(caller)
    },

    async account(caller: SignedIn) {
      const [row, identity] = await Promise.all([existing(caller.id), table.identityOf(caller.id)])
      return {
        user: userOf(row),
        preferences: preferencesOf(caller),
        createdAt: iso(row.created_at),
        hasPassword: row.password_hash !== null,
        google: identity ? { email: identity.email, linkedAt: iso(identity.linked_at) } : null,
        proved: isProved(caller, clock()),
      }
    },

    async rename(id: string, username: string): Promise<User> {
      await table.update(id, { username: cleanName(username) })
      return userOf(await existing(id))
    },

    /** Asks for the current password, or for a fresh proof where there is none yet. Signs out every other device. */
    async changePassword(caller: SignedIn, { current, password }: { current?: string; password: string }, ip: string) {
      const row = await existing(caller.id)
      if (row.password_hash !== null) await proveAgain(row, current, ip)
      else demandProof(caller)
      await table.update(caller.id, { password_hash: await passwords.hash(password) })
      await sessions.endAll(caller.id)
    },

    /** Changes what is given; what another tab changes at the same moment is kept. */
    async setPreferences({ id }: SignedIn, change: Partial<Preferences>): Promise<Preferences> {
      for (;;) {
        const { preferences: before } = await existing(id)
        const preferences = { ...JSON.parse(before), ...change }
        if (await table.swapPreferences(id, before, JSON.stringify(preferences))) return preferences
      }
    },

    async unlinkGoogle(caller: SignedIn) {
      const row = await existing(caller.id)
      if (row.password_hash === null) {
        throw new AppError('conflict', 'Set a password first: without Google you could not sign in any more.')
      }
      demandProof(caller)
      await table.removeIdentities(caller.id)
    },

    /** Everything that is kept about an account, but for its secrets. */
    async exportAll(caller: SignedIn) {
      const [row, identity, picture, list, taskJson, fileList, trashed, events] = await Promise.all([
        existing(caller.id),
        table.identityOf(caller.id),
        table.picture(caller.id),
        sessions.list(caller),
        tasks.list(caller.id, {}, caller.seq),
        files.all(caller.id),
        trash.list(caller.id),
        history.all(caller.id),
      ])
      return {
        user: { ...userOf(row), createdAt: iso(row.created_at) },
        preferences: preferencesOf(caller),
        google: identity ? { email: identity.email, linkedAt: iso(identity.linked_at) } : null,
        picture: picture ? { type: picture.type, base64: picture.base64 } : null,
        sessions: list,
        tasks: JSON.parse(taskJson.toString()).tasks,
        files: fileList,
        trash: trashed,
        history: events,
      }
    },

    /** Removes the account with everything in it. Asks for the password, or for a fresh proof where there is none. */
    async remove(caller: SignedIn, password: string | undefined, ip: string): Promise<void> {
      const row = await existing(caller.id)
      if (row.password_hash !== null) await proveAgain(row, password, ip)
      else demandProof(caller)
      await table.remove(caller.id)
      await files.discardAll(caller.id)
    },
  }

  /** For what outlasts the session: who has stolen one must not get further with it. */
  function demandProof(caller: SignedIn) {
    if (!isProved(caller, clock())) {
      throw new AppError('forbidden', 'Please confirm first that it is you, then do this within 10 minutes.')
    }
  }

  async function proveAgain(row: UserRow, password: string | undefined, ip: string) {
    if (!password) throw new AppError('invalid_input', 'Please give your current password.')
    await prove(row.email, password, ip).catch((error: AppError) => {
      throw error.code === 'not_signed_in' ? new AppError('forbidden', 'The current password is not right.') : error
    })
  }
}

export type AccountRules = ReturnType<typeof accountRules>

export function newUser(username: string, email: string, now: number): UserRow {
  return {
    id: randomUUIDv7(),
    username,
    email: email.trim(),
    email_key: keyOf(email),
    password_hash: null,
    image: null,
    preferences: JSON.stringify(defaultPreferences),
    created_at: now,
  }
}

/** An address makes so many accounts in an hour, in whatever way. */
export function signupLimit(ip: string, most: number): Limit {
  return { key: `signup ${addressKey(ip)}`, most, window: 60 * minute }
}

/** Two spellings of one address are one account. */
export function keyOf(email: string) {
  return email.trim().normalize('NFKC').toLowerCase()
}

function cleanName(username: string) {
  const name = username.trim()
  if (!name) throw new AppError('invalid_input', 'username must not be empty.')
  return name
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
