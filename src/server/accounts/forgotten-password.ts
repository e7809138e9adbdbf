import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { accountTable } from './account-table.ts'
import { emailKey } from './emails.ts'
import { endAccess } from './lasting-access.ts'
import type { PasswordHasher } from './passwords.ts'

/** Sets a new password and ends every other access. Returns the password, or undefined if no account has this email. */
export async function newPasswordFor(email: string, database: Database, passwords: PasswordHasher) {
  const password = randomBytes(12).toString('base64url')
  const password_hash = await passwords.hash(password)
  return database.transaction(emailKey(email), async (tx) => {
    const user = await accountTable(tx).findByEmail(email)
    if (!user) return undefined
    await replacePassword(tx, user.id, password_hash)
    return password
  })
}

/** Sets a new password of an account and ends every other access, within a transaction. */
export async function replacePassword(tx: Kysely<Schema>, owner: string, password_hash: string): Promise<void> {
  // In this order: the update waits for a concurrent sign-in with the old password, whose session is then ended.
  await accountTable(tx).update(owner, { password_hash })
  await endAccess(tx, owner)
}
