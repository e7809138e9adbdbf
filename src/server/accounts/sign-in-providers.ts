import type { Logger } from 'pino'
import type { ProviderId } from '../../contract/providers.ts'
import type { OfferedProvider } from '../../contract/schemas/accounts.ts'
import type { Config } from '../settings/config.ts'
import { isIssuer, providersOf } from '../settings/providers.ts'
import { providerClient } from './provider-client.ts'
import { providerDiscovery } from './provider-discovery.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { ProviderSession } from './provider-session.ts'
import { type EndedSessions, endedSessions, signOutUrl } from './provider-sign-out.ts'

interface Dependencies {
  config: Pick<Config, 'google' | 'openId' | 'publicUrl' | 'basePath'>
  clock: () => number
  log: Logger
}

/** Every provider that this server offers: Google and those of the operator are the same to it. */
export function signInProviders({ config, clock, log }: Dependencies) {
  const offered = providersOf(config).map((provider) => {
    const discovery = providerDiscovery(provider, {
      clock,
      onChange: ({ id }, trouble, message) =>
        trouble ? log.warn({ provider: id, trouble }, message) : log.info({ provider: id }, message),
    })
    return { ...provider, discovery, client: providerClient(provider, discovery, config) }
  })

  const find = (id: ProviderId) => {
    const found = offered.find((provider) => provider.id === id)
    if (!found) throw new ProviderFailure('not_configured')
    return found
  }

  return {
    /** Fails with a ProviderFailure for a provider that is not set up. */
    client: (id: ProviderId) => find(id).client,

    /** As the buttons show them. */
    list: (): OfferedProvider[] =>
      offered.map(({ id, name, discovery }) => ({ id, name, trouble: discovery.trouble() })),

    names: offered.map(({ name }) => name),

    /** Asks every provider what it offers, so that the buttons can say what is wrong. Nothing waits for it. */
    ask(): void {
      for (const { discovery } of offered) discovery.trouble()
    },

    /** The provider of a session. */
    of: (began: Pick<ProviderSession, 'issuer'> | undefined) =>
      began && offered.find((provider) => isIssuer(provider, began.issuer)),

    /** Where a browser signs out of the provider as well; undefined if the session did not begin there, or the provider has no such page. */
    signOutAt(began: ProviderSession | undefined): string | undefined {
      const provider = began && offered.find((one) => isIssuer(one, began.issuer))
      if (!provider?.signsOut) return undefined
      const end = `${config.publicUrl}${config.basePath}`
      return signOutUrl(provider.discovery.known(), { clientId: provider.clientId, idToken: began?.id_token, end })
    },

    /** The sessions that a provider wants to end. Fails with `invalid_input` for a token that is not its own. */
    ended: async (id: ProviderId, token: string): Promise<EndedSessions> => {
      const { discovery, clientId } = find(id)
      return endedSessions(token, { metadata: await discovery.metadata(), clientId, clock })
    },
  }
}

export type SignInProviders = ReturnType<typeof signInProviders>
