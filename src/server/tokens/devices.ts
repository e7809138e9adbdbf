import { randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Scope } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { DeviceRequest, DeviceTokenRequest } from '../../contract/schemas/tokens.ts'
import { deviceGrantType, deviceSeconds, tokenLimits, userCodeLetters, userCodeOf } from '../../contract/tokens.ts'
import { addressKey } from '../callers/address-key.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { DeviceGrantRow, Schema } from '../database/schema.ts'
import { deviceTable } from './device-table.ts'
import { freeName, insertToken, takenNames } from './new-token.ts'
import { oauthError, oauthScopeOf } from './oauth-words.ts'
import { hashOf } from './token-form.ts'

interface Limit {
  key: string
  max: number
  windowMs: number
}

interface Dependencies {
  database: Database
  clock: () => number
  /** Counts attempts in the database, so that all nodes count together. */
  attempts: { take(limits: Limit[]): Promise<void>; giveBack(limits: Limit[]): Promise<void> }
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
  /** Locks an account until the transaction ends. Returns false if it was deleted. */
  lockAccount: (tx: Kysely<Schema>, owner: string) => Promise<boolean>
}

const minute = 60_000
/** The writes of all devices share a place in the database, like those of one owner. */
const owner = 'devices'
/** A poll may come a little early, because its predecessor took longer to arrive. */
const toleranceMs = 500
/** Expired codes are known for a while, so that the device can say what happened. */
const expiredStaysMs = 60 * minute

/** The device authorization grant of RFC 8628: a program gets a token without a password, when its user approves it in a browser. */
export function deviceRules({ database, clock, attempts, holdProved, lockAccount }: Dependencies) {
  const table = deviceTable(database.db)
  const writes = deviceTable(database.of(owner))

  /** Finds a device that waits, by its user code. Counts wrong codes, and fails with `not_found` for them. */
  async function waiting(caller: SessionCaller, userCode: string): Promise<DeviceGrantRow> {
    const limits = [{ key: `device code ${caller.owner}`, max: 20, windowMs: 15 * minute }]
    await attempts.take(limits)
    const row = await table.findByUserCode(hashOf(userCodeOf(userCode)))
    if (!row) throw new AppError('not_found', 'No device has this code. Compare it with the one that the device shows.')
    await attempts.giveBack(limits)
    if (row.expires_at <= clock()) throw over('This code has expired')
    if (row.state === 'refused') throw over('This request was refused')
    if (row.state === 'approved' && row.user_id !== caller.owner) throw over('This code was already used')
    return row
  }

  /** Gives the token of an approved device, once. */
  async function deliver(row: DeviceGrantRow, userId: string) {
    return database.transaction(userId, async (tx) => {
      // The lock is that of a deletion of the account, which also removes its grants.
      if (!(await lockAccount(tx, userId)) || !(await deviceTable(tx).take(row.device_hash, userId)))
        throw unknownCode()
      const name = freeName(plainName(row.name), await takenNames(tx, userId))
      const { scope } = row
      const { token } = await insertToken(tx, { user_id: userId, name, scope, created_at: clock(), expires_at: null })
      return { userId, answer: { access_token: token, token_type: 'Bearer' as const, scope, name } }
    })
  }

  return {
    /** Starts a request of a device at an address. Counts against a limit of the address. */
    async begin({ client_id, device_name, scope: wanted = 'write' }: DeviceRequest, ip: string) {
      if (client_id === undefined)
        throw oauthError('invalid_request', 'client_id is required: the name of the program.')
      const scope = oauthScopeOf(wanted)
      await attempts.take([{ key: `device ${addressKey(ip)}`, max: 60, windowMs: 60 * minute }])
      const now = clock()
      const grant = {
        client: plainName(client_id, tokenLimits.name),
        name: plainName(device_name ?? client_id, tokenLimits.name),
        scope,
        address: ip,
        created_at: now,
        expires_at: now + deviceSeconds.lifetime * 1_000,
        polled_at: null,
        state: 'pending' as const,
        user_id: null,
      }
      const device_code = randomBytes(32).toString('base64url')
      for (;;) {
        const user_code = newUserCode()
        const codes = { device_hash: hashOf(device_code), user_code_hash: hashOf(userCodeOf(user_code)) }
        if (await writes.insert({ ...grant, ...codes })) return { device_code, user_code }
      }
    },

    /** The token of a device whose user has approved it, and the user. Until then, fails with an error of RFC 8628. */
    async token({ grant_type, device_code }: DeviceTokenRequest) {
      if (grant_type !== deviceGrantType)
        throw oauthError('unsupported_grant_type', `grant_type must be ${deviceGrantType}.`)
      if (!device_code) throw oauthError('invalid_request', 'device_code is required.')
      const now = clock()
      const row = await table.find(hashOf(device_code))
      if (!row) throw unknownCode()
      if (row.state === 'refused') throw oauthError('access_denied', 'The user has refused this device.')
      if (row.expires_at <= now) throw oauthError('expired_token', 'The code has expired. Start again.')
      const sincePollMs = row.polled_at === null ? Number.POSITIVE_INFINITY : Math.abs(now - row.polled_at)
      // Writes nothing, so that a client that ignores it costs little.
      if (sincePollMs < deviceSeconds.interval * 1_000 - toleranceMs) {
        throw oauthError(
          'slow_down',
          `Ask every ${deviceSeconds.interval} seconds, and 5 seconds less often after each of these errors.`,
        )
      }
      if (row.state === 'approved' && row.user_id) return deliver(row, row.user_id)
      await writes.notePoll(row.device_hash, now)
      throw oauthError('authorization_pending', 'The user has not decided yet.')
    },

    /** The device with this code, for its user to decide about. */
    async find(caller: SessionCaller, userCode: string, ip: string) {
      const { client, name, scope, address, created_at, expires_at } = await waiting(caller, userCode)
      return {
        client: plainName(client),
        name: plainName(name),
        scope: scope as Scope,
        address,
        isSameAddress: addressKey(address) === addressKey(ip),
        createdAt: new Date(created_at).toISOString(),
        expiresAt: new Date(expires_at).toISOString(),
      }
    },

    /** Approves a device. Requires a recent confirmation, because its token outlasts the session. */
    async approve(caller: SessionCaller, userCode: string) {
      const { name, state, user_code_hash } = await waiting(caller, userCode)
      await database.transaction(caller.owner, async (tx) => {
        await holdProved(tx, caller)
        await takenNames(tx, caller.owner)
        const decision = { state: 'approved' as const, user_id: caller.owner }
        // Repeated, the call changes nothing.
        if (state === 'pending' && !(await deviceTable(tx).decide(user_code_hash, decision, clock()))) {
          throw over('This code was already used')
        }
      })
      return { name, message: `${plainName(name)} is signed in. It continues in a moment.` }
    },

    async refuse(caller: SessionCaller, userCode: string) {
      const { name, user_code_hash } = await waiting(caller, userCode)
      const decided = await writes.decide(user_code_hash, { state: 'refused', user_id: null }, clock())
      if (!decided) throw over('This code was already used')
      return { name, message: `${plainName(name)} was refused.` }
    },

    /** Removes old requests. For background jobs. */
    forgetOld: async (): Promise<void> => void (await table.removeExpired(clock() - expiredStaysMs)),
  }
}

export type DeviceRules = ReturnType<typeof deviceRules>

/** Forgets the approvals of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseApprovals = (tx: Kysely<Schema>, userId: string) => deviceTable(tx).removeOfUser(userId)

/** Easy to read and to type: no vowels, so that it spells no words, and no characters that look alike. */
function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => userCodeLetters[randomInt(userCodeLetters.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const unknownCode = () =>
  oauthError('invalid_grant', 'This device code does not exist, or its token was already given. Start again.')
const over = (reason: string) => new AppError('not_found', `${reason}. Start again on the device.`)
