import { AppError } from '../../contract/errors.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import type { Client } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { UserRow } from '../database/schema.ts'
import type { Config } from '../settings/config.ts'
import { accountTable } from './account-table.ts'
import type { Entry, EntryRules } from './entry.ts'
import { demandPasswords } from './password-use.ts'
import type { PasswordHasher } from './passwords.ts'
import type { ProofRules } from './proofs.ts'
import { userOf } from './sessions.ts'

interface Dependencies {
  database: Database
  config: Pick<Config, 'google' | 'openId' | 'passwords'>
  passwords: PasswordHasher
  proofs: Pick<ProofRules, 'compareForSignIn'>
  entry: Pick<EntryRules, 'open'>
}

/** A user who has signed in, or who still has to give a second factor. */
export interface Entered {
  user: User
  entry: Entry
}

export function signInRules({ database, config, passwords, proofs, entry }: Dependencies) {
  /** Renews a hash of another cost at sign-in, because the password is known only then. */
  const renewed = ({ password_hash: hash }: UserRow, password: string) =>
    hash !== null && passwords.isOld(hash) ? passwords.hash(password) : undefined

  return {
    /** Starts a session, or asks for the second factor of an account that has one. Fails in the same way for a wrong email and a wrong password. */
    async login({ email, password }: { email: string; password: string }, client: Client): Promise<Entered> {
      demandPasswords(config)
      const user = await proofs.compareForSignIn(email, password, client)
      if (!user) throw invalidCredentials()
      const newHash = await renewed(user, password)
      return database.transaction(user.id, async (tx) => {
        const table = accountTable(tx)
        const current = await table.lock(user.id)
        if (current?.password_hash !== user.password_hash) throw invalidCredentials()
        if (newHash) await table.update(user.id, { password_hash: newHash })
        return { user: userOf(current), entry: await entry.open(tx, user.id, 'password', client) }
      })
    },
  }
}

export type SignInRules = ReturnType<typeof signInRules>

const invalidCredentials = () => new AppError('not_signed_in', 'Invalid credentials')
