import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer, Browser } from '../../../test/browser.ts'
import { googleApp, goToGoogle, throughGoogle } from '../../../test/google.ts'

const flowCookie = 'taskdeck_google'

/** Expects a redirect to the auth screen, without a session. */
async function expectFailed(browser: Browser, back: Answer) {
  expect([back.status, back.location]).toEqual([302, '/taskdeck/#/auth?google=failed'])
  expect([...browser.cookies]).toEqual([])
  expect((await browser.get('/auth/verify')).status).toBe(401)
}

/** Returns the path with one parameter changed or removed. */
function changed(path: string, name: string, value?: string) {
  const url = new URL(path, 'http://localhost')
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.pathname + url.search
}

test.for([
  ['state', undefined],
  ['state', ''],
  ['state', 'x'.repeat(43)],
  ['code', undefined],
  ['code', 'x'.repeat(43)],
  ['iss', undefined],
  ['iss', 'https://evil.example'],
  ['error', 'server_error'],
] as const)('a callback whose %s is %j does not sign in', async ([name, value]) => {
  const { visitor, database } = await googleApp()
  const browser = visitor()
  const path = await goToGoogle(browser)
  await expectFailed(browser, await browser.get(changed(path, name, value)))
  expect(await database.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test.for([
  ['nonce', (url: URL) => url.searchParams.set('nonce', 'x'.repeat(43))],
  ['nonce that is missing', (url: URL) => url.searchParams.delete('nonce')],
  ['code challenge', (url: URL) => url.searchParams.set('code_challenge', 'x'.repeat(43))],
  ['state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
] as const)('a sign-in that began with another %s is refused', async ([, tamper]) => {
  const { visitor } = await googleApp()
  const browser = visitor()
  await expectFailed(browser, await throughGoogle(browser, { tamper }))
})

test('every sign-in uses a new state, nonce and code challenge, and never reveals the verifier', async () => {
  const { visitor } = await googleApp()
  const browser = visitor()
  const seen = new Set<string | null>()
  for (const _ of [1, 2, 3]) {
    const left = await browser.get('/auth/google')
    const { searchParams } = new URL(left.location ?? '')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
      seen.add(searchParams.get(name))
    }
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    const flow = JSON.parse(Buffer.from(browser.cookies.get(flowCookie) ?? '', 'base64url').toString())
    expect(left.location).not.toContain(flow.verifier)
    expect(seen).not.toContain(flow.verifier)
  }
  expect(seen.size).toBe(9)
})

test('a code can be used for one sign-in only', async () => {
  const { visitor } = await googleApp()
  const browser = visitor()
  const path = await goToGoogle(browser)
  const flow = browser.cookies.get(flowCookie) ?? ''
  expect((await browser.get(path)).location).toBe('/taskdeck/#/dashboard')
  expect(browser.cookies.has(flowCookie)).toBe(false)

  const thief = visitor()
  thief.cookies.set(flowCookie, flow)
  await expectFailed(thief, await thief.get(path))
})

test('a callback for one browser is rejected in another', async () => {
  const { visitor } = await googleApp()
  const path = await goToGoogle(visitor())
  const bystander = visitor()
  await expectFailed(bystander, await bystander.get(path))

  const victim = visitor()
  await goToGoogle(victim)
  await expectFailed(victim, await victim.get(await goToGoogle(visitor())))
})

test('the code of another user is rejected', async () => {
  const { visitor } = await googleApp()
  const stolen = new URL(await goToGoogle(visitor()), 'http://localhost').searchParams.get('code') ?? ''
  const thief = visitor()
  const own = await goToGoogle(thief)
  await expectFailed(thief, await thief.get(changed(own, 'code', stolen)))
})

test.for(['', 'x', 'e30', Buffer.from('null').toString('base64url'), Buffer.from('[]').toString('base64url')])(
  'a sign-in with the flow cookie %j is refused',
  async (value) => {
    const { visitor } = await googleApp()
    const browser = visitor()
    const path = await goToGoogle(browser)
    browser.cookies.set(flowCookie, value)
    await expectFailed(browser, await browser.get(path))
  },
)

test('a cancellation is accepted only with the right state', async () => {
  const { visitor } = await googleApp()
  const browser = visitor()
  await browser.get('/auth/google')
  await expectFailed(browser, await browser.get('/auth/google/callback?error=access_denied&state=x'))
})

test('a failed callback leaves an existing session unchanged', async () => {
  const { as } = await googleApp()
  const ana = as('ana')
  await ana.user()
  const path = await goToGoogle(ana)
  expect((await ana.get(changed(path, 'state', 'x'))).location).toBe('/taskdeck/#/auth?google=failed')
  expect((await ana.get('/auth/verify')).body.user.username).toBe('ana')
})

test('the cookie of a Google sign-in is as well protected as the session cookie', async () => {
  const plain = await googleApp()
  const secure = await googleApp({ config: { publicUrl: 'https://tasks.example.org' } })
  const cookieOf = async (browser: Browser) => (await browser.get('/auth/google')).setCookies[0]
  expect(await cookieOf(plain.visitor())).toMatch(
    /^taskdeck_google=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await cookieOf(secure.visitor())).toMatch(
    /^__Host-taskdeck_google=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
})

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => token.split('.') as [string, string, string]
const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

test.for([
  [
    'whose claims were changed',
    (token: string) => {
      const [head, claims, signature] = partsOf(token)
      const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: '2' }
      return `${head}.${base64(changed)}.${signature}`
    },
  ],
  [
    'that is signed with another key',
    (token: string) => {
      const [head, claims] = partsOf(token)
      return `${head}.${claims}.${sign('sha256', Buffer.from(`${head}.${claims}`), otherKey).toString('base64url')}`
    },
  ],
  [
    'that is signed with the secret of the client',
    (token: string, secret: string) => {
      const signed = `${base64({ alg: 'HS256', kid: 'signing' })}.${partsOf(token)[1]}`
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
  ],
  ['that is not signed', (token: string) => `${base64({ alg: 'none' })}.${partsOf(token)[1]}.`],
] as const)('an ID token %s does not sign in', async ([, forge]) => {
  const { visitor, google, database } = await googleApp()
  google.forge = (token) => forge(token, google.clientSecret)
  const browser = visitor()
  await expectFailed(browser, await throughGoogle(browser))
  expect(await database.db.selectFrom('users').selectAll().execute()).toEqual([])
  google.forge = undefined
  expect((await throughGoogle(browser)).location).toBe('/taskdeck/#/dashboard')
})

const evil = '//evil.example/%23/dashboard'
const wishes = ['redirect', 'redirect_uri', 'returnTo', 'return_to', 'next', 'url', 'to', 'purpose']

test('no part of a request changes where a sign-in ends', async () => {
  const { visitor } = await googleApp()
  for (const wish of wishes) {
    const begun = await visitor().get(`/auth/google?${wish}=${evil}`)
    expect([begun.status, begun.location]).toEqual([400, undefined])

    const browser = visitor()
    const back = await browser.get(`${await goToGoogle(browser)}&${wish}=${evil}`)
    expect(back.location).toMatch(/^\/taskdeck\/#\/(dashboard|auth\?google=failed)$/)
  }
})

test('the Host header does not change where Google sends the browser', async () => {
  const { app, google } = await googleApp()
  const headers = { host: '192.0.2.66', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const { headers: answer } = await app.inject({ url: '/auth/google', headers })
  const url = new URL(String(answer.location))
  expect(url.origin).toBe(google.issuer)
  expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/auth/google/callback')
})

test('an unknown purpose in the cookie is ignored', async () => {
  const { visitor } = await googleApp()
  const browser = visitor()
  const path = await goToGoogle(browser)
  const flow = JSON.parse(Buffer.from(browser.cookies.get(flowCookie) ?? '', 'base64url').toString())
  for (const purpose of ['//evil.example', '__proto__', 'constructor', ['link'], null]) {
    browser.cookies.set(flowCookie, Buffer.from(JSON.stringify({ ...flow, purpose })).toString('base64url'))
    await expectFailed(browser, await browser.get(path))
  }
})

const crossSiteRequests: [string, Record<string, string>, number][] = [
  ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
  ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
  ['a script', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 403],
  ['a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 302],
]

test.for(crossSiteRequests)(
  '%s on another site cannot start a Google sign-in or use up the attempts of its visitors',
  async ([_, headers, status]) => {
    const { google, visitor } = await googleApp()
    google.account = { sub: '1', email: 'gina@example.com', email_verified: true, name: 'Gina' }
    const other = visitor({ headers })
    for (let count = 0; count < 61; count++) {
      const begun = await other.get('/auth/google')
      expect([begun.status, begun.location]).toEqual([status, status === 302 ? '/taskdeck/#/auth' : undefined])
      const ended = await other.get('/auth/google/callback?code=1&state=2')
      expect([ended.status, ended.location]).toEqual([
        status,
        status === 302 ? '/taskdeck/#/auth?google=failed' : undefined,
      ])
    }
    expect([...other.cookies]).toEqual([])
    expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/dashboard')
  },
)

test('HEAD does not start a Google sign-in', async () => {
  const { visitor } = await googleApp()
  const head = await visitor().send('HEAD', '/auth/google')
  expect([head.status, head.setCookies]).toEqual([403, []])
})
