import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { MailLinks } from '../mail/mail-links.ts'
import { eraseSecondFactor } from '../second-factor/second-factor.ts'
import { recordByOperator } from '../security-events/security-events.ts'
import { accountTable } from './account-table.ts'
import { emailKey } from './emails.ts'
import { endAccess } from './lasting-access.ts'
import type { PasswordHasher } from './passwords.ts'
import { sessionTable } from './session-table.ts'
import { startedTable } from './started-table.ts'

/** Sets a new password and ends every other access. Returns the password, or undefined if no account has this email. */
export async function newPasswordFor(email: string, database: Database, passwords: PasswordHasher, now = Date.now()) {
  const password = randomBytes(12).toString('base64url')
  const password_hash = await passwords.hash(password)
  return database.transaction(emailKey(email), async (tx) => {
    const user = await accountTable(tx).findByEmail(email)
    if (!user) return undefined
    await replacePassword(tx, user.id, password_hash)
    await recordByOperator(tx, user.id, 'password reset by the operator', now)
    return password
  })
}

/**
 * Ends every access to an account, the password included. Returns the token of a link that sets a new one, or undefined if no account has this
 * email.
 */
export function resetLinkFor(email: string, database: Database, links: Pick<MailLinks, 'make'>, now = Date.now()) {
  return database.transaction(emailKey(email), async (tx) => {
    const user = await accountTable(tx).findByEmail(email)
    if (!user) return undefined
    await replacePassword(tx, user.id, null)
    const { token, store } = links.make(user.id, 'reset-password', user.email)
    await store(tx)
    await recordByOperator(tx, user.id, 'password reset by the operator', now)
    return token
  })
}

/** Sets a new password of an account, or none, and ends every other access, within a transaction. */
export async function replacePassword(tx: Kysely<Schema>, owner: string, password_hash: string | null): Promise<void> {
  // In this order: the update waits for a concurrent sign-in with the old password, whose session is then ended.
  await accountTable(tx).update(owner, { password_hash })
  await endAccess(tx, owner)
}

/** Turns the second factor of an account off, ends its sessions, and tells its owner in the same transaction. Undefined if no account has this email. */
export function secondFactorReset(
  email: string,
  database: Database,
  tell: (tx: Kysely<Schema>, owner: string) => Promise<void>,
  now = Date.now(),
): Promise<'done' | 'off' | undefined> {
  return database.transaction(emailKey(email), async (tx) => {
    const table = accountTable(tx)
    const found = await table.findByEmail(email)
    const user = found && (await table.lock(found.id))
    if (!user) return undefined
    if (!(await eraseSecondFactor(tx, user.id))) return 'off'
    await sessionTable(tx).removeAll(user.id)
    await startedTable(tx).removeAll(user.id)
    await recordByOperator(tx, user.id, 'second factor reset by the operator', now)
    await tell(tx, user.id)
    return 'done'
  })
}
