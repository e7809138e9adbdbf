import type { Kysely } from 'kysely'
import { authorizationCodeGrant, oauthSeconds, refreshGrant } from '../../contract/oauth.ts'
import { plainName } from '../../contract/plain-names.ts'
import type {
  Approval,
  AuthorizationRequest,
  OAuthTokenRequest,
  RegistrationRequest,
} from '../../contract/schemas/oauth.ts'
import { deviceGrantType } from '../../contract/tokens.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Schema } from '../database/schema.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import type { DeviceRules } from '../tokens/devices.ts'
import { oauthError } from '../tokens/oauth-words.ts'
import { clientDocuments } from './client-documents.ts'
import { clientFrom, clientIdOf } from './clients.ts'
import { type CodeDependencies, codeIssuer } from './codes.ts'
import { type Given, type GrantDependencies, grantRules } from './grants.ts'
import { oauthTable } from './oauth-table.ts'
import { asShown, checkResource, requestReader, returnTo } from './requests.ts'

interface Dependencies extends CodeDependencies, GrantDependencies {
  outgoing: Pick<OutgoingCalls, 'check' | 'call'>
  devices: Pick<DeviceRules, 'token'>
}

/** A used code is known for a while, to notice its second use. */
const codesStayMs = 3_600_000

/** The authorization server for programs that sign in with the browser: OAuth 2.1 as the Model Context Protocol asks for it. */
export function oauthRules(dependencies: Dependencies) {
  const { database, clock, devices } = dependencies
  const readRequest = requestReader(clientDocuments(dependencies))
  const issueCode = codeIssuer(dependencies)
  const grants = grantRules(dependencies)

  return {
    /** An id for a program. Stores nothing. */
    register(given: RegistrationRequest) {
      const { name, redirectUris } = clientFrom(given)
      return {
        client_id: clientIdOf({ name, redirectUris }),
        client_id_issued_at: Math.floor(clock() / 1_000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: [authorizationCodeGrant, refreshGrant],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
    },

    /** The program that asks, for its user to decide. Fails if the program or its address is unknown. */
    async show({ owner }: SessionCaller, origin: string, given: AuthorizationRequest) {
      return asShown(await readRequest(owner, origin, given), origin)
    },

    /** Approves a program, and returns the address with its code. */
    async approve(caller: SessionCaller, origin: string, { granted, ...given }: Approval) {
      const request = await readRequest(caller.owner, origin, given)
      if (request.problem) throw request.problem
      const code = await issueCode(caller, request, granted)
      const { name } = request.client
      return { name, redirect: returnTo(request, origin, { code }), message: `${plainName(name)} is signed in.` }
    },

    /** Refuses a program, and returns the address that tells it. Requires no confirmation, because it gives nothing. */
    async refuse(caller: SessionCaller, origin: string, given: AuthorizationRequest) {
      const request = await readRequest(caller.owner, origin, given)
      const { name, refusal } = asShown(request, origin)
      return { name, redirect: refusal, message: `${plainName(name)} was refused.` }
    },

    /** The token for a code, a refresh token or the code of a device. Fails with an error of OAuth. */
    async token(origin: string, given: OAuthTokenRequest): Promise<Given> {
      checkResource(origin, given.resource)
      if (given.grant_type === deviceGrantType) {
        const { userId, answer } = await devices.token(given)
        return { owner: userId, name: answer.name, isNew: true, answer }
      }
      if (!given.client_id) throw oauthError('invalid_request', 'client_id is required.')
      if (given.grant_type === authorizationCodeGrant) return grants.exchange(given)
      if (given.grant_type === refreshGrant) return grants.renew(given)
      throw oauthError('unsupported_grant_type', `grant_type must be ${authorizationCodeGrant} or ${refreshGrant}.`)
    },

    revoke: grants.revoke,

    /** Removes codes and refresh tokens that are over. For background jobs. */
    async forgetOld(): Promise<void> {
      const now = clock()
      await oauthTable(database.db).removeOldCodes(now - codesStayMs)
      await oauthTable(database.db).removeOldGrants(now - oauthSeconds.idle * 1_000, now)
    },
  }
}

export type OAuthRules = ReturnType<typeof oauthRules>

/** Forgets approvals of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseOAuthCodes = (tx: Kysely<Schema>, owner: string) => oauthTable(tx).removeCodesOfUser(owner)

/** The same for refresh tokens. */
export const eraseOAuthGrants = (tx: Kysely<Schema>, owner: string) => oauthTable(tx).removeGrantsOfUser(owner)

/** Fails if a program was refused, after its event was recorded. */
export function answerOf(given: Given) {
  if ('refused' in given) throw given.refused
  return given.answer
}
