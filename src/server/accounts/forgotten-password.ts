import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { accountTable } from './account-table.ts'
import { keyOf } from './accounts.ts'
import type { PasswordHasher } from './passwords.ts'
import { sessionTable } from './session-table.ts'

/** Gives an account a new password and signs out every device; answers the password, or undefined when nobody has this e-mail. */
export async function newPasswordFor(email: string, database: Database, passwords: PasswordHasher) {
  const password = randomBytes(12).toString('base64url')
  const password_hash = await passwords.hash(password)
  return database.transaction(keyOf(email), async (tx) => {
    const user = await accountTable(tx).findByEmail(keyOf(email))
    if (!user) return undefined
    await accountTable(tx).update(user.id, { password_hash })
    await sessionTable(tx).removeAll(user.id)
    return password
  })
}
