import { mcpPath } from './agents.ts'

/** Where clients learn how they sign in (RFC 8414 and RFC 9728). The last one is for clients that ask about the address of agents. */
export const oauthPaths = {
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
  agentResource: `/.well-known/oauth-protected-resource${mcpPath}`,
  authorize: '/auth/authorize',
  token: '/auth/token',
  register: '/auth/register',
  revoke: '/auth/revoke',
  device: '/auth/device/code',
} as const

export const authorizationCodeGrant = 'authorization_code'
export const refreshGrant = 'refresh_token'

/**
 * A code is exchanged at once by the program that waits for it. An access token is short-lived, and its refresh token ends after `idle` without
 * use, and in any case after `absolute`.
 */
export const oauthSeconds = {
  code: 60,
  accessToken: 3_600,
  idle: 60 * 24 * 3_600,
  absolute: 365 * 24 * 3_600,
} as const

export const oauthLimits = {
  /** Of a value in an address, such as `state`. */
  value: 2_000,
  redirectUris: 10,
  redirectUri: 500,
  /** Of the redirect addresses and the name of a registered client, which are in its id. */
  registration: 1_400,
  /** Codes that a user may ask for within an hour. */
  codesPerHour: 60,
} as const

/** Apps that open addresses with a scheme of their own. Any other scheme must be a reversed domain name (RFC 8252, section 7.1). */
export const knownAppSchemes = ['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed']

/** Whether the browser may be sent to this address with the answer for a program: https, this machine, or an app. */
export function isRedirectUri(text: string): boolean {
  if (text.length > oauthLimits.redirectUri || !/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return false
  const url = URL.parse(text)
  if (!url || text.includes('#') || url.username || url.password) return false
  if (url.protocol === 'https:') return url.host !== ''
  if (url.protocol === 'http:') return isLoopback(url)
  const scheme = url.protocol.slice(0, -1)
  return knownAppSchemes.includes(scheme) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(scheme)
}

/** Whether an address leads to the machine of the browser. */
export const isLoopback = ({ hostname }: URL) => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
