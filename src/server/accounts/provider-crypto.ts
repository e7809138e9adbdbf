import { type ClientAuth, ClientSecretPost, type ServerMetadata } from 'openid-client'
import type { Provider } from '../settings/providers.ts'

/** Signatures with public keys. One with the client's secret, or none, is never accepted. */
const trusted = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** The algorithms with which a provider may sign: those it names, or RS256, which every provider must know. */
export function signatureAlgorithms(server: Readonly<ServerMetadata>): string[] {
  const named = server.id_token_signing_alg_values_supported?.filter((name) => trusted.includes(name)) ?? []
  return named.length ? named : ['RS256']
}

/**
 * Sends the client's secret in the header, which every provider should accept, unless this one says otherwise. Encoded as a form is, and no more:
 * several providers do not decode it.
 */
export function clientAuthentication(
  { clientId, clientSecret }: Pick<Provider, 'clientId' | 'clientSecret'>,
  server: Readonly<ServerMetadata>,
): ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported
  if (methods && !methods.includes('client_secret_basic')) return ClientSecretPost(clientSecret)
  const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
  const credentials = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`)
}
