import { AppError } from '../../contract/errors.ts'
import { isLoopback, isRedirectUri, oauthLimits } from '../../contract/oauth.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { OAuthError } from '../../contract/tokens.ts'
import { tokenLimits } from '../../contract/tokens.ts'
import { oauthError } from '../tokens/oauth-words.ts'

/** A program that may ask for access. */
export interface OAuthClient {
  id: string
  /** As it names itself, without hidden characters. */
  name: string
  redirectUris: string[]
  /** The host whose document describes it; null if only the program itself says what it is. */
  site: string | null
}

/** The program of a registration or a metadata document, of which everything is a stranger's. Fails with the words of OAuth. */
export function clientFrom(given: Record<string, unknown>): Pick<OAuthClient, 'name' | 'redirectUris'> {
  const { client_name: name, redirect_uris: uris } = given
  if (!Array.isArray(uris) || !uris.length || uris.length > oauthLimits.redirectUris)
    throw oauthError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${oauthLimits.redirectUris} addresses.`,
    )
  const redirectUris = uris.filter((uri) => typeof uri === 'string' && isRedirectUri(uri))
  if (redirectUris.length !== uris.length)
    throw oauthError(
      'invalid_redirect_uri',
      `A redirect address must be https, http on localhost, or of an app, without a fragment, and have at most ${oauthLimits.redirectUri} characters.`,
    )
  if (name !== undefined && (typeof name !== 'string' || name.length > 1_000))
    throw oauthError('invalid_client_metadata', 'client_name must be a text of at most 1,000 characters.')
  return { name: plainName(name || 'Unnamed program', tokenLimits.name), redirectUris }
}

const prefix = 'tdc_'

/**
 * The id of a registered program contains all that is known about it, so nothing is stored, nothing expires, and nobody can fill a table
 * (RFC 7591, appendix A.5.2). It needs no signature: everybody may register everything, and the user decides.
 */
export function clientIdOf({ name, redirectUris }: Pick<OAuthClient, 'name' | 'redirectUris'>): string {
  const json = JSON.stringify([name, ...redirectUris])
  if (Buffer.byteLength(json) > oauthLimits.registration)
    throw oauthError(
      'invalid_client_metadata',
      `The name and the redirect addresses may have ${oauthLimits.registration} bytes together.`,
    )
  return prefix + Buffer.from(json).toString('base64url')
}

/** The program with the id of a registration. Fails if the id is of another kind. */
export function registeredClient(id: string): OAuthClient {
  try {
    if (!id.startsWith(prefix)) throw unknownClient()
    const [client_name, ...redirect_uris] = JSON.parse(Buffer.from(id.slice(prefix.length), 'base64url').toString())
    const client = clientFrom({ client_name, redirect_uris })
    // Another spelling of the same id would pass for another program.
    if (clientIdOf(client) !== id) throw unknownClient()
    return { id, ...client, site: null }
  } catch {
    throw unknownClient()
  }
}

const unknownClient = () => notRedirected('invalid_client', 'Taskdeck does not know this program. Connect it again.')

/** An error that must not be sent to a program, because nothing says that the address is its own. */
export const notRedirected = (error: OAuthError, message: string) =>
  new AppError('invalid_input', message, { more: { error, error_description: message } })

/**
 * The address to which the browser returns: one that the client has registered, character by character. On this machine, the port may differ,
 * because a program takes one that is free (RFC 8252, section 7.3).
 */
export function redirectUriOf({ redirectUris }: OAuthClient, wanted: string | undefined): string {
  const [only, ...more] = redirectUris
  if (wanted === undefined && only !== undefined && !more.length) return only
  if (wanted !== undefined && isRedirectUri(wanted) && redirectUris.some((uri) => isSame(uri, wanted))) return wanted
  throw notRedirected(
    'invalid_request',
    'The program asks to return to an address that it has not registered, so it gets no access.',
  )
}

function isSame(registered: string, wanted: string): boolean {
  if (registered === wanted) return true
  const [one, other] = [new URL(registered), new URL(wanted)]
  if (!isLoopback(one) || one.protocol !== 'http:') return false
  one.port = other.port
  return one.href === other.href
}
