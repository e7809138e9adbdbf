import { mcpPath } from '../../contract/agents.ts'
import { AppError } from '../../contract/errors.ts'
import { isLoopback, oauthPaths } from '../../contract/oauth.ts'
import type { AskingProgram, AuthorizationRequest } from '../../contract/schemas/oauth.ts'
import { oauthError, oauthScopeOf } from '../tokens/oauth-words.ts'
import type { clientDocuments } from './client-documents.ts'
import { notRedirected, type OAuthClient, redirectUriOf, registeredClient } from './clients.ts'

/** An authorization request whose program and address are known. */
export interface CheckedRequest {
  client: OAuthClient
  redirectUri: string
  state: string | undefined
  scope: 'read' | 'write'
  challenge: string
  /** Why it cannot be approved: the program is told when the browser returns. */
  problem: AppError | undefined
}

/** Reads authorization requests. */
export function requestReader(documents: ReturnType<typeof clientDocuments>) {
  /** Fails if the program or its address is unknown: then the browser must not be sent anywhere. */
  return async (owner: string, origin: string, given: AuthorizationRequest): Promise<CheckedRequest> => {
    const { client_id: id, state } = given
    if (!id) throw notRedirected('invalid_request', 'The address lacks the program (client_id). Connect it again.')
    const client = documents.isDocument(id) ? await documents.find(owner, id) : registeredClient(id)
    const redirectUri = redirectUriOf(client, given.redirect_uri)
    const checked = { client, redirectUri, state }
    try {
      return { ...checked, ...grantable(origin, given), problem: undefined }
    } catch (error) {
      if (error instanceof AppError) return { ...checked, scope: 'read', challenge: '', problem: error }
      throw error
    }
  }
}

function grantable(origin: string, given: AuthorizationRequest) {
  const { response_type: type, code_challenge: challenge = '', code_challenge_method: method, resource } = given
  if (type !== 'code') throw oauthError('unsupported_response_type', 'response_type must be code.')
  if (method !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw oauthError('invalid_request', 'The program must use PKCE with the method S256.')
  checkResource(origin, resource)
  return { challenge, scope: wantedScope(given.scope) }
}

/** Both, if the program does not say. The user may give less. Programs may ask for a refresh token by name, which they get anyway. */
function wantedScope(text = 'write') {
  const words = text.split(' ').filter((word) => word !== 'offline_access')
  return oauthScopeOf(words.join(' ') || 'write')
}

/** Tokens are for this server only, whose tasks agents reach under an address of their own (RFC 8707). */
export function checkResource(origin: string, resource: string | undefined) {
  if (resource === undefined) return
  const href = URL.parse(resource)?.href
  const own = ['', '/', mcpPath, `${mcpPath}/`].map((path) => new URL(path, origin).href)
  if (!href || !own.includes(href)) throw oauthError('invalid_target', `This server gives tokens for ${origin} only.`)
}

/** The address with the answer for the program. `iss` says who answers, so that a program does not take it for the answer of another server (RFC 9207). */
export function returnTo(
  { redirectUri, state }: Pick<CheckedRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state === undefined ? {} : { state }), iss: issuer }))
    url.searchParams.append(name, value)
  return url.href
}

/** The request as its user sees it. */
export function asShown(request: CheckedRequest, issuer: string): AskingProgram {
  const { client, redirectUri, scope, problem } = request
  const { protocol, host } = new URL(redirectUri)
  const kind =
    isLoopback(new URL(redirectUri)) && protocol === 'http:' ? 'machine' : protocol === 'https:' ? 'site' : 'app'
  const denied = { error: 'access_denied', error_description: 'The user has refused.' }
  return {
    name: client.name,
    site: client.site,
    returnsTo: kind === 'app' ? protocol.slice(0, -1) : host,
    returnKind: kind,
    scope,
    problem: problem?.message ?? null,
    refusal: returnTo(request, issuer, problem ? (problem.more as Record<string, string>) : denied),
  }
}

/** The page of the web app that asks the user, with the parameters as they were sent. */
export const consentPage = (basePath: string, url: string) =>
  `${basePath}#/authorize?${new URLSearchParams(url.slice(oauthPaths.authorize.length + 1))}`
