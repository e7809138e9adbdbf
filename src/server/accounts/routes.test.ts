import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { apiCalls } from '../../contract/calls/api.ts'

/** The routes that need no session. All others return 401. Think twice before adding a line. */
const open = [
  'GET /health/live',
  'GET /health/ready',
  'GET /health/writable',
  'POST /auth/login',
  'POST /auth/login/code',
  'POST /auth/login/passkey/options',
  'POST /auth/login/passkey',
  'POST /auth/signup',
  'POST /auth/logout',
  'POST /auth/revoke',
  'POST /auth/device/code',
  'POST /auth/device/token',
  // How programs sign in with the browser. The page to which `authorize` leads asks for a session.
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/mcp',
  'POST /auth/register',
  'GET /auth/authorize',
  'POST /auth/token',
  'GET /auth/signups',
  // Links from mails, whose tokens cannot be guessed.
  'POST /auth/forgotPassword',
  'POST /auth/resetLink',
  'POST /auth/resetPassword',
  'POST /auth/emailLink',
  'POST /auth/confirmEmail',
  'POST /auth/unsubscribe',
  'GET /auth/unsubscribe',
  // Says only whether an id, which cannot be guessed, belongs to an account.
  'GET /auth/known',
  'GET /auth/google',
  'GET /auth/google/callback',
  'GET /auth/openid/:provider',
  'GET /auth/openid/:provider/callback',
  // Checks the signature of the provider instead.
  'POST /auth/openid/:provider/logout',
  // Checks the signature of the forge instead.
  'POST /hooks/git/:id',
  'GET /calendar/:file',
  // Checks the secret of a button in a notification instead.
  'POST /ways/press',
  // Check the secret of a shared link instead.
  'GET /shared',
  'GET /shared/live',
  'POST /shared/visit',
  'PUT /shared/answer',
  'GET /shared/files/:id',
  'GET /',
  'GET /taskdeck',
  'GET /taskdeck/*',
  'GET /cli/taskdeck.mjs',
  'GET /agents/taskdeck.md',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/',
  'GET /docs/json',
  'GET /docs/yaml',
  'GET /docs/*',
  'GET /docs/static/*',
  'GET /docs/static/index.html',
  'GET /docs/static/swagger-initializer.js',
  // Apps ask whether this is CalDAV, and where, before they sign in.
  'GET /.well-known/caldav',
  'PROPFIND /.well-known/caldav',
  'OPTIONS /.well-known/caldav',
  'OPTIONS /dav',
  'OPTIONS /dav/',
  'OPTIONS /dav/*',
]

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The app and every route that is registered in it, as reported by Fastify's onRoute hook. */
async function appWithRoutes() {
  const routes = new Set<string>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.add(`${one} ${url}`)
      // Fastify reports the page at "/docs/" only with its HEAD route.
      if (method === 'HEAD') routes.add(`GET ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  const app = await testApp({ isOwn: true })
  unsubscribe('fastify.initialization', listen)
  return { ...app, routes: [...routes] }
}

const isOpen = (route: string) => open.includes(route.replace(/^HEAD /, 'GET '))
const isUnsafe = (route: string) => !/^(GET|HEAD|OPTIONS) /.test(route)

function requestOf(route: string) {
  const [method, path = ''] = route.split(' ')
  return [method as Method, path.replace(/:\w+|\*/g, 'x')] as const
}

const refusal = { message: 'Please sign in first.', code: 'not_signed_in' }

test('without a session, every route except for a short list returns 401', async () => {
  const { routes, visitor } = await appWithRoutes()
  expect(routes.length).toBeGreaterThan(open.length)
  expect(open.filter((route) => !routes.includes(route))).toEqual([])
  for (const route of routes.filter((one) => !isOpen(one))) {
    for (const cookie of ['', 'taskdeck_session=x', `taskdeck_session=${'A'.repeat(43)}; taskdeck_google=e30`]) {
      const { status, text } = await visitor({ headers: { cookie } }).send(...requestOf(route))
      expect([route, status]).toEqual([route, 401])
      if (route.startsWith('HEAD')) continue
      // OAuth names an error by fields of its own.
      const { error: _, error_description: __, ...body } = JSON.parse(text)
      expect(body).toEqual(refusal)
    }
  }
})

test('every endpoint of the contract is a route, and is public only if the contract says so', async () => {
  const { routes } = await appWithRoutes()
  for (const { method, path, access } of apiCalls) {
    const route = `${method} ${path}`
    expect(routes).toContain(route)
    expect([route, isOpen(route)]).toEqual([route, access === 'everyone'])
  }
})

test.for([
  '/auth/account/',
  '/auth/account//',
  '//auth/account',
  '/auth//account',
  '/AUTH/account',
  '/auth/Account',
  '/auth/./account',
  '/auth/x/../account',
  '/auth/google/../account',
  '/auth/google/callback/../../account',
  '/taskdeck/../auth/account',
  '/taskdeck/..%2fauth/account',
  '/docs/%2e%2e/auth/account',
  '/auth%2faccount',
  '/auth/%61ccount',
  '/auth/account%2f',
  '/auth/account%00',
  '/auth/account;/auth/google',
  '/auth/account?/auth/google',
  '/auth/account.json',
])('signed out, %s shows nothing of an account', async (url) => {
  const { visitor } = await testApp()
  expect([400, 401, 403, 404]).toContain((await visitor().get(url)).status)
})

test.for(['x-original-url', 'x-rewrite-url', 'x-http-method-override', 'x-forwarded-user', 'authorization'])(
  'without a session, the header %s gives no access',
  async (name) => {
    const { visitor } = await testApp()
    for (const value of ['/auth/google', 'POST', 'ana']) {
      expect((await visitor({ headers: { [name]: value } }).get('/auth/account')).status).toBe(401)
    }
  },
)

const otherSites = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test('another site cannot change data through the browser of a signed-in user', async () => {
  const { routes, as, database } = await appWithRoutes()
  const ana = as('ana')
  await ana.user()
  const before = await everyRow(database)
  const unsafe = routes.filter(isUnsafe)
  expect(unsafe).toEqual(expect.arrayContaining(['POST /auth/login', 'POST /auth/signup', 'POST /auth/logout']))
  for (const route of unsafe) {
    for (const headers of otherSites) {
      const [method, url] = requestOf(route)
      const { status, body, setCookies } = await ana.send(method, url, credentials('ana'), { headers })
      expect([route, status, body.code]).toEqual([route, 403, 'forbidden'])
      expect(setCookies).toEqual([])
    }
  }
  expect(await everyRow(database)).toEqual(before)
  expect((await ana.get('/auth/verify')).status).toBe(200)
})

test('a link on another site cannot trigger an export', async () => {
  const { as } = await testApp()
  const ask = async (headers: Record<string, string>) =>
    (await as('ana').send('GET', '/auth/export', undefined, { headers })).status
  for (const headers of otherSites) expect(await ask(headers)).toBe(403)
  for (const site of ['same-origin', 'none']) expect(await ask({ 'sec-fetch-site': site })).toBe(200)
  expect(await ask({})).toBe(200)
})

test('another site cannot sign a visitor in or up', async () => {
  const { visitor, as } = await testApp()
  await as('ana').user()
  for (const headers of otherSites) {
    const login = await visitor({ headers }).post('/auth/login', credentials('ana'))
    const signup = await visitor({ headers }).post('/auth/signup', { username: 'bo', ...credentials('bo') })
    expect([login.status, login.setCookies, signup.status, signup.setCookies]).toEqual([403, [], 403, []])
  }
})

test.for([
  ['text/plain', [415]],
  ['application/x-www-form-urlencoded', [415]],
  ['multipart/form-data; boundary=x', [415]],
] as const)('a form of type %s, which any site may send, cannot sign in', async ([type, refusals]) => {
  const { visitor, as } = await testApp()
  await as('ana').user()
  const headers = { 'content-type': type }
  const { status, setCookies } = await visitor({ headers }).post('/auth/login', JSON.stringify(credentials('ana')))
  expect(refusals).toContain(status)
  expect(setCookies).toEqual([])
})
