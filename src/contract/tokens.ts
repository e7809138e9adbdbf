import type { Scope } from './endpoint.ts'
import { isPlainName } from './plain-names.ts'

export const tokenLimits = { name: 60, tokens: 100 } as const

/** The scopes that a device can ask for. A token that may export is made by its owner in the settings. */
export const deviceScopes = ['read', 'write'] as const satisfies Scope[]

/** Every token begins with this, so that people and secret scanners recognise it. */
export const tokenPrefix = 'tdk_'

/** Whether a text can be the name of a token. */
export const isTokenName = (text: string): boolean => isPlainName(text, tokenLimits.name)

/** The form of the codes that a user types: no vowels, and no letters that look like another one. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'

/** A user code as it is compared: people may type it in lower case, with or without the hyphen. */
export const userCodeOf = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '')

/** How long a device waits for its user, and how often it asks. */
export const deviceSeconds = { lifetime: 600, interval: 5 } as const

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * The field `error` of a refusal by the calls that OAuth clients make: see RFC 6749, sections 4.1.2.1 and 5.2, RFC 7591, section 3.2.2, RFC 8628,
 * section 3.5, and RFC 8707, section 2. The last two are for failures that are not the client's.
 */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_target'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'temporarily_unavailable'
  | 'server_error'
