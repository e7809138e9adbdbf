import type { Kysely } from 'kysely'
import type { AppError } from '../../contract/errors.ts'
import { oauthSeconds } from '../../contract/oauth.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { OAuthTokenAnswer, OAuthTokenRequest } from '../../contract/schemas/oauth.ts'
import type { Database } from '../database/database.ts'
import type { OAuthGrantRow, Schema } from '../database/schema.ts'
import { isDisabled } from '../restrictions/restrictions.ts'
import { freeName, insertToken, renewToken, takenNames } from '../tokens/new-token.ts'
import { oauthError, oauthScopeOf } from '../tokens/oauth-words.ts'
import { hashOf } from '../tokens/token-form.ts'
import type { OwnedToken, TokenRules } from '../tokens/tokens.ts'
import { codeProblem } from './codes.ts'
import { oauthTable } from './oauth-table.ts'
import { newFamily, newRefreshToken, readRefreshToken } from './refresh-token.ts'

export interface GrantDependencies {
  database: Database
  clock: () => number
  tokens: Pick<TokenRules, 'owned' | 'end'>
  /** Locks an account until the transaction ends. Returns false if it was deleted. */
  lockAccount: (tx: Kysely<Schema>, owner: string) => Promise<boolean>
}

/** A token that was made or renewed, or why a program whose user is known gets none. A secret that was used twice has revoked its token. */
export type Given =
  | { owner: string; name: string; isNew: boolean; answer: OAuthTokenAnswer }
  | { owner: string; name: string | undefined; refused: AppError; isUsedTwice: boolean }

/** The result of a transaction, whose writes stay although the call fails. */
type Outcome = Given | { failed: AppError } | { misused: OwnedToken }

const refusal = (owner: string, name: string | undefined, message: string) => ({
  ...{ owner, name, isUsedTwice: false },
  refused: grantProblem(message),
})

/** Exchanges codes and refresh tokens for tokens. An access token is an API token whose secret is replaced each time. */
export function grantRules({ database, clock, tokens, lockAccount }: GrantDependencies) {
  const table = oauthTable(database.db)

  /** The token and the end of its renewals, by its program or by the approval. */
  const times = (ends: number, now: number) => ({
    expires_at: Math.min(now + oauthSeconds.accessToken * 1_000, ends),
    renewable_until: Math.min(now + oauthSeconds.idle * 1_000, ends),
  })

  async function settle(outcome: Outcome): Promise<Given> {
    if ('failed' in outcome) throw outcome.failed
    if (!('misused' in outcome)) return outcome
    const { owner, id } = outcome.misused
    const name = await tokens.end({ owner, id })
    return {
      ...refusal(owner, name, 'It was used twice, so the token was revoked. Sign in again.'),
      isUsedTwice: true,
    }
  }

  const within = (owner: string, work: (tx: Kysely<Schema>) => Promise<Outcome>) =>
    database
      .transaction(owner, async (tx): Promise<Outcome> => {
        if (!(await lockAccount(tx, owner))) return { failed: unknown() }
        return (await isDisabled(tx, owner)) ? refusal(owner, undefined, 'The account is disabled.') : work(tx)
      })
      .then(settle)

  return {
    /** The token for a code, once. A code that is used again revokes its token, because somebody else may have it. */
    async exchange(given: OAuthTokenRequest): Promise<Given> {
      const { code } = given
      if (!code) throw oauthError('invalid_request', 'code is required.')
      const codeHash = hashOf(code)
      const found = await table.findCode(codeHash)
      if (!found) throw unknown()
      return within(found.user_id, async (tx) => {
        const row = await oauthTable(tx).findCode(codeHash)
        if (!row) return { failed: unknown() }
        const now = clock()
        const { user_id, token_id, client_id, scope } = row
        const problem = codeProblem(row, given, now)
        if (token_id !== null || problem !== undefined) await oauthTable(tx).removeCode(codeHash)
        if (token_id !== null) return { misused: { owner: user_id, id: token_id } }
        if (problem !== undefined) return refusal(user_id, row.name, problem)
        const name = freeName(plainName(row.name), await takenNames(tx, user_id))
        const ends = now + oauthSeconds.absolute * 1_000
        const made = await insertToken(tx, { user_id, name, scope, created_at: now, ...times(ends, now) })
        const refresh = newRefreshToken(newFamily())
        await oauthTable(tx).insertGrant({
          ...{ family_hash: refresh.familyHash, secret_hash: refresh.secretHash },
          ...{ user_id, token_id: made.row.id, client_id, renewed_at: now, ends_at: ends },
        })
        await oauthTable(tx).useCode(codeHash, made.row.id)
        return { owner: user_id, name, isNew: true, answer: answerOf(made, refresh.text, now) }
      })
    },

    /** A new token and refresh token. A refresh token works once: one that was used before revokes its token, because somebody else may have it. */
    async renew(given: OAuthTokenRequest): Promise<Given> {
      const sent = readRefreshToken(given.refresh_token ?? '')
      if (!given.refresh_token) throw oauthError('invalid_request', 'refresh_token is required.')
      const found = sent && (await table.findGrant(sent.familyHash))
      if (!sent || !found) throw unknown()
      return within(found.user_id, async (tx) => {
        const grant = await oauthTable(tx).findGrant(sent.familyHash)
        if (!grant) return { failed: unknown() }
        const now = clock()
        const { user_id, token_id } = grant
        if (given.client_id !== grant.client_id) return refusal(user_id, undefined, 'It was given to another client.')
        if (isOver(grant, now)) {
          await oauthTable(tx).removeGrant(grant.family_hash)
          return { failed: grantProblem('It has expired. Sign in again.') }
        }
        if (sent.secretHash !== grant.secret_hash) {
          await oauthTable(tx).removeGrant(grant.family_hash)
          return { misused: { owner: user_id, id: token_id } }
        }
        const renewed = await renewToken(tx, { user_id, id: token_id, ...times(grant.ends_at, now) })
        if (!renewed) {
          await oauthTable(tx).removeGrant(grant.family_hash)
          return { failed: grantProblem('The token was revoked. Sign in again.') }
        }
        checkScope(given.scope, renewed.row.scope)
        const refresh = newRefreshToken(sent.family)
        await oauthTable(tx).renewGrant(grant.family_hash, { secret_hash: refresh.secretHash, renewed_at: now })
        const { name } = renewed.row
        return { owner: user_id, name, isNew: false, answer: answerOf(renewed, refresh.text, now) }
      })
    },

    /** Revokes a token or refresh token that a program presents, and returns its user; undefined if it did not exist. Another program is refused. */
    async revoke(
      token: string,
      clientId: string | undefined,
    ): Promise<{ owner: string; refused?: AppError } | undefined> {
      const sent = readRefreshToken(token)
      const family = sent && (await table.findGrant(sent.familyHash))
      const owned = family ? { owner: family.user_id, id: family.token_id } : await tokens.owned(token)
      if (!owned) return undefined
      const grant = family ?? (await table.findGrantOfToken(owned.owner, owned.id))
      if (grant && clientId !== undefined && clientId !== grant.client_id)
        return refusal(owned.owner, undefined, 'The token was given to another client.')
      if (grant) await oauthTable(database.of(owned.owner)).removeGrant(grant.family_hash)
      await tokens.end(owned)
      return { owner: owned.owner }
    },
  }
}

const isOver = ({ ends_at, renewed_at }: OAuthGrantRow, now: number) =>
  ends_at <= now || renewed_at + oauthSeconds.idle * 1_000 <= now

function answerOf(
  { token, row }: Awaited<ReturnType<typeof insertToken>>,
  refresh_token: string,
  now: number,
): OAuthTokenAnswer {
  return {
    access_token: token,
    token_type: 'Bearer',
    scope: row.scope === 'write' ? 'read write' : row.scope,
    expires_in: Math.floor(((row.expires_at ?? now) - now) / 1_000),
    refresh_token,
  }
}

function checkScope(wanted: string | undefined, granted: string) {
  const asked = wanted?.split(' ').filter((word) => word !== 'offline_access')
  if (asked?.length && oauthScopeOf(asked.join(' ')) === 'write' && granted !== 'write')
    throw oauthError('invalid_scope', 'The user has allowed to read only.')
}

const grantProblem = (message: string) => oauthError('invalid_grant', message)
const unknown = () => grantProblem('The code or refresh token does not exist, or was used already. Sign in again.')
