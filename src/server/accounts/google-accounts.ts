import { limits } from '../../contract/accounts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { SecurityEvent } from '../http/logging.ts'
import { accountTable } from './account-table.ts'
import { isProved, keyOf, newUser, signupLimit } from './accounts.ts'
import type { AttemptLimits } from './attempts.ts'
import { GoogleFailure, type Identity } from './google.ts'
import { sessionTable } from './session-table.ts'
import type { SignedIn } from './sessions.ts'

interface Parts {
  database: Database
  config: Pick<Config, 'signupsPerHour'>
  clock: () => number
  attempts: AttemptLimits
}

/** Which account a Google identity opens. Found by issuer and subject, never by e-mail once it is linked. */
export function googleAccounts({ database, config, clock, attempts }: Parts) {
  const row = ({ issuer, subject, email }: Identity, userId: string) => ({
    issuer,
    subject,
    email,
    user_id: userId,
    linked_at: clock(),
  })

  /** Whether a sign-in would make an account. */
  async function isNew({ issuer, subject, email, emailVerified }: Identity) {
    const table = accountTable(database.db)
    if (!emailVerified || (await table.findIdentity(issuer, subject))) return false
    return !(await table.findByEmail(keyOf(email)))
  }

  return {
    /** Answers which account to sign in to; makes or joins one for an identity that is new here. */
    async signIn(identity: Identity, ip: string): Promise<{ userId: string; event: SecurityEvent }> {
      if (await isNew(identity)) {
        if (!config.signupsPerHour) throw new GoogleFailure('closed')
        // Before the transaction, which would undo the counting where it fails.
        await attempts.take([signupLimit(ip, config.signupsPerHour)])
      }
      // Which account it is shows only inside: until then the identity stands for its owner.
      return database.transaction(`${identity.issuer} ${identity.subject}`, async (tx) => {
        const table = accountTable(tx)
        const known = await table.findIdentity(identity.issuer, identity.subject)
        if (known) return { userId: known.user_id, event: 'signed in with Google' }
        if (!identity.emailVerified) throw new GoogleFailure('unverified')

        const existing = await table.findByEmail(keyOf(identity.email))
        if (existing) {
          if (await table.identityOf(existing.id)) throw new GoogleFailure('other_account')
          // Nobody had proved that this address is theirs, Google now has: whoever chose the password is locked out.
          await table.update(existing.id, { password_hash: null })
          await sessionTable(tx).removeAll(existing.id)
          await table.insertIdentity(row(identity, existing.id))
          return { userId: existing.id, event: 'taken over with Google' }
        }

        const name = (identity.name ?? identity.email.split('@')[0] ?? 'User').slice(0, limits.username)
        const user = { ...newUser(name, identity.email, clock()), image: identity.picture ?? null }
        if (!(await table.insert(user))) throw new GoogleFailure('failed')
        await table.insertIdentity(row(identity, user.id))
        return { userId: user.id, event: 'signed up with Google' }
      })
    },

    /** Links an identity to the account of somebody who is signed in, and has just proved that it is theirs. */
    async link(caller: SignedIn, identity: Identity): Promise<void> {
      if (!isProved(caller, clock())) throw new GoogleFailure('not_proved')
      await database.transaction(caller.id, async (tx) => {
        const table = accountTable(tx)
        const known = await table.findIdentity(identity.issuer, identity.subject)
        if (known && known.user_id !== caller.id) throw new GoogleFailure('taken')
        if (known) return
        await table.removeIdentities(caller.id)
        await table.insertIdentity(row(identity, caller.id))
      })
    },

    /** Checks that the identity is the one that is linked to the caller's account. */
    async prove(caller: SignedIn, identity: Identity): Promise<void> {
      const known = await accountTable(database.db).findIdentity(identity.issuer, identity.subject)
      if (known?.user_id !== caller.id) throw new GoogleFailure('other_account')
    },
  }
}

export type GoogleAccounts = ReturnType<typeof googleAccounts>
