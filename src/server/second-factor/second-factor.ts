import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { SecondFactorState } from '../../contract/schemas/second-factor.ts'
import { secondFactor } from '../../contract/second-factor.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { base32, fromBase32, stepOf, uriOf } from './one-time-codes.ts'
import { isRecoveryCode, newRecoveryCodes, recoveryHash, typedCode } from './recovery-codes.ts'
import { secondFactorTable } from './second-factor-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'once'>
  clock: () => number
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
}

const trustMs = secondFactor.trustDays * 24 * 3_600_000
const maxTrusted = 50
const hashOf = (token: string) => hash('sha256', token, 'base64url')

/** One-time codes of an authenticator app with recovery codes, and the browsers that are not asked for them. */
export function secondFactorRules({ database, history, clock, holdProved }: Dependencies) {
  const isTrusted = ({ created_at }: { created_at: number }) => Math.abs(clock() - created_at) < trustMs

  /** Makes recovery codes in place of the present ones. */
  async function makeRecovery(tx: Kysely<Schema>, owner: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    const table = secondFactorTable(tx)
    await table.putRecovery(
      owner,
      codes.map((code) => recoveryHash(owner, code)),
    )
    await table.update(owner, { recovery_made_at: clock() })
    return codes
  }

  async function confirmed(tx: Kysely<Schema>, owner: string) {
    const row = await secondFactorTable(tx).find(owner)
    return row?.confirmed_at == null ? undefined : row
  }

  const rules = {
    async get(owner: string): Promise<SecondFactorState> {
      const table = secondFactorTable(database.db)
      const row = await confirmed(database.db, owner)
      return {
        since: isoOrNull(row?.confirmed_at),
        recoveryCodesLeft: row ? await table.unusedRecovery(owner) : 0,
        recoveryCodesMadeAt: isoOrNull(row?.recovery_made_at),
        trustedDevices: row ? (await table.trusted(owner)).filter(isTrusted).length : 0,
      }
    },

    /** Makes a secret, which counts when a code of it is confirmed. `host` is the name of this server in the app. */
    async begin(caller: SessionCaller, host: string) {
      const secret = base32(randomBytes(20))
      await database.transaction(caller.owner, async (tx) => {
        await holdProved(tx, caller)
        if (await confirmed(tx, caller.owner)) throw new AppError('conflict', 'One-time codes are on already.')
        const row = { user_id: caller.owner, secret, confirmed_at: null, last_step: 0, recovery_made_at: null }
        await secondFactorTable(tx).put(row)
      })
      return { secret, uri: uriOf(secret, caller.user.email, host) }
    },

    confirm: (caller: SessionCaller, code: string): Promise<string[]> =>
      database.transaction(caller.owner, async (tx) => {
        await holdProved(tx, caller)
        const row = await secondFactorTable(tx).find(caller.owner)
        if (!row || row.confirmed_at !== null) {
          throw new AppError('conflict', 'This setup is no longer valid. Close it and start again.')
        }
        const step = stepOf(fromBase32(row.secret), typedCode(code), clock())
        if (step === undefined) {
          throw new AppError('forbidden', 'This code is wrong. Check that the clock of your device is right.')
        }
        await secondFactorTable(tx).update(caller.owner, { confirmed_at: clock(), last_step: step })
        return makeRecovery(tx, caller.owner)
      }),

    remove(caller: SessionCaller) {
      const work = async (tx: Kysely<Schema>) => {
        await holdProved(tx, caller)
        await eraseSecondFactor(tx, caller.owner)
      }
      return history.once(caller, work, () => ({ message: 'One-time codes are off.' }))
    },

    renew: (caller: SessionCaller): Promise<string[]> =>
      database.transaction(caller.owner, async (tx) => {
        await holdProved(tx, caller)
        if (!(await confirmed(tx, caller.owner))) throw new AppError('conflict', 'Turn one-time codes on first.')
        return makeRecovery(tx, caller.owner)
      }),

    /** Asks for a code on every device again. Needs no proof, as it takes nothing but comfort away. */
    distrust: (caller: SessionCaller) =>
      history.once(
        caller,
        (tx) => eraseTrust(tx, caller.owner),
        () => ({ message: 'Every device is asked for a code again.' }),
      ),

    isOn: async (tx: Kysely<Schema>, owner: string): Promise<boolean> => Boolean(await confirmed(tx, owner)),

    /** Whether a sign-in must give a code. A browser that its user trusts, by its token, is not asked. */
    async isAsked(tx: Kysely<Schema>, owner: string, trust: string | undefined): Promise<boolean> {
      if (!(await confirmed(tx, owner))) return false
      if (!trust) return true
      const tokenHash = hashOf(trust)
      return !(await secondFactorTable(tx).trusted(owner)).some((row) => row.token_hash === tokenHash && isTrusted(row))
    },

    /** Uses up a code. The account must be locked, so that two sign-ins cannot use the same one. Undefined if it is wrong or was used. */
    async use(tx: Kysely<Schema>, owner: string, code: string): Promise<'code' | 'recovery code' | undefined> {
      const table = secondFactorTable(tx)
      const row = await confirmed(tx, owner)
      if (!row) return undefined
      const typed = typedCode(code)
      if (isRecoveryCode(typed)) {
        return (await table.takeRecovery(owner, recoveryHash(owner, typed), clock())) ? 'recovery code' : undefined
      }
      const step = stepOf(fromBase32(row.secret), typed, clock())
      // Also refuses the code before the last one: a code that was watched while it was typed must not work.
      if (step === undefined || step <= row.last_step) return undefined
      await table.update(owner, { last_step: step })
      return 'code'
    },

    /** Returns the token of a browser that is not asked any more. The longest trusted one is forgotten if there are too many. */
    async trust(tx: Kysely<Schema>, owner: string): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const table = secondFactorTable(tx)
      const oldest = (await table.trusted(owner)).slice(0, -(maxTrusted - 1))
      const old = oldest.map((row) => row.token_hash)
      if (old.length) await table.distrust(owner, old)
      await table.trust({ user_id: owner, token_hash: hashOf(token), created_at: clock() })
      return token
    },

    /** For background jobs. */
    forgetOld: async (): Promise<void> => void (await secondFactorTable(database.db).removeOldTrust(clock() - trustMs)),
  }
  return rules
}

export type SecondFactorRules = ReturnType<typeof secondFactorRules>

/** Asks for a code on every device again. */
export const eraseTrust = (tx: Kysely<Schema>, owner: string) => secondFactorTable(tx).distrust(owner)

/** Turns one-time codes off. Returns false if they were off. */
export async function eraseSecondFactor(tx: Kysely<Schema>, owner: string): Promise<boolean> {
  await eraseTrust(tx, owner)
  return secondFactorTable(tx).remove(owner)
}

const isoOrNull = (milliseconds: number | null | undefined) =>
  milliseconds == null ? null : new Date(milliseconds).toISOString()
