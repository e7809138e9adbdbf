import { AppError } from '../../contract/errors.ts'
import type { Assertion } from '../../contract/schemas/passkeys.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Client, SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Asked } from '../passkeys/challenges.ts'
import type { PasskeyRules } from '../passkeys/passkeys.ts'
import { accountTable } from './account-table.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import type { EntryRules } from './entry.ts'
import type { ProofRules } from './proofs.ts'
import { sessionTable } from './session-table.ts'
import { userOf } from './sessions.ts'

interface Dependencies {
  database: Database
  clock: () => number
  attempts: AttemptLimits
  passkeys: Pick<PasskeyRules, 'begin' | 'check' | 'use'>
  entry: Pick<EntryRules, 'open' | 'waiting'>
  proofs: Pick<ProofRules, 'hold'>
}

/** A passkey whose counter went backwards: there may be a copy of it. */
export class CopiedPasskey extends AppError {
  readonly owner: string
  readonly passkey: string

  constructor(owner: string, passkey: string) {
    super(
      'forbidden',
      'This passkey is refused, because there may be a copy of it: its counter went backwards. Sign in in another way, and remove it under Settings > Security.',
    )
    this.owner = owner
    this.passkey = passkey
  }
}

const minute = 60_000
/** Each log-in page asks for a challenge, so this is generous. It keeps one address from filling the table. */
const limitOfBegin = (ip: string): Limit => ({
  key: `passkey begin ${addressKey(ip)}`,
  max: 1_000,
  windowMs: 60 * minute,
})
const limitOfEnd = (ip: string): Limit => ({ key: `passkey ${addressKey(ip)}`, max: 100, windowMs: 15 * minute })

const limitOfProof = ({ owner }: SessionCaller): Limit => ({
  key: `passkey proof ${owner}`,
  max: 200,
  windowMs: 60 * minute,
})

const signingIn = (holder: string): Asked => ({ purpose: 'sign-in', holder })
const proving = (caller: SessionCaller): Asked => ({ purpose: 'prove', holder: caller.credential })

/** Signing in with a passkey, and confirming the identity with one. */
export function passkeySignIn({ database, clock, attempts, passkeys, entry, proofs }: Dependencies) {
  return {
    /**
     * Everything that a browser needs to sign in. `holder` is the random text in its cookie. With the token of a sign-in that waits for a code, only passkeys of
     * its account count, and null says that there are none.
     */
    async begin(holder: string, requestHost: string, ip: string, started?: { token: string | undefined }) {
      await attempts.take([limitOfBegin(ip)])
      if (!started) return passkeys.begin(signingIn(holder), requestHost)
      const owner = await entry.waiting(started.token)
      return owner === undefined ? null : passkeys.begin(signingIn(holder), requestHost, owner)
    },

    /** Signs in the account that the passkey names, or that waits for a code in this browser. It stands for both factors, because its device has verified its user. */
    async signIn(
      assertion: Assertion,
      { holder, started }: { holder: string; started: string | undefined },
      requestHost: string,
      client: Client,
    ) {
      const limits = [limitOfEnd(client.ip)]
      await attempts.take(limits)
      const waiting = await entry.waiting(started)
      const signed = await passkeys.check(assertion, signingIn(holder), requestHost, waiting)
      const entered = await database.transaction(signed.owner, async (tx) => {
        const user = await accountTable(tx).lock(signed.owner)
        if (!user) throw new AppError('not_signed_in', 'This account no longer exists.')
        if ((await passkeys.use(tx, signed)) === 'copied') return undefined
        return { user: userOf(user), entry: await entry.open(tx, signed.owner, 'passkey', client) }
      })
      if (!entered) throw new CopiedPasskey(signed.owner, signed.name)
      await attempts.giveBack(limits)
      return { ...entered, passkey: signed.name }
    },

    /** Everything that a browser needs to confirm the identity of a caller. Fails with `conflict` if the account has no passkey here. */
    async beginProof(caller: SessionCaller, requestHost: string) {
      await attempts.take([limitOfProof(caller)])
      const options = await passkeys.begin(proving(caller), requestHost, caller.owner)
      if (!options) throw new AppError('conflict', 'This account has no passkey. Please confirm in another way.')
      return options
    },

    /** Confirms the caller's identity with one of their passkeys, for ten minutes. */
    async prove(caller: SessionCaller, assertion: Assertion, requestHost: string): Promise<void> {
      const signed = await passkeys.check(assertion, proving(caller), requestHost, caller.owner)
      const outcome = await database.transaction(caller.owner, async (tx) => {
        await proofs.hold(tx, caller)
        if (signed.owner !== caller.owner) throw new AppError('forbidden', 'This passkey belongs to another account.')
        const outcome = await passkeys.use(tx, signed)
        if (outcome === 'used') await sessionTable(tx).touch(caller.owner, caller.credential, { proved_at: clock() })
        return outcome
      })
      if (outcome === 'copied') throw new CopiedPasskey(signed.owner, signed.name)
    },
  }
}

export type PasskeySignIn = ReturnType<typeof passkeySignIn>
