import * as oidc from 'openid-client'
import type { ProviderTrouble } from '../../contract/providers.ts'
import type { Provider } from '../settings/providers.ts'
import { tracedFetch } from '../tracing/traced-fetch.ts'
import { clientAuthentication, signatureAlgorithms } from './provider-crypto.ts'
import { ProviderFailure } from './provider-failure.ts'

interface Dependencies {
  clock: () => number
  /** Called when a provider cannot be used any more for another reason than before, and when it can again. */
  onChange: (provider: Provider, trouble: ProviderTrouble | null, message: string) => void
}

type Metadata = Readonly<oidc.ServerMetadata>

const timeoutSeconds = 10
const trustedMs = 3_600_000
const retryMs = 30_000

/**
 * A provider's description of itself. Asked when the server starts, and again after an hour, or when somebody signs in after a failure. A provider that does
 * not answer keeps nothing from starting.
 */
export function providerDiscovery(provider: Provider, { clock, onChange }: Dependencies) {
  const issuer = new URL(provider.issuer)
  const onThisMachine = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  let found: { metadata: Metadata; at: number } | undefined
  let failure: { trouble: ProviderTrouble; at: number } | undefined
  let asking: Promise<Metadata> | undefined

  async function ask(): Promise<Metadata> {
    try {
      const options = { execute: onThisMachine, timeout: timeoutSeconds, [oidc.customFetch]: tracedFetch }
      const discovered = await oidc.discovery(issuer, provider.clientId, undefined, undefined, options)
      const metadata = discovered.serverMetadata()
      if (failure) onChange(provider, null, `The provider ${provider.name} can be used again.`)
      found = { metadata, at: clock() }
      failure = undefined
      return metadata
    } catch (error) {
      const { trouble, message } = explained(provider, error)
      if (failure?.trouble !== trouble) onChange(provider, trouble, message)
      failure = { trouble, at: clock() }
      // Its keys are fetched anew for every sign-in, so older answers do no harm.
      if (found && trouble === 'unreachable') return found.metadata
      throw new ProviderFailure(trouble, error)
    }
  }

  function metadata(): Promise<Metadata> {
    if (found && Math.abs(clock() - found.at) < trustedMs) return Promise.resolve(found.metadata)
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    /** Fails with a ProviderFailure. */
    metadata,

    /** Why the provider cannot be used, as far as is known. After a failure, this asks again, without waiting for the answer. */
    trouble(): ProviderTrouble | null {
      if (!found && Math.abs(clock() - (failure?.at ?? 0)) >= retryMs) metadata().catch(() => {})
      return found ? null : (failure?.trouble ?? null)
    },

    /** What is known already, without asking. */
    known: () => found?.metadata,

    /** A client of the provider. A new one fetches the provider's keys again, so that a withdrawn key is refused at once. */
    async client(): Promise<oidc.Configuration> {
      const server = await metadata()
      const algorithm = provider.id === 'google' ? 'RS256' : signatureAlgorithms(server)
      const client = new oidc.Configuration(
        { ...server, id_token_signing_alg_values_supported: [algorithm].flat() },
        provider.clientId,
        typeof algorithm === 'string' ? { id_token_signed_response_alg: algorithm } : {},
        clientAuthentication(provider, server),
      )
      client.timeout = timeoutSeconds
      client[oidc.customFetch] = tracedFetch
      for (const allow of onThisMachine) allow(client)
      // By default, the library trusts TLS and does not verify the signature.
      oidc.enableNonRepudiationChecks(client)
      return client
    },
  }
}

export type ProviderDiscovery = ReturnType<typeof providerDiscovery>

/** Why a provider could not be asked, for the log. */
function explained({ name, issuer }: Provider, error: unknown): { trouble: ProviderTrouble; message: string } {
  const cause = error instanceof Error ? error.cause : undefined
  const body = typeof cause === 'object' && cause && 'body' in cause ? cause.body : undefined
  const stated = typeof body === 'object' && body && 'issuer' in body ? body.issuer : undefined
  if (typeof stated === 'string') {
    const message = `The provider ${name} at ${issuer} says that its issuer is ${stated}. Set its …_ISSUER to exactly that.`
    return { trouble: 'misconfigured', message }
  }
  const message = `The provider ${name} could not be asked for ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration. Until it answers, nobody can sign in with it.`
  return { trouble: 'unreachable', message }
}
