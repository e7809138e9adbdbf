import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { everyRow } from '../../test/rows.ts'
import { makeToken, withToken } from '../../test/tokens.ts'
import { api, apiCalls } from '../contract/calls/api.ts'
import { pathOf } from '../contract/client.ts'
import type { Access, Route } from '../contract/endpoint.ts'

const kinds = [
  'nobody',
  'session',
  'read token',
  'write token',
  'export token',
  'expired',
  'revoked',
  'mistyped',
  'not a token',
] as const
type Kind = (typeof kinds)[number]

const allowed = 'allowed'
const signIn = 'Please sign in first.'
const noToken =
  'An API token cannot do this: accounts, sessions and tokens can only be used by a person who has signed in.'
const mayOnlyRead = 'This token may only read. Use a token with the scope write.'
const noExport = 'This token may not export. Make one with the scope export: see Settings > Agents and access.'
const refusals = {
  nobody: signIn,
  expired: expect.stringMatching(
    /^The token "expired" expired at 2026-\S+Z\. Make a new one under Settings > Agents and access\.$/,
  ),
  revoked: 'The token was revoked, or it belongs to another server. Make a new one under Settings > Agents and access.',
  mistyped: 'The token is mistyped or incomplete: its checksum does not match. Copy the whole token again.',
  'not a token': 'The Authorization header has no API token: one begins with tdk_.',
}

/** The answer to each kind of caller, by the access of the endpoint. */
const expected: Record<Exclude<Access, 'everyone'>, Record<Kind, unknown>> = {
  session: { ...refusals, session: allowed, 'read token': noToken, 'write token': noToken, 'export token': noToken },
  token: {
    ...refusals,
    session: 'This is for programs, which need an API token: see Settings > Agents and access.',
    'read token': allowed,
    'write token': allowed,
    'export token': allowed,
  },
  read: { ...refusals, session: allowed, 'read token': allowed, 'write token': allowed, 'export token': allowed },
  write: {
    ...refusals,
    session: allowed,
    'read token': mayOnlyRead,
    'write token': allowed,
    'export token': mayOnlyRead,
  },
  export: { ...refusals, session: allowed, 'read token': noExport, 'write token': noExport, 'export token': allowed },
}

const validTokens: readonly Kind[] = ['read token', 'write token', 'export token']
const refusalStatus = (kind: Kind) => (validTokens.includes(kind) ? 403 : 401)

async function world() {
  let now = Date.parse('2026-11-16T12:00:00Z')
  const app = await testApp({ dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const make = async (name: string, more = {}) => makeToken(ana, { name, ...more })
  const [read, write] = [await make('read', { scope: 'read' }), await make('write')]
  const exporting = await make('export', { scope: 'export' })
  const expired = await make('expired', { expiresAt: '2026-11-16T12:00:01Z' })
  const revoked = await make('revoked')
  await ana.delete(`/auth/tokens/${revoked.id}`)
  now += 1_000
  const tokens: Partial<Record<Kind, string>> = {
    'read token': read.token,
    'write token': write.token,
    'export token': exporting.token,
    expired: expired.token,
    revoked: revoked.token,
    mistyped: `${write.token.slice(0, -1)}${write.token.endsWith('x') ? 'y' : 'x'}`,
    'not a token': 'secret',
  }
  const callers = kinds.map((kind) => {
    const token = tokens[kind]
    if (token) return { kind, token, caller: withToken(app, token) }
    return { kind, caller: kind === 'session' ? ana : app.visitor() }
  })
  // Their first use is noted. Later refusals must change nothing.
  for (const { caller } of callers) await caller.get('/tasks/getTasks')
  return { ...app, ana, callers }
}

/** Names nothing that exists, and sends no body: the caller is checked first. A live stream does not end, and is only asked for its headers. */
const requestOf = (call: Route) =>
  [call.path === api.live.events.path ? 'HEAD' : call.method, pathOf(call.path.replace(/:\w+/g, '999'))] as const

const guarded = apiCalls.filter(({ access }) => access !== 'everyone')

/** Agents learn from it how to sign in. */
const howToSignIn = [
  'resource_metadata="http://localhost:80/.well-known/oauth-protected-resource/mcp"',
  'scope="read write"',
]

test('every endpoint accepts and refuses each kind of caller as the contract says', async () => {
  const { callers, database } = await world()
  expect(new Set(guarded.map(({ access }) => access))).toEqual(new Set(['session', 'token', 'read', 'write', 'export']))
  const calls = guarded.flatMap((call) =>
    callers.map((caller) => ({ ...caller, call, answer: expected[call.access as 'session'][caller.kind] })),
  )
  const [accepted = [], refused = []] = [true, false].map((is) =>
    calls.filter(({ answer }) => is === (answer === allowed)),
  )
  const before = await everyRow(database)
  for (const { kind, caller, call, answer } of refused) {
    const [method, url] = requestOf(call)
    const { status, headers, text } = await caller.send(method, url)
    const name = `${kind}: ${method} ${url}`
    expect([name, status]).toEqual([name, refusalStatus(kind)])
    if (method !== 'HEAD') expect([name, JSON.parse(text).message]).toEqual([name, answer])
    const error = kind === 'nobody' || kind === 'session' ? [] : ['error="invalid_token"']
    const challenge = `Bearer ${[...error, ...(url === '/mcp' ? howToSignIn : [])].join(', ')}`.trim()
    expect([name, headers['www-authenticate']]).toEqual([name, status === 401 ? challenge : undefined])
  }
  expect(await everyRow(database)).toEqual(before)
  // Tokens end with this one.
  const last = (call: Route) => Number(call === api.accounts.endEverythingElse)
  for (const { kind, caller, call } of accepted.toSorted((a, b) => last(a.call) - last(b.call))) {
    const [method, url] = requestOf(call)
    const { status } = await caller.send(method, url)
    expect([kind, method, url, [401, 403].includes(status)]).toEqual([kind, method, url, false])
  }
})

test('an endpoint for everyone answers every kind of caller in the same way', async () => {
  const { callers } = await world()
  for (const call of apiCalls.filter(({ access }) => access === 'everyone')) {
    const [method, url] = requestOf(call)
    const statuses = []
    // The session comes last, because one of these calls ends it.
    for (const { caller } of callers.toSorted((a, b) => Number(a.kind === 'session') - Number(b.kind === 'session'))) {
      statuses.push((await caller.send(method, url)).status)
    }
    expect([method, url, [...new Set(statuses)]]).toEqual([method, url, [statuses[0]]])
  }
})

test('a call with a token and a cookie is a call with the token', async () => {
  const { ana, callers } = await world()
  const sample = [api.accounts.account, api.tasks.list, api.tasks.create]
  for (const call of sample) {
    const [method, url] = requestOf(call)
    for (const { kind, token } of callers) {
      if (!token) continue
      const headers = { authorization: `bearer  ${token}` }
      const { status } = await ana.send(method, url, undefined, { headers })
      const isAllowed = expected[call.access as 'session'][kind] === allowed
      expect([kind, url, [401, 403].includes(status)]).toEqual([kind, url, !isAllowed])
    }
  }
})

test('another scheme in the Authorization header is not ours: the cookie counts', async () => {
  const { ana, visitor } = await world()
  const headers = { authorization: 'Basic YW5hOnNlY3JldA==' }
  expect((await ana.send('GET', '/auth/account', undefined, { headers })).status).toBe(200)
  expect((await visitor({ headers }).get('/tasks/getTasks')).status).toBe(401)
})

test('a call with a token may come from another site, but only one that a token may make', async () => {
  const { ana, callers } = await world()
  const token = callers.find(({ kind }) => kind === 'write token')?.token
  const site = { origin: 'https://tools.example', 'sec-fetch-site': 'cross-site' }
  const ask = async (path: string, headers: Record<string, string>) =>
    (await ana.send('POST', path, { name: 'x', address: '/list' }, { headers: { ...site, ...headers } })).status
  const authorization = `Bearer ${token}`
  expect(await ask('/views', { authorization })).toBe(201)
  expect(await ask('/views', { authorization: 'Bearer wrong' })).toBe(401)
  expect(await ask('/views', { authorization: 'Basic eDp4' })).toBe(403)
  for (const path of ['/auth/tokens', '/auth/logout', '/auth/login'])
    expect(await ask(path, { authorization })).toBe(403)
  expect((await ana.get('/auth/verify')).status).toBe(200)
})
