import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import type { Config } from '../settings/config.ts'
import { accountTable } from './account-table.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import { emailKey } from './emails.ts'
import { hashOfDevice, knownDeviceTable } from './known-device-table.ts'
import type { PasswordHasher } from './passwords.ts'
import { sessionTable } from './session-table.ts'

interface Dependencies {
  database: Database
  config: Pick<Config, 'passwords'>
  clock: () => number
  attempts: AttemptLimits
  passwords: PasswordHasher
  /** Called for every wrong password, with the account if it exists. */
  onWrongPassword: (client: Client, user: string | undefined) => void
}

/** The result of a check before a change. The change is made only if it is still valid then. */
export interface Confirmed {
  /** The hash that the given password matched; null without a password to compare, which requires a recent confirmation instead. */
  passwordHash: string | null
}

type Holder = Pick<SessionCaller, 'owner' | 'credential'>

const minute = 60_000
const proofLastsMs = 10 * minute
/** How long a browser that has signed in is known at the next sign-in. */
const knownMs = 90 * 24 * 60 * minute

/**
 * Confirms the identity of a caller. Comparing a password takes time, in which the password can be changed or the session can end. So each
 * check has a second half that runs in the transaction of its effect: it locks the account until the transaction ends, and fails if
 * something has changed.
 */
export function proofRules({ database, config, clock, attempts, passwords, onWrongPassword }: Dependencies) {
  // A proof from the future was made with a wrong clock. It is treated as being as old as it is ahead.
  /** A password that nobody can sign in with proves nothing. */
  const hashOf = (user: UserRow) => (config.passwords === 'off' ? null : user.password_hash)
  const isFresh = (provedAt: number) => Math.abs(clock() - provedAt) < proofLastsMs

  /** Returns the account if the password is correct. Counts a wrong password against every limit. */
  async function compare(find: () => Promise<UserRow | undefined>, password: string, limits: Limit[], client: Client) {
    await attempts.take(limits)
    const user = await find()
    if ((await passwords.matches(password, user?.password_hash)) && user) {
      await attempts.giveBack(limits)
      return user
    }
    onWrongPassword(client, user?.id)
    return undefined
  }

  /** The hash of a browser with which the account has signed in lately; undefined for any other one. */
  async function knownDevice(email: string, device: string | undefined): Promise<string | undefined> {
    if (!device) return undefined
    const deviceHash = hashOfDevice(device)
    const user = await accountTable(database.db).findByEmail(email)
    // Searched for an unknown email, too, which then takes as long.
    const isKnown = await knownDeviceTable(database.db).isKnown(user?.id ?? '', deviceHash, clock() - knownMs)
    return isKnown ? deviceHash : undefined
  }

  async function find(id: string): Promise<UserRow> {
    const user = await accountTable(database.db).find(id)
    if (!user) throw new AppError('not_signed_in', 'This account no longer exists.')
    return user
  }

  async function compareAgain(
    caller: SessionCaller,
    user: UserRow,
    password: string | undefined,
    client: Client,
  ): Promise<Confirmed> {
    if (!password) throw new AppError('invalid_input', 'Please enter your current password.')
    if (!(await compare(async () => user, password, callerLimits(caller), client))) throw wrongPassword()
    return { passwordHash: hashOf(user) }
  }

  /** Locks the caller's account and session. Fails with `not_signed_in` if either no longer exists. */
  async function hold(tx: Kysely<Schema>, { owner: id, credential: sessionId }: Holder) {
    const user = await accountTable(tx).lock(id)
    const session = user && (await sessionTable(tx).lock(id, sessionId))
    if (!session) throw new AppError('not_signed_in', 'Please sign in first.')
    return { user, session }
  }

  return {
    isFresh,
    hold,

    /** Finds the account with this email and password; undefined if either is wrong. */
    async compareForSignIn(email: string, password: string, client: Client) {
      const limits = signInLimits(email, client.ip, await knownDevice(email, client.device))
      return compare(() => accountTable(database.db).findByEmail(email), password, limits, client)
    },

    /** Compares the caller's password; fails for an account without one. */
    async confirmPassword(caller: SessionCaller, password: string, client: Client): Promise<Confirmed> {
      const user = await find(caller.owner)
      if (hashOf(user) === null) {
        throw new AppError('conflict', 'This account has no password. Please confirm in another way.')
      }
      return compareAgain(caller, user, password, client)
    },

    /** Compares the caller's password, or requires a recent confirmation if the account has none. */
    async confirm(caller: SessionCaller, password: string | undefined, client: Client): Promise<Confirmed> {
      const user = await find(caller.owner)
      if (hashOf(user) !== null) return compareAgain(caller, user, password, client)
      if (!isFresh(caller.provedAt)) throw notProved()
      return { passwordHash: null }
    },

    /** For the transaction of the change: locks the caller's account, and fails if the confirmation is no longer valid. */
    async holdConfirmed(tx: Kysely<Schema>, caller: SessionCaller, { passwordHash }: Confirmed): Promise<void> {
      const { user, session } = await hold(tx, caller)
      if (hashOf(user) !== passwordHash) throw wrongPassword()
      if (passwordHash === null && !isFresh(session.proved_at)) throw notProved()
    },

    /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
    async holdProved(tx: Kysely<Schema>, caller: Holder): Promise<UserRow> {
      const { user, session } = await hold(tx, caller)
      if (!isFresh(session.proved_at)) throw notProved()
      return user
    },
  }
}

export type ProofRules = ReturnType<typeof proofRules>

/**
 * The address comes first, because attempts of a blocked address must not count against the account. A browser with which the account has signed in
 * before has a limit of its own in place of those of the account, so that strangers who guess cannot lock its owner out.
 */
function signInLimits(email: string, ip: string, knownDevice: string | undefined): Limit[] {
  const [account, address] = [emailKey(email), addressKey(ip)]
  if (knownDevice !== undefined)
    return [
      { key: `login address ${address}`, max: 100, windowMs: 15 * minute },
      { key: `login ${account} device ${knownDevice}`, max: 10, windowMs: 15 * minute },
    ]
  return [
    { key: `login address ${address}`, max: 100, windowMs: 15 * minute },
    { key: `login ${account} ${address}`, max: 10, windowMs: 15 * minute },
    { key: `login account ${account}`, max: 100, windowMs: 60 * minute },
  ]
}

/**
 * Counted separately from sign-ins, so that guesses of others cannot keep the owner from changing the password. One stolen session cannot
 * use up the attempts of all sessions of the account.
 */
function callerLimits({ owner: id, credential: sessionId }: SessionCaller): Limit[] {
  return [
    { key: `password session ${sessionId}`, max: 10, windowMs: 15 * minute },
    { key: `password user ${id}`, max: 100, windowMs: 60 * minute },
  ]
}

const wrongPassword = () => new AppError('forbidden', 'The current password is wrong.')

/** For changes that outlast the session: a stolen session alone must not be enough. */
const notProved = () =>
  new AppError('forbidden', 'Please confirm your identity first, and then do this within 10 minutes.')
