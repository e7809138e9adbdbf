import { onTestFinished } from 'vitest'
import type { ProviderPurpose } from '../src/contract/providers.ts'
import { testApp } from './app.ts'
import type { Browser } from './browser.ts'
import { startOpenIdProvider } from './openid-provider.ts'

type World = NonNullable<Parameters<typeof testApp>[0]>

/** The whole app, with an OpenID provider in place of Google. */
export async function googleApp(world: World = {}) {
  const google = await startOpenIdProvider()
  onTestFinished(google.stop)
  const app = await testApp({ ...world, config: { google, ...world.config } })
  google.allow(`${app.config.publicUrl}/auth/google/callback`)
  return { ...app, google }
}

/** Differences from the usual request for a sign-in. */
interface Leaving {
  /** The path that leads to the provider. */
  from?: string
  purpose?: ProviderPurpose
  /** Changes the URL of the provider before the browser follows it. */
  tamper?: (url: URL) => void
  button?: 'continue' | 'cancel'
  /** The browser's cookies at the provider. */
  cookies?: Map<string, string>
}

/** Goes to Google and presses a button there. Returns the path of the callback. */
export async function goToGoogle(
  browser: Pick<Browser, 'get'>,
  { from = '/auth/google', purpose, tamper, button, cookies }: Leaving = {},
) {
  const left = await browser.get(`${from}${purpose ? `?purpose=${purpose}` : ''}`)
  const url = new URL(left.location ?? '')
  tamper?.(url)
  const back = await chooseAt(url, button, cookies)
  return back.pathname + back.search
}

/** A whole sign-in with Google. Returns the response to the callback. */
export async function throughGoogle(browser: Pick<Browser, 'get'>, leaving: Leaving = {}) {
  return browser.get(await goToGoogle(browser, leaving))
}

/** Presses a button on the provider's page and follows redirects until they lead to another site. */
async function chooseAt(url: URL, button = 'continue', cookies = new Map<string, string>()): Promise<URL> {
  const visit = async (address: URL, init: RequestInit = {}): Promise<URL> => {
    if (address.origin !== url.origin) return address
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location) return visit(new URL(location, address))
    const page = await response.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`The provider shows no form: ${page}`)
    return visit(new URL(action, address), { method: 'POST', body: new URLSearchParams({ choice: button }) })
  }
  return visit(url)
}
