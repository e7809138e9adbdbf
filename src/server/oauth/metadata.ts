import type { mcpPath } from '../../contract/agents.ts'
import { authorizationCodeGrant, oauthPaths, refreshGrant } from '../../contract/oauth.ts'
import { deviceGrantType, deviceScopes } from '../../contract/tokens.ts'

const scopes_supported: string[] = [...deviceScopes]

/** Everything that a client must know to sign in (RFC 8414). There are no secrets of clients, so no method authenticates them. */
export function serverMetadata(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: origin + oauthPaths.authorize,
    token_endpoint: origin + oauthPaths.token,
    registration_endpoint: origin + oauthPaths.register,
    revocation_endpoint: origin + oauthPaths.revoke,
    device_authorization_endpoint: origin + oauthPaths.device,
    scopes_supported,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [authorizationCodeGrant, refreshGrant, deviceGrantType],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${origin}/docs`,
  }
}

/** Which server gives the tokens for a resource (RFC 9728). */
export function resourceMetadata(origin: string, path: '' | typeof mcpPath) {
  return {
    resource: origin + path,
    authorization_servers: [origin],
    scopes_supported,
    bearer_methods_supported: ['header'],
    resource_name: 'Taskdeck',
    resource_documentation: `${origin}/docs`,
  }
}

/** Where a program that lacks a token learns how to get one, as parameters of the challenge (RFC 9728, section 5.1). */
export const challengeForAgents = (origin: string) =>
  `resource_metadata="${origin}${oauthPaths.agentResource}", scope="${scopes_supported.join(' ')}"`
