import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import type { Config } from '../settings/config.ts'

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
const start = Date.parse('2026-11-16T12:00:00Z')
const minute = 60_000

/** An app with a clock that stands still, a user, and a device at another address. */
async function deviceApp(engine: Engine = 'sqlite', config: Partial<Config> = {}) {
  const clock = { now: start }
  const app = await testApp({ engine, config, dependencies: { clock: () => clock.now } })
  const device = app.visitor({ address: '192.0.2.7' })
  const begin = async (more: object = {}) => {
    const asked = await device.post('/auth/device/code', { client_id: 'taskdeck-cli', device_name: 'laptop', ...more })
    if (asked.status !== 200) throw new Error(asked.text)
    return asked.body
  }
  /** Asks for the token, 5 seconds after the last time. */
  const poll = async ({ device_code }: { device_code: string }) => {
    clock.now += 5_000
    return device.post('/auth/device/token', { grant_type, device_code, client_id: 'taskdeck-cli' })
  }
  return { ...app, clock, device, begin, poll, ana: app.as('ana') }
}

test.for(engines)('%s: a device gets a token when its user approves it', async (engine) => {
  const { ana, begin, poll, database, ...app } = await deviceApp(engine)
  await ana.user()
  const codes = await begin({ scope: 'read' })
  expect(codes).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: 'http://localhost:80/taskdeck/#/device',
    verification_uri_complete: `http://localhost:80/taskdeck/#/device?code=${codes.user_code}`,
    expires_in: 600,
    interval: 5,
  })
  const rows = (await everyRow(database)).join()
  for (const code of [codes.device_code, codes.user_code, codes.user_code.replace('-', '')])
    expect(rows).not.toContain(code)

  const pending = await poll(codes)
  expect([pending.status, pending.body.error]).toEqual([400, 'authorization_pending'])
  const typed = ` ${codes.user_code.toLowerCase().replace('-', ' ')} `
  expect((await ana.get(`/auth/device?user_code=${encodeURIComponent(typed)}`)).body).toEqual({
    name: 'laptop',
    client: 'taskdeck-cli',
    scope: 'read',
    address: '192.0.2.7',
    isSameAddress: false,
    createdAt: '2026-11-16T12:00:00.000Z',
    expiresAt: '2026-11-16T12:10:00.000Z',
  })
  const approve = () => ana.post('/auth/device/approve', { user_code: typed })
  expect((await approve()).body).toEqual({ message: 'laptop is signed in. It continues in a moment.' })
  expect((await approve()).status).toBe(200)

  const given = await poll(codes)
  expect([given.status, given.headers['cache-control']]).toEqual([200, 'no-store'])
  const { access_token, ...rest } = given.body
  expect(rest).toEqual({ token_type: 'Bearer', scope: 'read', name: 'laptop' })
  expect((await withToken(app, access_token).get('/auth/whoami')).body).toMatchObject({
    user: { username: 'ana' },
    token: { name: 'laptop', expiresAt: null },
  })
  // A code gives only one token.
  expect((await poll(codes)).body.error).toBe('invalid_grant')
  expect((await ana.get('/auth/tokens')).body.tokens).toHaveLength(1)
})

test('postgres: a device may ask one node and its user another', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const [one, other] = [await deviceApp('postgres', { databaseUrl }), await deviceApp('postgres', { databaseUrl })]
  await one.ana.user()
  const codes = await one.begin()
  const browser = other.visitor()
  await browser.post('/auth/login', credentials('ana'))
  expect((await browser.post('/auth/device/approve', { user_code: codes.user_code })).status).toBe(200)
  const given = await Promise.all([one.poll(codes), other.poll(codes), other.poll(codes)])
  expect(given.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('a device that is refused, late, hasty or confused is told so in the words of the RFC', async () => {
  const { ana, begin, poll, device, clock } = await deviceApp()
  await ana.user()
  const [refused, late] = [await begin(), await begin()]
  expect((await ana.post('/auth/device/refuse', { user_code: refused.user_code })).body).toEqual({
    message: 'laptop was refused.',
  })
  expect((await poll(refused)).body).toEqual({
    message: 'The user has refused this device.',
    code: 'invalid_input',
    error: 'access_denied',
    error_description: 'The user has refused this device.',
  })
  await poll(late)
  const ask = async (body: object) => (await device.post('/auth/device/token', body)).body.error
  const again = { grant_type, device_code: late.device_code }
  clock.now += 4_000
  expect(await ask(again)).toBe('slow_down')
  clock.now += 1_000
  expect(await ask(again)).toBe('authorization_pending')
  expect(await ask({ ...again, grant_type: 'password' })).toBe('unsupported_grant_type')
  expect(await ask({ grant_type })).toBe('invalid_request')
  expect(await ask({ grant_type, device_code: late.user_code })).toBe('invalid_grant')
  expect((await device.post('/auth/device/code', {})).body.error).toBe('invalid_request')
  clock.now = start + 11 * minute
  expect((await poll(late)).body.error).toBe('expired_token')
  const { status, body } = await ana.get(`/auth/device?user_code=${late.user_code}`)
  expect([status, body.message]).toEqual([404, 'This code has expired. Start again on the device.'])
})

test('OAuth clients may send forms, with each parameter once', async () => {
  const { device } = await deviceApp()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (body: string) => device.send('POST', '/auth/device/code', body, { headers })
  expect((await send('client_id=ci&scope=read')).status).toBe(200)
  expect((await send('client_id=ci&client_id=ci')).body.message).toBe('Send each parameter only once.')
})

test('unknown parameters are ignored, and every refusal has the fields that OAuth clients read', async () => {
  const { device, ana, ...app } = await deviceApp()
  const { token } = await makeToken(ana)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (path: string, body: string) => device.send('POST', path, body, { headers })
  const extra = 'audience=x&client_secret=&nonce=1'
  const began = await send('/auth/device/code', `client_id=ci&scope=read+write&${extra}`)
  expect(began.status).toBe(200)
  const polled = await send(
    '/auth/device/token',
    `grant_type=${grant_type}&device_code=${began.body.device_code}&${extra}`,
  )
  expect(polled.body).toMatchObject({ error: 'authorization_pending', code: 'invalid_input' })
  const revoked = await send('/auth/revoke', `token=${token}&client_id=ci&token_type_hint=access_token&${extra}`)
  expect([revoked.status, (await withToken(app, token).get('/tasks/getTasks')).status]).toEqual([200, 401])

  const refusals: [path: string, body: string, error: string][] = [
    ['/auth/device/code', 'client_id=', 'invalid_request'],
    ['/auth/device/code', 'client_id=ci&scope=admin', 'invalid_scope'],
    ['/auth/device/code', `client_id=${'x'.repeat(2_000)}`, 'invalid_request'],
    ['/auth/device/code', 'client_id=ci&client_id=ci', 'invalid_request'],
    ['/auth/device/token', 'grant_type=password', 'unsupported_grant_type'],
    ['/auth/device/token', `grant_type=${grant_type}&device_code=x`, 'invalid_grant'],
    ['/auth/revoke', '', 'invalid_request'],
    ['/auth/revoke', `token=${'x'.repeat(2_000)}`, 'invalid_request'],
  ]
  for (const [path, body, error] of refusals) {
    const refused = await send(path, body)
    expect([path, body, refused.status, refused.body]).toEqual([
      path,
      body,
      400,
      { code: 'invalid_input', error, message: expect.any(String), error_description: expect.any(String) },
    ])
  }
  for (let count = 0; count < 60; count++) await send('/auth/device/code', 'client_id=ci')
  expect((await send('/auth/device/code', 'client_id=ci')).body).toMatchObject({
    code: 'too_many_requests',
    error: 'temporarily_unavailable',
  })
  expect((await device.post('/auth/device/refuse', { user_code: 'x' })).body.error).toBe(undefined)
})

test('approving requires a recent confirmation, and a code that was neither used nor refused', async () => {
  const { ana, begin, poll, as, clock } = await deviceApp()
  await ana.user()
  clock.now += 10 * minute
  const codes = await begin()
  const approve = (person = ana) => person.post('/auth/device/approve', { user_code: codes.user_code })
  expect((await approve()).status).toBe(403)
  expect((await poll(codes)).body.error).toBe('authorization_pending')
  await ana.post('/auth/prove', { password: credentials('ana').password })
  expect((await approve()).status).toBe(200)
  // The token will be Ana's, so another user can neither take it over nor refuse it.
  for (const path of ['approve', 'refuse']) {
    const { status, body } = await as('bo').post(`/auth/device/${path}`, { user_code: codes.user_code })
    expect([status, body.message]).toEqual([404, 'This code was already used. Start again on the device.'])
  }
  expect((await poll(codes)).status).toBe(200)
})

test('codes cannot be guessed, and an address cannot start many requests', async () => {
  const { ana, begin, device } = await deviceApp()
  await ana.user()
  const { user_code } = await begin()
  const guess = async (code: string) => (await ana.get(`/auth/device?user_code=${code}`)).status
  for (let count = 0; count < 30; count++) expect(await guess(user_code)).toBe(200)
  const wrong = user_code.replace(/^./, (letter: string) => (letter === 'B' ? 'C' : 'B'))
  for (let count = 0; count < 20; count++) expect(await guess(wrong)).toBe(404)
  expect([await guess(wrong), await guess(user_code)]).toEqual([429, 429])
  for (let count = 1; count < 60; count++) await begin()
  expect((await device.post('/auth/device/code', { client_id: 'x' })).status).toBe(429)
})

test('a second device with the same name gets a number', async () => {
  const { ana, begin, poll } = await deviceApp()
  const long = 'x'.repeat(60)
  await makeToken(ana, { name: 'laptop' })
  await makeToken(ana, { name: 'laptop 2' })
  await makeToken(ana, { name: long })
  const nameOf = async (device_name: string) => {
    const codes = await begin({ device_name })
    await ana.post('/auth/device/approve', { user_code: codes.user_code })
    return (await poll(codes)).body.name
  }
  expect([await nameOf('laptop'), await nameOf(long)]).toEqual(['laptop 3', `${'x'.repeat(58)} 2`])
})

test.for(engines)('%s: an approved device gets nothing after the account was deleted', async (engine) => {
  const { ana, begin, poll, database } = await deviceApp(engine)
  await ana.user()
  const codes = await begin()
  await ana.post('/auth/device/approve', { user_code: codes.user_code })
  await ana.post('/auth/delete', { password: credentials('ana').password })
  expect((await poll(codes)).body.error).toBe('invalid_grant')
  expect((await everyRow(database)).filter((row) => /^(tokens|device_grants) /.test(row))).toEqual([])
})

test('a program that signs out revokes its own token', async () => {
  const { ana, device, ...app } = await deviceApp()
  const { token } = await makeToken(ana)
  const { token: other } = await makeToken(ana, { name: 'other' })
  for (let count = 0; count < 2; count++) expect((await device.post('/auth/revoke', { token })).status).toBe(200)
  expect((await withToken(app, token).get('/tasks/getTasks')).status).toBe(401)
  expect((await withToken(app, other).get('/tasks/getTasks')).status).toBe(200)
})

test.for(engines)(
  '%s: names that a program has sent, or an older version has stored, are shown without hidden characters',
  async (engine) => {
    const { ana, begin, poll, database, ...app } = await deviceApp(engine)
    const { _id: owner } = await ana.user()
    const codes = await begin({
      client_id: 'task\u202edeck\u0007',
      device_name: `lap\u200btop\u{e0041}${'x'.repeat(80)}`,
    })
    const shown = (await ana.get(`/auth/device?user_code=${codes.user_code}`)).body
    expect([shown.client, shown.name]).toEqual(['taskdeck', `laptop${'x'.repeat(53)}…`])
    await ana.post('/auth/device/approve', { user_code: codes.user_code })
    const { access_token } = (await poll(codes)).body
    await ana.post('/hooks', { name: 'Project', forge: 'github' })

    const dirty = 'An\u202ea\u2066\u200b'
    await database.db.updateTable('tokens').set({ name: dirty }).where('user_id', '=', owner).execute()
    await database.db.updateTable('sessions').set({ device: dirty }).where('user_id', '=', owner).execute()
    const hook = { name: dirty, authors: JSON.stringify([dirty]) }
    await database.db.updateTable('hooks').set(hook).where('user_id', '=', owner).execute()
    expect((await ana.get('/auth/tokens')).body.tokens).toMatchObject([{ name: 'Ana' }])
    expect((await ana.get('/auth/sessions')).body.sessions).toMatchObject([{ device: 'Ana' }])
    expect((await ana.get('/hooks')).body.hooks).toMatchObject([{ name: 'Ana', authors: ['Ana'] }])
    const program = withToken(app, access_token)
    expect((await program.get('/auth/whoami')).body.token.name).toBe('Ana')
    const { task } = (await program.post('/tasks/createTask', { title: 'One' })).body
    expect((await ana.get(`/tasks/task/${task._id}/history`)).body.events).toMatchObject([{ via: 'token:Ana' }])
  },
)
