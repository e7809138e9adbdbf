import type { Kysely } from 'kysely'
import { limits } from '../../contract/accounts.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { ProviderProblem } from '../../contract/providers.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import type { SecondFactorRules } from '../second-factor/second-factor.ts'
import { accountTable } from './account-table.ts'
import type { Entry, EntryRules, Way } from './entry.ts'
import { endAccess } from './lasting-access.ts'
import type { ProofRules } from './proofs.ts'
import type { Identity } from './provider-claims.ts'
import { ProviderFailure } from './provider-failure.ts'
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

const problems: Record<Refusal, ProviderProblem> = { closed: 'closed', no_invite: 'no_invite', taken: 'failed' }

/** The result of a sign-in with a provider: a session, or a wait for the second factor. */
interface Opened {
  userId: string
  entry: Entry
  happened: 'signed in' | 'signed up' | 'taken over'
  /** The screen that the user has chosen to start with. */
  start: Preferences['start']
}

/** Finds the account of an identity at a provider: by issuer and subject, never by email once it is linked. */
export function providerAccounts({ database, clock, signUps, proofs, entry, secondFactor }: Dependencies) {
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
    /** Starts a session in the account of the identity. Creates or takes over an account for a new identity. */
    async signIn(
      identity: Identity,
      way: Exclude<Way, 'password' | 'passkey'>,
      client: Client,
      invite?: string,
    ): Promise<Opened> {
      if (await isNew(identity)) {
        const refusal = await signUps.begin(identity.email, invite, client.ip)
        if (refusal) throw new ProviderFailure(problems[refusal])
      }
      // The account is only known inside the transaction, so the identity is used as the owner.
      return database.transaction(`${identity.issuer} ${identity.subject}`, async (tx) => {
        const table = accountTable(tx)
        const open = async ({ id: userId, preferences }: UserRow, happened: Opened['happened']) => ({
          userId,
          happened,
          entry: await entry.open(tx, userId, way, client, identity.began),
          start: preferencesOf({ preferencesJson: preferences }).start,
        })
        const linked = await lockLinked(tx, identity)
        if (linked) return open(linked, 'signed in')
        if (!identity.email) throw new ProviderFailure('no_email')
        if (!identity.emailVerified) throw new ProviderFailure('unverified')

        const found = await table.findByEmail(identity.email)
        const existing = found && (await table.lock(found.id))
        if (existing) {
          const links = await table.identitiesOf(existing.id)
          const isSame = links.some(({ issuer }) => issuer === identity.issuer)
          if (links.length) throw new ProviderFailure(isSame ? 'other_account' : 'linked_elsewhere')
          // Otherwise, their second factor would be bypassed.
          if (await secondFactor.isOn(tx, existing.id)) throw new ProviderFailure('second_factor')
          // Only the provider has verified the address, so the person who chose the password is locked out.
          await table.update(existing.id, { password_hash: null })
          await endAccess(tx, existing.id)
          await insertLink(tx, identity, existing.id)
          return open(existing, 'taken over')
        }

        const given = plainName(identity.name ?? identity.email.split('@')[0] ?? 'User')
        const name = [...given].slice(0, limits.username).join('')
        const user = { ...newUser(name, identity.email, clock()), image: identity.picture ?? null }
        const refusal = await signUps.insert(tx, user, invite)
        if (refusal) throw new ProviderFailure(problems[refusal])
        await insertLink(tx, identity, user.id)
        return open(user, 'signed up')
      })
    },

    /** Links an identity to the caller's account, in place of another one at the same provider. Requires a recent confirmation. */
    async link(caller: SessionCaller, identity: Identity): Promise<void> {
      await database.transaction(caller.owner, async (tx) => {
        await proofs.holdProved(tx, caller)
        const table = accountTable(tx)
        const known = await table.findIdentity(identity.issuer, identity.subject)
        if (known && known.user_id !== caller.owner) throw new ProviderFailure('taken')
        if (known) return
        await table.removeIdentitiesAt(caller.owner, identity.issuer)
        await insertLink(tx, identity, caller.owner)
      })
    },

    /** Confirms the caller's identity with a linked account at a provider, for ten minutes. Not where one-time codes are on: the provider asks for none of them. */
    async prove(caller: SessionCaller, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<void> {
      await database.transaction(caller.owner, async (tx) => {
        await proofs.hold(tx, caller)
        const known = await accountTable(tx).findIdentity(issuer, subject)
        if (known?.user_id !== caller.owner) throw new ProviderFailure('other_account')
        if (await secondFactor.isOn(tx, caller.owner)) throw new ProviderFailure('code_needed')
        await sessionTable(tx).touch(caller.owner, caller.credential, { proved_at: clock() })
      })
    },
  }

  async function insertLink(tx: Kysely<Schema>, identity: Identity, userId: string) {
    if (!(await accountTable(tx).insertIdentity(row(identity, userId)))) throw new ProviderFailure('taken')
  }
}

export type ProviderAccounts = ReturnType<typeof providerAccounts>
