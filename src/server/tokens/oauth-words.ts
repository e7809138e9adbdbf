import { AppError } from '../../contract/errors.ts'
import { deviceScopes, type OAuthError } from '../../contract/tokens.ts'

/** An error as RFC 6749 and its successors describe it, and as every other call does. */
export const oauthError = (error: OAuthError, message: string) =>
  new AppError('invalid_input', message, { more: { error, error_description: message } })

/** The scope that a list of scopes means: `write` includes `read`. */
export function oauthScopeOf(wanted: string): (typeof deviceScopes)[number] {
  const words = wanted.split(' ').filter((word) => word !== '')
  if (!words.length || words.some((word) => !(deviceScopes as readonly string[]).includes(word))) {
    throw oauthError('invalid_scope', 'scope must be read or write.')
  }
  return words.includes('write') ? 'write' : 'read'
}
