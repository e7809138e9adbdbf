import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { browser } from '../../test/browser.ts'
import { freshFolder, migratedDatabase } from '../../test/database.ts'
import { connectForge } from '../../test/forges.ts'
import { throughGoogle } from '../../test/google.ts'
import { redo, undo } from '../../test/history.ts'
import { withKey } from '../../test/keys.ts'
import { liveApp, type Stream } from '../../test/live.ts'
import { startOpenIdProvider } from '../../test/openid-provider.ts'
import { credentials, people } from '../../test/people.ts'
import { addTask, listTasks, taskInput } from '../../test/tasks.ts'
import { makeToken } from '../../test/tokens.ts'
import { endOfForm, filePart, formType } from '../../test/uploads.ts'
import { defaultLimits } from './database/limits.ts'
import { openPostgres } from './database/postgres.ts'

/**
 * Three nodes behind a balancer that sends each request to the next one. Each has a single connection for requests, so a request that
 * needed a second one would fail.
 */
async function threeNodes() {
  const google = await startOpenIdProvider()
  onTestFinished(google.stop)
  const databaseUrl = await migratedDatabase('postgres')
  const config = { databaseUrl, google, dataDir: await freshFolder() }
  const nodes: Awaited<ReturnType<typeof liveApp>>[] = []
  for (let index = 0; index < 3; index++) {
    const database = openPostgres(databaseUrl, { ...defaultLimits, connections: 1 })
    database.ready = true
    nodes.push(await liveApp({ config, dependencies: { database } }))
  }
  google.allow(`${nodes[0]?.config.publicUrl}/auth/google/callback`)
  let count = 0
  const next = () => nodes[count++ % nodes.length] as (typeof nodes)[number]
  const balancer = { inject: (request: object) => next().app.inject(request) } as unknown as FastifyInstance
  return { nodes, google, balancer, as: people(balancer), visitor: (options = {}) => browser(balancer, options) }
}

test('postgres: every request of a day may reach another node', async () => {
  const { nodes, google, balancer, as, visitor } = await threeNodes()
  const ana = as('ana')
  await ana.user()
  const onEveryNode = <T>(work: () => Promise<T>) => Promise.all(nodes.map(work))
  const streams: Stream[] = []
  for (const node of nodes) streams.push(await node.listen(ana))

  // A second device signs in, and a task is created by a call that is repeated on all nodes at once.
  const phone = await ana.elsewhere()
  const created = await onEveryNode(() => withKey(phone, 'create').post('/tasks/createTask', taskInput()))
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  const id: string = created[0]?.body.task._id

  // Every node has the list in its cache when another node changes it.
  const list = (etag = '') =>
    phone.send('GET', '/tasks/getTasks', undefined, { headers: etag ? { 'if-none-match': etag } : {} })
  const [etag] = (await onEveryNode(() => list())).map(({ headers }) => String(headers.etag))
  expect((await onEveryNode(() => list(etag))).map(({ status }) => status)).toEqual([304, 304, 304])
  for (const title of ['two', 'three', 'four']) {
    await ana.put(`/tasks/updateTask/${id}`, { title })
    for (const answer of await onEveryNode(() => list(etag))) {
      expect([answer.status, answer.body.tasks[0].title]).toEqual([200, title])
    }
  }

  // Two devices change the same task, and undo and redo.
  const ofVersion = (version: number, change: object) =>
    phone.send('PUT', `/tasks/updateTask/${id}`, change, { headers: { 'if-match': `"${version}"` } })
  expect((await ofVersion(3, { priority: 'High' })).status).toBe(200)
  expect((await ofVersion(3, { title: 'five' })).status).toBe(412)
  for (const title of ['four', 'three', 'two']) {
    expect((await listTasks(phone))[0]?.title).toBe(title)
    await undo(ana)
    if (title === 'four') await undo(phone)
  }
  await redo(ana)
  expect((await listTasks(phone))[0]?.title).toBe('two')

  // A file is uploaded to one node and read from the others.
  const form = { payload: Buffer.concat([filePart('the bytes'), endOfForm]), headers: { 'content-type': formType } }
  const uploaded = await ana.send('POST', `/tasks/task/${id}/upload`, form.payload, { headers: form.headers })
  expect(uploaded.status).toBe(201)
  const downloads = await onEveryNode(() => ana.get(`/tasks/task/${id}/files/${uploaded.body.file._id}`))
  expect(downloads.map(({ text }) => text)).toEqual(['the bytes', 'the bytes', 'the bytes'])

  // A program signs in by a code, and works until its token is revoked.
  const device = visitor({ address: '192.0.2.7' })
  const codes = (await device.post('/auth/device/code', { client_id: 'cli', device_name: 'laptop' })).body
  expect((await ana.post('/auth/device/approve', { user_code: codes.user_code })).status).toBe(200)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'cli' }
  const given = await device.post('/auth/device/token', { ...grant, device_code: codes.device_code })
  const token = await makeToken(ana)
  for (const secret of [given.body.access_token, token.token]) {
    const program = visitor({ headers: { authorization: `Bearer ${secret}` } })
    expect((await onEveryNode(() => addTask(program))).length).toBe(3)
  }
  const revoked = visitor({ headers: { authorization: `Bearer ${token.token}` } })
  await ana.delete(`/auth/tokens/${token.id}`)
  expect((await onEveryNode(() => revoked.get('/tasks/getTasks'))).map(({ status }) => status)).toEqual([401, 401, 401])

  // A webhook is made on one node and delivered to another. Its repetition is refused by a third one.
  const hook = await connectForge(balancer, ana, 'github')
  const delivery = { messages: ['Fix it, closes #1'] }
  expect((await hook.push(delivery)).body.message).toBe('Completed #1.')
  expect((await hook.push(delivery)).status).toBe(409)

  // Every stream has every event once and in order.
  const { seq } = (await ana.post('/tasks/createTask', taskInput())).body
  expect(seq).toBeGreaterThan(15)
  for (const stream of streams) {
    expect((await stream.next()).name).toBe('reload')
    const events = await stream.take(seq)
    expect(events.map((event) => event.id)).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
  }

  // Wrong passwords are counted by all nodes together.
  const guesses = []
  for (let guess = 0; guess < 12; guess++) {
    guesses.push((await visitor().post('/auth/login', { ...credentials('ana'), password: `guess ${guess}` })).status)
  }
  expect(guesses).toEqual([...Array(10).fill(401), 429, 429])

  // Google is left for by one node, and returns to another.
  google.account = { sub: '1', email: 'gina@example.com', email_verified: true, name: 'Gina' }
  const gina = visitor()
  expect((await throughGoogle(gina)).location).toBe('/taskdeck/#/dashboard')
  const verified = await onEveryNode(() => gina.get('/auth/verify'))
  expect(verified.map((answer) => answer.body.user.username)).toEqual(['Gina', 'Gina', 'Gina'])

  // Signing out ends the session and its streams on every node.
  await ana.post('/auth/logout')
  await Promise.all(streams.map((stream) => stream.ended()))
  expect((await onEveryNode(() => ana.get('/auth/verify'))).map(({ status }) => status)).toEqual([401, 401, 401])
  expect((await phone.get('/auth/verify')).status).toBe(200)
})
