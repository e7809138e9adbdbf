import { AppError } from '../../contract/errors.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import type { Client } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { UserRow } from '../database/schema.ts'
import { accountTable } from './account-table.ts'
import type { PasswordHasher } from './passwords.ts'
import type { ProofRules } from './proofs.ts'
import { type SessionRules, userOf } from './sessions.ts'

interface Dependencies {
  database: Database
  passwords: PasswordHasher
  proofs: Pick<ProofRules, 'compareForSignIn'>
  sessions: Pick<SessionRules, 'start'>
}

/** A user with the token of a new session. */
export interface Started {
  user: User
  token: string
}

export function signInRules({ database, passwords, proofs, sessions }: Dependencies) {
  /** Renews a hash of another cost at sign-in, because the password is known only then. */
  const renewed = ({ password_hash: hash }: UserRow, password: string) =>
    hash !== null && passwords.isOld(hash) ? passwords.hash(password) : undefined

  return {
    /** Starts a session. Fails in the same way for a wrong email and a wrong password. */
    async login({ email, password }: { email: string; password: string }, client: Client): Promise<Started> {
      const user = await proofs.compareForSignIn(email, password, client.ip)
      if (!user) throw invalidCredentials()
      const newHash = await renewed(user, password)
      return database.transaction(user.id, async (tx) => {
        const table = accountTable(tx)
        const current = await table.lock(user.id)
        if (current?.password_hash !== user.password_hash) throw invalidCredentials()
        if (newHash) await table.update(user.id, { password_hash: newHash })
        return { user: userOf(current), token: await sessions.start(tx, user.id, client) }
      })
    },
  }
}

export type SignInRules = ReturnType<typeof signInRules>

const invalidCredentials = () => new AppError('not_signed_in', 'Invalid credentials')
