import type { Kysely } from 'kysely'
import { type GoogleProblem, limits } from '../../contract/accounts.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import type { SecondFactorRules } from '../second-factor/second-factor.ts'
import type { SecurityEvent } from '../security-events/security-events.ts'
import { accountTable } from './account-table.ts'
import type { Entry, EntryRules } from './entry.ts'
import { GoogleFailure, type Identity } from './google.ts'
import { endAccess } from './lasting-access.ts'
import type { ProofRules } from './proofs.ts'
import { sessionTable } from './session-table.ts'
import { preferencesOf } from './sessions.ts'
import { newUser, type Refusal, type SignUpRules } from './sign-ups.ts'

interface Dependencies {
  database: Database
  clock: () => number
  signUps: Pick<SignUpRules, 'begin' | 'insert'>
  proofs: ProofRules
  entry: Pick<EntryRules, 'open'>
  secondFactor: Pick<SecondFactorRules, 'isOn'>
}

const problems: Record<Refusal, GoogleProblem> = { closed: 'closed', no_invite: 'no_invite', taken: 'failed' }

/** The result of a Google sign-in: a session, or a wait for the second factor. */
interface Opened {
  userId: string
  entry: Entry
  event: SecurityEvent
  /** The screen that the user has chosen to start with. */
  start: Preferences['start']
}

/** Finds the account of a Google identity: by issuer and subject, never by email once it is linked. */
export function googleAccounts({ database, clock, signUps, proofs, entry, secondFactor }: Dependencies) {
  const row = ({ issuer, subject, email }: Identity, userId: string) => ({
    issuer,
    subject,
    email,
    user_id: userId,
    linked_at: clock(),
  })

  /** Whether a sign-in would create an account. */
  async function isNew({ issuer, subject, email, emailVerified }: Identity) {
    const table = accountTable(database.db)
    if (!emailVerified || (await table.findIdentity(issuer, subject))) return false
    return !(await table.findByEmail(email))
  }

  /** Finds and locks the account of the identity; undefined if the identity is not linked. */
  async function lockLinked(tx: Kysely<Schema>, { issuer, subject }: Identity) {
    const table = accountTable(tx)
    const found = await table.findIdentity(issuer, subject)
    const user = found && (await table.lock(found.user_id))
    // Checked again, because it may have been unlinked while waiting for the lock.
    const linked = user && (await table.findIdentity(issuer, subject))
    return linked?.user_id === user?.id ? user : undefined
  }

  return {
    /** Starts a session in the account of the identity. Creates or links an account for a new identity. */
    async signIn(identity: Identity, client: Client, invite?: string): Promise<Opened> {
      if (await isNew(identity)) {
        const refusal = await signUps.begin(identity.email, invite, client.ip)
        if (refusal) throw new GoogleFailure(problems[refusal])
      }
      // The account is only known inside the transaction, so the identity is used as the owner.
      return database.transaction(`${identity.issuer} ${identity.subject}`, async (tx) => {
        const table = accountTable(tx)
        const open = async ({ id: userId, preferences }: UserRow, event: SecurityEvent) => ({
          userId,
          event,
          entry: await entry.open(tx, userId, 'Google', client),
          start: preferencesOf({ preferencesJson: preferences }).start,
        })
        const linked = await lockLinked(tx, identity)
        if (linked) return open(linked, 'signed in with Google')
        if (!identity.emailVerified) throw new GoogleFailure('unverified')

        const found = await table.findByEmail(identity.email)
        const existing = found && (await table.lock(found.id))
        if (existing) {
          if (await table.identityOf(existing.id)) throw new GoogleFailure('other_account')
          // Otherwise, their second factor would be bypassed.
          if (await secondFactor.isOn(tx, existing.id)) throw new GoogleFailure('second_factor')
          // Only Google has verified the address, so the person who chose the password is locked out.
          await table.update(existing.id, { password_hash: null })
          await endAccess(tx, existing.id)
          await insertLink(tx, identity, existing.id)
          return open(existing, 'taken over with Google')
        }

        const given = plainName(identity.name ?? identity.email.split('@')[0] ?? 'User')
        const name = [...given].slice(0, limits.username).join('')
        const user = { ...newUser(name, identity.email, clock()), image: identity.picture ?? null }
        const refusal = await signUps.insert(tx, user, invite)
        if (refusal) throw new GoogleFailure(problems[refusal])
        await insertLink(tx, identity, user.id)
        return open(user, 'signed up with Google')
      })
    },

    /** Links an identity to the caller's account. Requires a recent confirmation. */
    async link(caller: SessionCaller, identity: Identity): Promise<void> {
      await database.transaction(caller.owner, async (tx) => {
        await proofs.holdProved(tx, caller)
        const table = accountTable(tx)
        const known = await table.findIdentity(identity.issuer, identity.subject)
        if (known && known.user_id !== caller.owner) throw new GoogleFailure('taken')
        if (known) return
        await table.removeIdentities(caller.owner)
        await insertLink(tx, identity, caller.owner)
      })
    },

    /** Confirms the caller's identity with the linked Google account, for ten minutes. */
    async prove(caller: SessionCaller, { issuer, subject }: Identity): Promise<void> {
      await database.transaction(caller.owner, async (tx) => {
        await proofs.hold(tx, caller)
        const known = await accountTable(tx).findIdentity(issuer, subject)
        if (known?.user_id !== caller.owner) throw new GoogleFailure('other_account')
        await sessionTable(tx).touch(caller.owner, caller.credential, { proved_at: clock() })
      })
    },
  }

  async function insertLink(tx: Kysely<Schema>, identity: Identity, userId: string) {
    if (!(await accountTable(tx).insertIdentity(row(identity, userId)))) throw new GoogleFailure('taken')
  }
}

export type GoogleAccounts = ReturnType<typeof googleAccounts>
