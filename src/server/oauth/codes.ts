import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { oauthLimits, oauthSeconds } from '../../contract/oauth.ts'
import type { OAuthTokenRequest } from '../../contract/schemas/oauth.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { OAuthCodeRow, Schema } from '../database/schema.ts'
import { takenNames } from '../tokens/new-token.ts'
import { oauthError } from '../tokens/oauth-words.ts'
import { hashOf } from '../tokens/token-form.ts'
import { oauthTable } from './oauth-table.ts'
import type { CheckedRequest } from './requests.ts'

export interface CodeDependencies {
  database: Database
  clock: () => number
  attempts: { take(limits: { key: string; max: number; windowMs: number }[]): Promise<void> }
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
}

const hourMs = 3_600_000

/** Gives a code for an approved request, which its program exchanges for a token. Requires a recent confirmation, because the token outlasts the session. */
export function codeIssuer({ database, clock, attempts, holdProved }: CodeDependencies) {
  return async (caller: SessionCaller, request: CheckedRequest, granted: 'read' | 'write'): Promise<string> => {
    const { client, redirectUri, challenge, scope } = request
    if (granted === 'write' && scope === 'read') throw oauthError('invalid_scope', 'The program asks to read only.')
    await attempts.take([{ key: `oauth code ${caller.owner}`, max: oauthLimits.codesPerHour, windowMs: hourMs }])
    const code = randomBytes(32).toString('base64url')
    await database.transaction(caller.owner, async (tx) => {
      await holdProved(tx, caller)
      // Fails now if there are too many, so that the user learns it.
      await takenNames(tx, caller.owner)
      const now = clock()
      await oauthTable(tx).insertCode({
        ...{ code_hash: hashOf(code), user_id: caller.owner, client_id: client.id, name: client.name },
        ...{ redirect_uri: redirectUri, challenge, scope: granted, token_id: null },
        ...{ created_at: now, expires_at: now + oauthSeconds.code * 1_000 },
      })
    })
    return code
  }
}

/** Why a code cannot be exchanged by this request; undefined if it can. */
export function codeProblem(row: OAuthCodeRow, given: OAuthTokenRequest, now: number): string | undefined {
  if (row.expires_at <= now) return 'The code has expired.'
  if (given.client_id !== row.client_id) return 'The code was given to another client.'
  // OAuth 2.1 leaves it out here, because the verifier protects the code.
  if (given.redirect_uri !== undefined && given.redirect_uri !== row.redirect_uri)
    return 'redirect_uri is not the one of the request.'
  const { code_verifier: verifier = '' } = given
  const isRight = /^[\w.~-]{43,128}$/.test(verifier) && hash('sha256', verifier, 'base64url') === row.challenge
  return isRight ? undefined : 'code_verifier does not match the code_challenge.'
}
