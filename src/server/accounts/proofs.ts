import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { addressKey } from '../callers/address-key.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import { accountTable } from './account-table.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import { emailKey } from './emails.ts'
import type { PasswordHasher } from './passwords.ts'
import { sessionTable } from './session-table.ts'

interface Parts {
  database: Database
  clock: () => number
  attempts: AttemptLimits
  passwords: PasswordHasher
  /** Called for every wrong password, with the account that it was tried on where there is one. */
  onWrongPassword: (ip: string, user: string | undefined) => void
}

/** What a caller has shown before a change. The change is made only if it still holds by then. */
export interface Confirmed {
  /** The hash that the given password matched; null for an account without one, which needs a fresh proof instead. */
  passwordHash: string | null
}

const minute = 60_000
const proofLastsMs = 10 * minute

/**
 * Ways to show who somebody is. Comparing a password takes time, and meanwhile the password can be changed or the session ended. So
 * each check has a second half that runs in the transaction of its effect: it locks the account, fails when something has changed
 * since, and keeps it from changing until the transaction ends.
 */
export function proofRules({ database, clock, attempts, passwords, onWrongPassword }: Parts) {
  // A proof from the future was given while the clock was wrong, and is as old as it is far ahead.
  const isFresh = (provedAt: number) => Math.abs(clock() - provedAt) < proofLastsMs

  /** The account, if the password is its own. Counts a wrong one under every limit. */
  async function compare(find: () => Promise<UserRow | undefined>, password: string, limits: Limit[], ip: string) {
    await attempts.take(limits)
    const user = await find()
    if ((await passwords.matches(password, user?.password_hash)) && user) {
      await attempts.giveBack(limits)
      return user
    }
    onWrongPassword(ip, user?.id)
    return undefined
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
    ip: string,
  ): Promise<Confirmed> {
    if (!password) throw new AppError('invalid_input', 'Please give your current password.')
    if (!(await compare(async () => user, password, callerLimits(caller), ip))) throw wrongPassword()
    return { passwordHash: user.password_hash }
  }

  /** Locks the caller's account and session. Fails with `not_signed_in` when either is gone. */
  async function hold(tx: Kysely<Schema>, { owner: id, credential: sessionId }: SessionCaller) {
    const user = await accountTable(tx).lock(id)
    const session = user && (await sessionTable(tx).lock(id, sessionId))
    if (!session) throw new AppError('not_signed_in', 'Please sign in first.')
    return { user, session }
  }

  return {
    isFresh,
    hold,

    /** The account that an email and a password open; undefined when they do not fit. */
    compareForSignIn: (email: string, password: string, ip: string) =>
      compare(() => accountTable(database.db).findByEmail(email), password, signInLimits(email, ip), ip),

    /** Compares the caller's password; fails for an account without one. */
    async confirmPassword(caller: SessionCaller, password: string, ip: string): Promise<Confirmed> {
      const user = await find(caller.owner)
      if (user.password_hash === null) {
        throw new AppError('conflict', 'This account has no password. Please confirm with Google instead.')
      }
      return compareAgain(caller, user, password, ip)
    },

    /** Compares the caller's password, or asks for a fresh proof where the account has none. */
    async confirm(caller: SessionCaller, password: string | undefined, ip: string): Promise<Confirmed> {
      const user = await find(caller.owner)
      if (user.password_hash !== null) return compareAgain(caller, user, password, ip)
      if (!isFresh(caller.provedAt)) throw notProved()
      return { passwordHash: null }
    },

    /** In the transaction of the change: locks the caller's account, and fails unless what was confirmed still holds. */
    async holdConfirmed(tx: Kysely<Schema>, caller: SessionCaller, { passwordHash }: Confirmed): Promise<void> {
      const { user, session } = await hold(tx, caller)
      if (user.password_hash !== passwordHash) throw wrongPassword()
      if (passwordHash === null && !isFresh(session.proved_at)) throw notProved()
    },

    /** In the transaction of the change: locks the caller's account, and fails unless its session has a fresh proof. */
    async holdProved(tx: Kysely<Schema>, caller: SessionCaller): Promise<UserRow> {
      const { user, session } = await hold(tx, caller)
      if (!isFresh(session.proved_at)) throw notProved()
      return user
    },
  }
}

export type ProofRules = ReturnType<typeof proofRules>

/** The address comes first: what it has used up must not count against the account that it tries. */
function signInLimits(email: string, ip: string): Limit[] {
  const [account, address] = [emailKey(email), addressKey(ip)]
  return [
    { key: `login address ${address}`, max: 100, windowMs: 15 * minute },
    { key: `login ${account} ${address}`, max: 10, windowMs: 15 * minute },
    { key: `login account ${account}`, max: 100, windowMs: 60 * minute },
  ]
}

/**
 * Counted apart from sign-ins: guesses from elsewhere must not keep the owner from changing the password. One stolen session cannot
 * use up what is allowed to all sessions of the account.
 */
function callerLimits({ owner: id, credential: sessionId }: SessionCaller): Limit[] {
  return [
    { key: `password session ${sessionId}`, max: 10, windowMs: 15 * minute },
    { key: `password user ${id}`, max: 100, windowMs: 60 * minute },
  ]
}

const wrongPassword = () => new AppError('forbidden', 'The current password is not right.')

/** For changes that outlast the session: a stolen session alone must not be enough. */
const notProved = () =>
  new AppError('forbidden', 'Please confirm first that it is you, then do this within 10 minutes.')
