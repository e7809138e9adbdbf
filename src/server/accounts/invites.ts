import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { inviteTable } from './invite-table.ts'

interface Dependencies {
  database: Database
  clock: () => number
}

interface InviteOptions {
  /** The only email that may use the invitation; any email if absent. */
  email?: string | undefined
  days: number
}

const dayMs = 24 * 3_600_000

/** Creates, lists and revokes invitations to sign up, for the operator. */
export function inviteRules({ database, clock }: Dependencies) {
  const table = inviteTable(database.db)
  return {
    /** Creates an invitation and returns its code, which is not stored. */
    async create({ email, days }: InviteOptions): Promise<{ code: string; expiresAt: number }> {
      const now = clock()
      const code = randomBytes(24).toString('base64url')
      const expiresAt = now + days * dayMs
      await table.removeExpired(now)
      await table.insert({
        id: randomBytes(4).toString('hex'),
        code_hash: inviteHash(code),
        email: email?.trim() || null,
        created_at: now,
        expires_at: expiresAt,
      })
      return { code, expiresAt }
    },
    list: () => table.list(clock()),
    /** Returns false if the invitation does not exist. */
    revoke: (id: string) => table.remove(id),
  }
}

export type InviteRules = ReturnType<typeof inviteRules>

export const inviteHash = (code: string) => hash('sha256', code.trim(), 'base64url')
