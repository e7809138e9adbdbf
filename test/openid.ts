import { onTestFinished } from 'vitest'
import type { OpenIdId } from '../src/contract/providers.ts'
import type { OpenIdProvider } from '../src/server/settings/providers.ts'
import { testApp } from './app.ts'
import type { Browser } from './browser.ts'
import { throughGoogle } from './google.ts'
import { type ProviderShape, startOpenIdProvider } from './openid-provider.ts'

type World = NonNullable<Parameters<typeof testApp>[0]>

/** The whole app with a provider of the operator, and how that one differs from Google. */
export async function openIdApp({
  shape,
  settings,
  ...world
}: World & { shape?: ProviderShape; settings?: Partial<OpenIdProvider> } = {}) {
  const provider = await startOpenIdProvider(shape)
  onTestFinished(provider.stop)
  const openId = [settingsOf(provider, settings)]
  const app = await testApp({ ...world, config: { openId, ...world.config } })
  provider.allow(`${app.config.publicUrl}/auth/openid/oidc/callback`)
  return { ...app, provider }
}

/** The settings of a provider, as `config.ts` reads them. */
export const settingsOf = (
  { issuer, clientId, clientSecret }: Pick<OpenIdProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  more: Partial<OpenIdProvider> = {},
): OpenIdProvider => ({
  ...{ id: 'oidc', name: 'Authentik', scopes: 'openid email profile groups', trustsEmail: false, signsOut: true },
  ...{ groups: [], groupsClaim: 'groups', issuer, clientId, clientSecret },
  ...more,
})

type Leaving = Omit<NonNullable<Parameters<typeof throughGoogle>[1]>, 'from'>

/** A whole sign-in with a provider. Returns the response to the callback. */
export const throughProvider = (browser: Pick<Browser, 'get'>, leaving: Leaving = {}, id: OpenIdId = 'oidc') =>
  throughGoogle(browser, { ...leaving, from: `/auth/openid/${id}` })
