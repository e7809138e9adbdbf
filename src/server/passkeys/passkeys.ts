import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { passkeyLimits } from '../../contract/passkeys.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Assertion, Attestation, Passkey } from '../../contract/schemas/passkeys.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { PasskeyRow, Schema } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { checkedAssertion, checkedAttestation, creationOptions, ownerIn, requestOptions } from './ceremonies.ts'
import { type Asked, passkeyChallenges } from './challenges.ts'
import { passkeyTable } from './passkey-table.ts'
import { obstacleAt, type PasskeyPlace, passkeyHost, relyingParty } from './relying-party.ts'

interface Dependencies {
  config: PasskeyPlace
  database: Database
  history: Pick<HistoryRules, 'once'>
  clock: () => number
  attempts: { take: (limits: { key: string; max: number; windowMs: number }[]) => Promise<void> }
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
  /** For the transaction that has removed a way to sign in: fails if no other one is left. */
  keepWayIn: (tx: Kysely<Schema>, owner: string) => Promise<void>
}

/** A passkey whose signature is right. It counts when `use` has compared its counter. */
export interface Signed {
  owner: string
  id: string
  name: string
  publicKey: string
  counter: number
  isSynced: boolean
}

/** Why a signature does not count. The account is named if the passkey exists. */
export class PasskeyRefusal extends AppError {
  readonly owner: string | undefined

  constructor(owner?: string) {
    super('forbidden', 'This passkey does not open an account here. Use another one, or sign in in another way.')
    this.owner = owner
  }
}

/** Passkeys of users: adding, naming and removing them, and checking what they sign. */
export function passkeyRules(dependencies: Dependencies) {
  const { config, database, history, clock, attempts, holdProved, keepWayIn } = dependencies
  const challenges = passkeyChallenges({ database, clock })
  const adding = (caller: SessionCaller): Asked => ({ purpose: 'add', holder: caller.credential })
  const here = passkeyHost(config)
  /** Keeps one user from filling the table of challenges. */
  const begins = (owner: string) =>
    attempts.take([{ key: `passkey begin user ${owner}`, max: 200, windowMs: 3_600_000 }])

  function presented(row: PasskeyRow): Passkey {
    const { id, name, host } = row
    return {
      ...{ id, name: plainName(name), isSynced: row.is_synced === 1, otherHost: host === here ? null : host },
      createdAt: iso(row.created_at),
      usedAt: row.used_at === null ? null : iso(row.used_at),
      copiedAt: row.copied_at === null ? null : iso(row.copied_at),
    }
  }

  async function existing(tx: Kysely<Schema>, owner: string, id: string): Promise<PasskeyRow> {
    const row = await passkeyTable(tx).find(owner, id)
    if (!row) throw new AppError('not_found', 'That passkey has already been removed.')
    return row
  }

  return {
    /** `requestHost` is the host that the browser has asked, with its port. */
    async list(owner: string, requestHost: string) {
      const rows = await passkeyTable(database.db).list(owner)
      return { passkeys: rows.map(presented), obstacle: obstacleAt(config, requestHost) }
    },

    async beginAdding(caller: SessionCaller, requestHost: string) {
      const party = relyingParty(config, requestHost)
      await begins(caller.owner)
      const present = await database.transaction(caller.owner, async (tx) => {
        await holdProved(tx, caller)
        const rows = await passkeyTable(tx).list(caller.owner)
        refuseMany(rows)
        return rows
      })
      const challenge = await challenges.make(adding(caller))
      return {
        options: creationOptions(
          party,
          caller.user,
          challenge,
          present.filter(({ host }) => host === party.host),
        ),
      }
    },

    async add(
      caller: SessionCaller,
      { name, attestation }: { name: string; attestation: Attestation },
      requestHost: string,
    ) {
      const party = relyingParty(config, requestHost)
      const challenge = await challenges.use(attestation.clientDataJSON, adding(caller))
      const checked = challenge && (await checkedAttestation(party, challenge, attestation))
      if (!checked) {
        throw new AppError(
          'forbidden',
          'This passkey could not be added: its answer is too old or not as it should be. Try again.',
        )
      }
      const row: PasskeyRow = {
        ...{ user_id: caller.owner, id: attestation.id, host: party.host, name: plainName(name, passkeyLimits.name) },
        ...{ public_key: checked.publicKey, counter: checked.counter, is_synced: Number(checked.isSynced) },
        ...{ transports: JSON.stringify(attestation.transports.filter((one) => /^[a-z-]+$/.test(one))) },
        ...{ created_at: clock(), used_at: null, copied_at: null },
      }
      await database.transaction(caller.owner, async (tx) => {
        await holdProved(tx, caller)
        const table = passkeyTable(tx)
        refuseMany(await table.list(caller.owner))
        if (!(await table.insert(row))) throw new AppError('conflict', 'You have this passkey already.')
      })
      return { message: `Passkey “${row.name}” added. You can sign in with it from now on.`, passkey: presented(row) }
    },

    rename(caller: SessionCaller, id: string, name: string) {
      const work = async (tx: Kysely<Schema>) => {
        await holdProved(tx, caller)
        const row = { ...(await existing(tx, caller.owner, id)), name: plainName(name, passkeyLimits.name) }
        await passkeyTable(tx).update(caller.owner, id, { name: row.name })
        return row
      }
      return history.once(caller, work, (row) => ({ message: 'Passkey renamed.', passkey: presented(row) }))
    },

    /** Fails with `conflict` if it is the last way to sign in. `onDone` gets its name, also if the call is repeated. */
    remove(caller: SessionCaller, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        await holdProved(tx, caller)
        const row = await existing(tx, caller.owner, id)
        await passkeyTable(tx).remove(caller.owner, id)
        await keepWayIn(tx, caller.owner)
        return row
      }
      return history.once(caller, work, ({ name }) => ({ message: `Passkey “${plainName(name)}” removed.` }))
    },

    /** The name of a passkey, for events. */
    nameOf: async (owner: string, id: string): Promise<string | undefined> =>
      (await passkeyTable(database.db).find(owner, id))?.name,

    /** Everything that a browser needs to sign: with any passkey, or only with those of an account. Null if that account has none here. */
    async begin(asked: Asked, requestHost: string, owner?: string) {
      const party = relyingParty(config, requestHost)
      const rows = owner === undefined ? [] : await passkeyTable(database.db).list(owner)
      const allowed = rows.filter((row) => row.host === party.host && row.copied_at === null)
      if (owner !== undefined && !allowed.length) return null
      return requestOptions(party, await challenges.make(asked), allowed)
    },

    /** Checks a signature, and uses up its challenge. `known` is the account if the passkey does not name one. Fails with a `PasskeyRefusal`. */
    async check(assertion: Assertion, asked: Asked, requestHost: string, known?: string): Promise<Signed> {
      const party = relyingParty(config, requestHost)
      const challenge = await challenges.use(assertion.clientDataJSON, asked)
      const owner = assertion.userHandle === undefined ? known : ownerIn(assertion.userHandle)
      const row = owner ? await passkeyTable(database.db).find(owner, assertion.id) : undefined
      if (!row || row.host !== party.host) throw new PasskeyRefusal()
      const checked = challenge ? await checkedAssertion(party, challenge, assertion, row) : undefined
      if (!checked) throw new PasskeyRefusal(row.user_id)
      return { owner: row.user_id, id: row.id, name: row.name, publicKey: row.public_key, ...checked }
    },

    /**
     * Notes the use of a passkey, with the account locked. Returns `copied` if its counter went backwards, now or before: the transaction must be
     * committed then, so that the passkey stays refused. Fails with a `PasskeyRefusal` if it was removed meanwhile.
     */
    async use(tx: Kysely<Schema>, { owner, id, publicKey, counter, isSynced }: Signed): Promise<'used' | 'copied'> {
      const table = passkeyTable(tx)
      const row = await table.find(owner, id)
      if (row?.public_key !== publicKey) throw new PasskeyRefusal(owner)
      if (row.copied_at !== null) return 'copied'
      // Authenticators without a counter always send zero.
      const isCopied = (counter > 0 || row.counter > 0) && counter <= row.counter
      if (isCopied) await table.update(owner, id, { copied_at: clock() })
      else await table.update(owner, id, { counter, is_synced: Number(isSynced), used_at: clock() })
      return isCopied ? 'copied' : 'used'
    },

    forgetOld: challenges.forgetOld,
  }
}

export type PasskeyRules = ReturnType<typeof passkeyRules>

/** Removes every passkey of an account. */
export const erasePasskeys = (tx: Kysely<Schema>, owner: string) => passkeyTable(tx).removeAll(owner)

/** How many passkeys open an account at the present host. Those that may have been copied do not. */
export async function countPasskeys(db: Kysely<Schema>, owner: string, config: PasskeyPlace): Promise<number> {
  const host = passkeyHost(config)
  return (await passkeyTable(db).list(owner)).filter((row) => row.host === host && row.copied_at === null).length
}

function refuseMany(rows: PasskeyRow[]) {
  if (rows.length < passkeyLimits.perAccount) return
  throw new AppError('too_large', `An account has at most ${passkeyLimits.perAccount} passkeys. Remove one first.`)
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
