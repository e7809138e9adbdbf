import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { liveApp, openStream } from '../../../test/live.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { newPasswordFor } from '../accounts/forgotten-password.ts'
import { passwordHasher } from '../accounts/passwords.ts'

const start = Date.parse('2026-11-16T12:00:00Z')
const minute = 60_000

/** An app with a clock that stands still. */
async function clockedApp(engine: (typeof engines)[number]) {
  const clock = { now: start }
  const app = await testApp({ engine, dependencies: { clock: () => clock.now } })
  return { ...app, clock, ana: app.as('ana') }
}

test.for(engines)('%s: a token is shown once, and only its hash is stored', async (engine) => {
  const { ana, database, ...app } = await clockedApp(engine)
  const given = { name: ' laptop-cli ', scope: 'read', expiresAt: '2027-01-31T01:00:00+01:00' } as const
  const { token, id, ...made } = await makeToken(ana, given)
  const shown = {
    name: 'laptop-cli',
    scope: 'read',
    createdAt: '2026-11-16T12:00:00.000Z',
    expiresAt: '2027-01-31T00:00:00.000Z',
    usedAt: null,
    usedFrom: null,
    isRenewed: false,
  }
  expect(made).toEqual({ message: 'Token made. Copy it now: it is not shown again.', ...shown })
  expect((await ana.get('/auth/tokens')).body).toEqual({ tokens: [{ id, ...shown }] })
  expect((await ana.get('/auth/export')).body.tokens).toEqual([{ id, ...shown }])
  expect((await everyRow(database)).join()).not.toContain(token.slice(4, -6))
  expect((await withToken(app, token).get('/tasks/getTasks')).status).toBe(200)
  expect((await withToken(app, id).get('/tasks/getTasks')).status).toBe(401)
})

test('a token needs a name of its own, a known scope, and a time in the future', async () => {
  const { ana } = await clockedApp('sqlite')
  await makeToken(ana, { name: 'laptop' })
  const refusal = async (given: object) => {
    const { status, body } = await ana.post('/auth/tokens', { name: 'ci', scope: 'read', ...given })
    return `${status} ${body.message}`
  }
  const nameRule =
    '400 name must have 1 to 60 characters, without control characters, invisible ones, and marks that change the writing direction.'
  for (const name of ['', ' ', 'x'.repeat(61), 'a\u001b[31mb', 'lap\u202etop', 'a\u200bb', 'a\u{e0041}b'])
    expect(await refusal({ name })).toBe(nameRule)
  expect(await refusal({ name: ' laptop ' })).toBe(
    '409 You already have a token named "laptop". Choose another name, or revoke that one first.',
  )
  expect(await refusal({ scope: 'admin' })).toBe('400 scope must be one of read, write, export.')
  const future = '400 expiresAt must be a time in the future.'
  for (const expiresAt of ['2026-11-16T12:00:00Z', '2016-12-31T23:59:60Z'])
    expect(await refusal({ expiresAt })).toBe(future)
  expect(await refusal({ expiresAt: '2027-01-01' })).toBe(
    '400 expiresAt must be a time with its time zone, such as 2027-01-31T00:00:00Z.',
  )
  expect(await refusal({ expires: '2027' })).toBe('400 expires is not a known field.')
  for (let count = 1; count < 100; count++) await makeToken(ana, { name: `token ${count}` })
  expect(await refusal({})).toBe('413 You have 100 tokens, which is the maximum. Revoke one first.')
})

test('making a token requires a recent confirmation, and revoking one does not', async () => {
  const { ana, clock } = await clockedApp('sqlite')
  const { id } = await makeToken(ana)
  clock.now += 10 * minute
  const { status, body } = await ana.post('/auth/tokens', { name: 'ci', scope: 'read' })
  expect([status, body.message]).toEqual([
    403,
    'Please confirm your identity first, and then do this within 10 minutes.',
  ])
  expect((await ana.delete(`/auth/tokens/${id}`)).body).toEqual({ message: 'Token revoked.' })
  expect((await ana.delete(`/auth/tokens/${id}`)).status).toBe(404)
  await ana.post('/auth/prove', { password: credentials('ana').password })
  await makeToken(ana, { name: 'ci' })
})

test.for(engines)('%s: a token can be limited to reading, without a confirmation, and not widened', async (engine) => {
  const { ana, clock, ...app } = await clockedApp(engine)
  const { id, token } = await makeToken(ana)
  const write = () =>
    withToken(app, token).post('/tasks/createTask', { title: 'write', status: 'Pending', priority: 'Low' })
  expect((await write()).status).toBe(201)
  clock.now += 11 * minute
  expect((await ana.put(`/auth/tokens/${id}`, { scope: 'read' })).body).toEqual({
    message: 'The token may only read now.',
  })
  expect((await write()).status).toBe(403)
  expect((await withToken(app, token).get('/tasks/getTasks')).status).toBe(200)
  expect((await ana.put(`/auth/tokens/${id}`, { scope: 'write' })).status).toBe(400)
  expect((await ana.put('/auth/tokens/none', { scope: 'read' })).status).toBe(404)
})

test.for(engines)('%s: the last use and its address are noted at most once a minute', async (engine) => {
  const { ana, clock, ...app } = await clockedApp(engine)
  const { token } = await makeToken(ana)
  const use = async (address: string) =>
    expect((await withToken(app, token, address).get('/tasks/getTasks')).status).toBe(200)
  const noted = async () => {
    const [{ usedAt, usedFrom }] = (await ana.get('/auth/tokens')).body.tokens
    return [usedAt, usedFrom]
  }
  await Promise.all([use('192.0.2.1'), use('192.0.2.1')])
  expect(await noted()).toEqual(['2026-11-16T12:00:00.000Z', '192.0.2.1'])
  clock.now += minute - 1
  await use('192.0.2.2')
  expect(await noted()).toEqual(['2026-11-16T12:00:00.000Z', '192.0.2.1'])
  clock.now += 1
  await use('192.0.2.3')
  expect(await noted()).toEqual(['2026-11-16T12:01:00.000Z', '192.0.2.3'])
  // The clock was ahead, and was corrected.
  clock.now -= 10 * minute
  await use('192.0.2.4')
  expect(await noted()).toEqual(['2026-11-16T11:51:00.000Z', '192.0.2.4'])
})

test('a read works even if its time cannot be noted', async () => {
  const { ana, database, ...app } = await clockedApp('sqlite')
  const { token } = await makeToken(ana)
  await database.db.schema.alterTable('tokens').renameColumn('used_from', 'used_elsewhere').execute()
  expect((await withToken(app, token).get('/tasks/getTasks')).status).toBe(200)
})

test.for(engines)('%s: the history names the token, even when it is revoked', async (engine) => {
  const { ana, ...app } = await clockedApp(engine)
  const { token, id } = await makeToken(ana)
  const cli = withToken(app, token)
  const { _id } = await addTask(cli, { title: 'Fix login' })
  await ana.delete(`/auth/tokens/${id}`)
  await ana.put(`/tasks/updateTask/${_id}`, { status: 'Completed' })
  const { events } = (await ana.get(`/tasks/task/${_id}/history`)).body
  expect(events.map(({ by, via }: { by: string; via: string }) => [by, via])).toEqual([
    ['ana', 'session'],
    ['ana', 'token:laptop-cli'],
  ])
  expect((await ana.get('/tasks/undo')).body.undo.via).toBe('session')
  expect((await ana.post('/tasks/undo')).body.message).toBe('Undone: #1 is as it was.')
  const { undo } = (await ana.get('/tasks/undo')).body
  expect([undo.kind, undo.via]).toEqual(['created', 'token:laptop-cli'])
  const { message, step } = (await ana.post('/tasks/undo')).body
  expect([message, step.via]).toEqual([
    expect.stringMatching(/^Undone: .+ \(made via laptop-cli\)\.$/),
    'token:laptop-cli',
  ])
})

test('whoami names the user and the token', async () => {
  const { ana, ...app } = await clockedApp('sqlite')
  const { body: account } = await ana.get('/auth/verify')
  const { preferences } = account
  const user = { _id: account.user._id, username: 'ana' }
  const { token, id } = await makeToken(ana, { scope: 'read', expiresAt: '2027-01-31T00:00:00.000Z' })
  expect((await withToken(app, token).get('/auth/whoami')).body).toEqual({
    user,
    preferences,
    scope: 'read',
    token: { id, name: 'laptop-cli', expiresAt: '2027-01-31T00:00:00.000Z' },
  })
  expect((await ana.get('/auth/whoami')).body).toEqual({ user, preferences, scope: 'write', token: null })
})

test.for(engines)('%s: a reset of the password and the deletion of the account revoke all tokens', async (engine) => {
  const { ana, database, as, ...app } = await clockedApp(engine)
  const cheap = passwordHasher({ maxRunning: 1, cost: { memory: 8, passes: 1, parallelism: 1 } })
  const bo = as('bo')
  const [anas, bos] = [await makeToken(ana), await makeToken(bo)]
  const status = async ({ token }: { token: string }) => (await withToken(app, token).get('/tasks/getTasks')).status
  await newPasswordFor('ana@example.com', database, cheap)
  expect([await status(anas), await status(bos)]).toEqual([401, 200])
  await bo.post('/auth/delete', { password: credentials('bo').password })
  expect([await status(bos), await database.db.selectFrom('tokens').selectAll().execute()]).toEqual([401, []])
})

test('postgres: revoking a token ends its live streams on every node, and no others', async () => {
  const config = { databaseUrl: await migratedDatabase('postgres') }
  const [one, other] = [await liveApp({ config }), await liveApp({ config })]
  const ana = one.as('ana')
  const [laptop, ci] = [await makeToken(ana), await makeToken(ana, { name: 'ci', scope: 'read' })]
  const listen = (origin: string, { token }: { token: string }) =>
    openStream(origin, { authorization: `Bearer ${token}` })
  const ending = [await listen(one.origin, laptop), await listen(other.origin, laptop)]
  const staying = await listen(other.origin, ci)
  for (const stream of [...ending, staying]) expect(await stream.next()).toMatchObject({ name: 'reload' })
  await addTask(withToken(one, laptop.token))
  for (const stream of [...ending, staying]) {
    expect(await stream.next('change')).toMatchObject({ data: { via: 'token:laptop-cli' } })
  }
  await ana.delete(`/auth/tokens/${laptop.id}`)
  for (const node of [one, other]) expect((await withToken(node, laptop.token).get('/tasks/getTasks')).status).toBe(401)
  expect(await Promise.all(ending.map((stream) => stream.ended()))).toEqual([true, true])
  await addTask(ana)
  expect(await staying.next('change')).toMatchObject({ data: { via: 'session' } })
})

test('a token has fewer live streams than its user', async () => {
  const app = await liveApp()
  const ana = app.as('ana')
  const [laptop, ci] = [await makeToken(ana), await makeToken(ana, { name: 'ci' })]
  const statusOf = async ({ token }: { token: string }) =>
    (await openStream(app.origin, { authorization: `Bearer ${token}` })).status
  for (let count = 0; count < 20; count++) expect(await statusOf(laptop)).toBe(200)
  expect([await statusOf(laptop), await statusOf(ci), (await app.listen(ana)).status]).toEqual([429, 200, 200])
})

test('a live stream ends when its token expires', async () => {
  const clock = { now: start }
  const app = await liveApp({ dependencies: { clock: () => clock.now } })
  const { token } = await makeToken(app.as('ana'), { expiresAt: '2026-11-16T12:00:05Z' })
  const stream = await openStream(app.origin, { authorization: `Bearer ${token}` })
  expect(await stream.next()).toMatchObject({ name: 'reload' })
  clock.now += 5_000
  expect(await stream.ended()).toBe(true)
})
