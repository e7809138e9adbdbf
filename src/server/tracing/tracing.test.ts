import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { collect } from '../../../test/collect.ts'
import { collector } from '../../../test/collector.ts'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { startServer } from '../../../test/server.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken } from '../../../test/tokens.ts'
import { openDatabase } from '../database/open.ts'
import { makeLogger } from '../http/logging.ts'
import { jobRules } from '../jobs/jobs.ts'
import { loadConfig } from '../settings/config.ts'
import { otlpTracing } from './otlp.ts'
import { tracedDatabase } from './traced-database.ts'
import { tracedFetch } from './traced-fetch.ts'
import { runFor } from './work-context.ts'

const proxy = '10.0.0.1'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

async function tracedApp({
  engine = 'sqlite',
  endpoint,
  ratio = 1,
}: {
  engine?: Engine
  endpoint: string
  ratio?: number
}) {
  const { stream, lines } = collect(false)
  const log = makeLogger('info', stream)
  const databaseUrl = await migratedDatabase(engine)
  const database = tracedDatabase(openDatabase(databaseUrl))
  const tracing = otlpTracing({ endpoint, service: 'tasks', ratio }, log)
  const app = await testApp({ config: { databaseUrl, trustProxy: [proxy] }, dependencies: { database, tracing, log } })
  return { ...app, database, tracing, log, lines }
}

test.for(engines)('%s: a request, its transaction and its statements are one trace, without values', async (engine) => {
  const { endpoint, spans, text, resource } = await collector()
  const { as, visitor, tracing, lines } = await tracedApp({ engine, endpoint })
  const ana = as('ana')
  await ana.user()
  const create = ana.send(
    'POST',
    '/tasks/createTask',
    { title: 'a secret plan', description: '', dueDate: null },
    {
      remoteAddress: proxy,
      headers: { traceparent },
    },
  )
  // Writes of several requests may share a commit, and must not share a trace.
  const others = [addTask(ana, { title: 'another' }), addTask(as('bo'), { title: 'of another user' })]
  const { status } = await create
  await Promise.all(others)
  await visitor({ address: proxy, headers: { traceparent } }).get('/tasks/getTasks')
  await tracing.close()

  expect(status).toBe(201)
  const ours = spans().filter((span) => span.traceId === traceId)
  const request = ours.find(({ name }) => name === 'POST /tasks/createTask')
  expect(request).toMatchObject({
    kind: 2,
    parentSpanId: '00f067aa0ba902b7',
    attributes: { 'http.route': '/tasks/createTask', 'http.request.method': 'POST', 'http.response.status_code': 201 },
  })
  const transaction = ours.find(({ name }) => name === 'transaction')
  expect(transaction?.parentSpanId).toBe(request?.spanId)
  const inserts = ours.filter(({ name }) => name === 'INSERT tasks')
  expect(inserts).toHaveLength(1)
  expect(inserts[0]).toMatchObject({ kind: 3, parentSpanId: transaction?.spanId })
  expect(inserts[0]?.attributes['db.query.text']).toMatch(/^insert into "tasks"/)
  expect(ours.some(({ name }) => name.startsWith('SELECT'))).toBe(true)
  expect(spans().filter(({ name }) => name === 'INSERT tasks')).toHaveLength(3)
  expect(text()).not.toContain('secret plan')
  expect(text()).not.toContain('ana@example.com')
  expect(resource()).toMatchObject({ 'service.name': 'tasks', 'service.version': expect.any(String) })
  expect(lines().find(({ path }) => path === '/tasks/getTasks')).toMatchObject({ status: 401, traceId })
})

test('only a trusted proxy may name the trace, and a malformed header starts a new one', async () => {
  const { endpoint, spans } = await collector()
  const { visitor, tracing } = await tracedApp({ endpoint })
  await visitor({ address: '192.0.2.1', headers: { traceparent } }).get('/auth/verify')
  for (const bad of ['x', traceparent.replace(/^00/, 'ff'), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
    await visitor({ address: proxy, headers: { traceparent: bad } }).get('/auth/verify')
  }
  await tracing.close()
  expect(spans()).toHaveLength(4)
  expect(new Set(spans().map((span) => span.traceId)).add(traceId).size).toBe(5)
  expect(spans().map((span) => span.parentSpanId ?? '')).toEqual(['', '', '', ''])
})

test('health checks are not traced', async () => {
  const { endpoint, spans } = await collector()
  const { visitor, tracing } = await tracedApp({ endpoint })
  for (const path of ['/health/live', '/health/ready']) expect((await visitor().get(path)).status).toBe(200)
  await visitor().get('/auth/verify')
  await tracing.close()
  expect(new Set(spans().flatMap(({ name }) => (name.startsWith('GET') ? [name] : [])))).toEqual(
    new Set(['GET /auth/verify']),
  )
})

test('a share of 0 records nothing, except for requests that the proxy traces', async () => {
  const { endpoint, spans } = await collector()
  const { visitor, tracing } = await tracedApp({ endpoint, ratio: 0 })
  await visitor().get('/auth/verify')
  await visitor({ address: proxy, headers: { traceparent: traceparent.replace(/01$/, '00') } }).get('/auth/verify')
  await visitor({ address: proxy, headers: { traceparent } }).get('/auth/verify')
  await tracing.close()
  expect(spans().map((span) => span.traceId)).toEqual([traceId])
})

test('jobs and the calls of agents are traced, and failures are marked', async () => {
  const { endpoint, spans } = await collector()
  const { app, as, database, tracing, log } = await tracedApp({ endpoint })
  const jobs = jobRules({ database, clock: Date.now, monotonic: () => performance.now(), log, tracing })
  const run = async () => {
    await database.transaction('tidy', (tx) => tx.selectFrom('users').select('id').execute())
    throw new Error('no')
  }
  jobs.register({ name: 'tidy', everyMs: 60_000, run })
  await jobs.runDue()
  const { token } = await makeToken(as('ana'))
  await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tasks', arguments: {} } },
  })
  await tracing.close()
  const job = spans().find(({ name }) => name === 'job tidy')
  expect(job).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'Error' } })
  const inJob = spans().filter((span) => span.traceId === job?.traceId)
  expect(inJob.map(({ name }) => name)).toEqual(expect.arrayContaining(['transaction', 'SELECT users']))
  const agent = spans().find(({ name }) => name === 'POST /mcp')
  const list = spans().find(({ name }) => name === 'GET /tasks/page')
  expect(list).toMatchObject({ traceId: agent?.traceId, parentSpanId: agent?.spanId })
})

test('calls to other servers belong to the trace', async () => {
  const { endpoint, spans } = await collector()
  const tracing = otlpTracing({ endpoint, service: 'tasks', ratio: 1 }, makeLogger('silent', process.stderr))
  const received: (string | undefined)[] = []
  const other = createServer((request, response) => {
    received.push(request.headers.traceparent as string | undefined)
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const call = () =>
    tracedFetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/token?code=hunter2`, {
      method: 'POST',
      headers: {},
    })
  const span = tracing.begin('GET /auth/google/callback')
  if (!span) throw new Error('not recorded')
  await runFor({ logFields: {}, span }, call)
  await call()
  span.end()
  await tracing.close()
  const sent = spans().find(({ name }) => name === 'POST')
  expect(received).toEqual([`00-${span.traceId}-${sent?.spanId}-01`, undefined])
  expect(JSON.stringify(spans())).not.toContain('hunter2')
})

test('a server whose collector is away works, says so once, and stops', { tags: 'long' }, async () => {
  const { origin, output, said, stop } = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  for (let count = 0; count < 50; count++) expect((await fetch(`${origin}/auth/verify`)).status).toBe(401)
  await said(/Traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT/)
  expect(await stop()).toBe(0)
  expect(output().match(/Traces cannot be sent/g)).toHaveLength(1)
})

test('invalid settings of traces are refused', () => {
  expect(loadConfig({}).tracing).toBeUndefined()
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toThrow('must begin with http://')
  expect(() => loadConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('must be a number from 0 to 1')
})
