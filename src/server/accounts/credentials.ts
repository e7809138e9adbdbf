import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { endAccessLinks } from '../mail/mail-links.ts'
import { countPasskeys, erasePasskeys } from '../passkeys/passkeys.ts'
import { eraseTrust, type SecondFactorRules } from '../second-factor/second-factor.ts'
import { accountTable } from './account-table.ts'
import type { CodeAttempts } from './code-attempts.ts'
import type { EntryRules } from './entry.ts'
import { googleIdentity, identityId, linkedIdentity } from './identities.ts'
import { endAccess, endOtherAccess } from './lasting-access.ts'
import { checkNewPassword } from './new-password.ts'
import { demandPasswords } from './password-use.ts'
import type { PasswordHasher } from './passwords.ts'
import type { ProofRules } from './proofs.ts'
import { providerSessionOf } from './provider-session.ts'
import { sessionTable } from './session-table.ts'
import { startedTable } from './started-table.ts'
import { keepWayIn, type OfferedWays, waysIn } from './ways-in.ts'

interface Dependencies {
  config: OfferedWays
  database: Database
  history: Pick<HistoryRules, 'once'>
  clock: () => number
  passwords: PasswordHasher
  proofs: ProofRules
  attemptCode: CodeAttempts
  secondFactor: Pick<SecondFactorRules, 'isOn' | 'use'>
  entry: Pick<EntryRules, 'goOn'>
  /** Closes the open questions of tokens that do not exist any more. */
  closeOrphans: (owner: string) => Promise<void>
}

/** Changes of an account's password and linked providers by its owner. */
export function credentialRules(dependencies: Dependencies) {
  const { config, database, history, clock, passwords, proofs, entry, closeOrphans } = dependencies
  const { attemptCode, secondFactor } = dependencies
  return {
    /**
     * Confirms the caller's identity with the password, for ten minutes. An account with one-time codes must give one, too: otherwise, its
     * password alone could turn them off, or add a passkey that replaces them.
     */
    async prove(
      caller: SessionCaller,
      { password, code }: { password: string; code?: string },
      client: Client,
    ): Promise<void> {
      demandPasswords(config)
      const { owner } = caller
      const confirmed = await proofs.confirmPassword(caller, password, client)
      const prove = (isRight: (tx: Kysely<Schema>) => Promise<boolean>) =>
        database.transaction(owner, async (tx) => {
          await proofs.holdConfirmed(tx, caller, confirmed)
          if (!(await isRight(tx))) return undefined
          await sessionTable(tx).touch(owner, caller.credential, { proved_at: clock() })
          return true
        })
      if (code !== undefined && (await secondFactor.isOn(database.db, owner))) {
        const isRight = async (tx: Kysely<Schema>) => (await secondFactor.use(tx, owner, code)) !== undefined
        await attemptCode(owner, code, client, () => prove(isRight))
      } else if (!(await prove(async (tx) => !(await secondFactor.isOn(tx, owner))))) {
        throw new AppError('forbidden', 'Please enter a one-time code, too.')
      }
    },

    /**
     * Sets a new password. Requires the current one, or a recent confirmation if the account has none. Ends every session of the account and the trust in its browsers,
     * and with `revokeAll` every other access as well: tokens, devices, calendars, shared links, webhooks and the links to providers. Returns the token of a new session.
     */
    async changePassword(
      caller: SessionCaller,
      { current, password, revokeAll }: { current?: string; password: string; revokeAll?: boolean },
      client: Client,
    ): Promise<string> {
      demandPasswords(config)
      checkNewPassword(password, caller.user)
      const confirmed = await proofs.confirm(caller, current, client)
      const password_hash = await passwords.hash(password)
      const token = await database.transaction(caller.owner, async (tx) => {
        await proofs.holdConfirmed(tx, caller, confirmed)
        const began = await sessionTable(tx).provider(caller.owner, caller.credential)
        await accountTable(tx).update(caller.owner, { password_hash })
        if (revokeAll) await endAccess(tx, caller.owner)
        else {
          await sessionTable(tx).removeAll(caller.owner)
          await startedTable(tx).removeAll(caller.owner)
          await eraseTrust(tx, caller.owner)
          await endAccessLinks(tx, caller.owner)
        }
        return entry.goOn(tx, caller.owner, client, revokeAll || !began ? undefined : providerSessionOf(began))
      })
      if (revokeAll) await closeOrphans(caller.owner)
      return token
    },

    /**
     * For a user who finds a sign-in that was not theirs. Needs no proof, because it must be quick. Removes all passkeys, as one may be the
     * stranger's, unless their user could no longer sign in.
     */
    async endEverythingElse(caller: SessionCaller) {
      const work = async (tx: Kysely<Schema>) => {
        await proofs.hold(tx, caller)
        await endOtherAccess(tx, caller.owner, caller.credential)
        const passkeys = await countPasskeys(tx, caller.owner, config)
        const isOnlyWay = passkeys > 0 && (await waysIn(tx, caller.owner, config)) === passkeys
        if (!isOnlyWay) await erasePasskeys(tx, caller.owner)
        return isOnlyWay
      }
      const answer = await history.once(caller, work, (keepsPasskeys) => ({
        message: keepsPasskeys ? endedButPasskeys : endedEverything,
      }))
      await closeOrphans(caller.owner)
      return answer
    },

    /** Unlinks the account at a provider with this id, or at Google. Requires a recent confirmation, and another way to sign in. */
    unlink(caller: SessionCaller, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        await proofs.holdProved(tx, caller)
        const table = accountTable(tx)
        const linked = await table.identitiesOf(caller.owner)
        const identity = id === 'Google' ? googleIdentity(config, linked) : linked.find((row) => identityId(row) === id)
        if (!identity) throw new AppError('not_found', 'It is not linked any more.')
        await table.removeIdentitiesAt(caller.owner, identity.issuer)
        await keepWayIn(tx, caller.owner, config)
        await startedTable(tx).removeAll(caller.owner)
        const { provider, name } = linkedIdentity(config, identity)
        return { id: provider, name }
      }
      return history.once(caller, work, (provider) => ({
        message: `${provider.id === 'google' ? 'Google account' : provider.name} unlinked.`,
        provider,
      }))
    },
  }
}

const endedEverything =
  'Every other device is signed out, every token is revoked, and all passkeys are removed. Now set a new password.'
const endedButPasskeys =
  'Every other device is signed out, and every token is revoked. Your passkeys stay, because you have no other way to sign in: remove those that you do not know, and set a new password.'

export type CredentialRules = ReturnType<typeof credentialRules>
