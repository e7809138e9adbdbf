import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { accountTable } from './account-table.ts'
import { emailKey } from './emails.ts'
import type { PasswordHasher } from './passwords.ts'
import { sessionTable } from './session-table.ts'

/** Gives an account a new password and signs out every device; answers the password, or undefined when nobody has this e-mail. */
export async function newPasswordFor(email: string, database: Database, passwords: PasswordHasher) {
  const password = randomBytes(12).toString('base64url')
  const password_hash = await passwords.hash(password)
  return database.transaction(emailKey(email), async (tx) => {
    const user = await accountTable(tx).findByEmail(email)
    if (!user) return undefined
    // In this order: the update waits for a sign-in with the old password that is under way, and its session ends then.
    await accountTable(tx).update(user.id, { password_hash })
    await sessionTable(tx).removeAll(user.id)
    return password
  })
}
