import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { liveApp } from '../../../test/live.ts'
import { parseMetrics } from '../../../test/metrics.ts'
import { credentials } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken } from '../../../test/tokens.ts'
import { loadConfig } from '../settings/config.ts'
import { expositionText } from './exposition.ts'
import { Histogram } from './histogram.ts'
import { metricRegistry } from './registry.ts'

const token = 'a-token-of-the-metrics'

async function measured(engine: Engine = 'sqlite') {
  const metrics = metricRegistry()
  const app = await liveApp({
    engine,
    config: { metrics: { port: undefined, host: 'localhost', token } },
    dependencies: { metrics },
  })
  return { ...app, read: async () => parseMetrics(await metrics.text()) }
}

test.for(engines)('%s: requests are counted by route and status, never by path', async (engine) => {
  const { as, visitor, read } = await measured(engine)
  const ana = as('ana')
  const task = await addTask(ana, { title: 'write' })
  for (let count = 0; count < 3; count++) await ana.get(`/tasks/task/${task._id}`)
  await ana.get(`/tasks/task/${randomUUID()}`)
  await visitor().get('/tasks/getTasks')
  for (let count = 0; count < 5; count++) await ana.get(`/nothing/${randomUUID()}`)
  const metrics = await read()
  const one = { method: 'GET', route: '/tasks/task/:id' }
  expect(metrics.value('taskdeck_http_requests_total', { ...one, status: '200' })).toBe(3)
  expect(metrics.value('taskdeck_http_requests_total', { ...one, status: '404' })).toBe(1)
  expect(metrics.value('taskdeck_http_requests_total', { route: '/tasks/getTasks', status: '401' })).toBe(1)
  expect(metrics.value('taskdeck_http_requests_total', { route: 'none', status: '404' })).toBe(5)
  expect(metrics.value('taskdeck_http_request_duration_seconds_count', one)).toBe(4)
  expect(metrics.value('taskdeck_http_request_duration_seconds_bucket', { ...one, le: '+Inf' })).toBe(4)
  expect(metrics.value('taskdeck_http_request_duration_seconds_sum', one)).toBeGreaterThan(0)
  for (const route of metrics.labels('taskdeck_http_requests_total', 'route')) expect(route).not.toMatch(/\d/)
})

test.for(engines)('%s: lists, the database, streams, jobs and failed sign-ins are measured', async (engine) => {
  const { as, visitor, listen, read } = await measured(engine)
  const ana = as('ana')
  await addTask(ana, { title: 'write' })
  const first = await ana.get('/tasks/getTasks')
  await ana.get('/tasks/getTasks')
  await ana.send('GET', '/tasks/getTasks', undefined, { headers: { 'if-none-match': String(first.headers.etag) } })
  await visitor().post('/auth/login', { ...credentials('ana'), password: 'not the password' })
  const stream = await listen(ana)
  const metrics = await read()
  expect(metrics.value('taskdeck_list_reads_total', { result: 'miss' })).toBe(1)
  expect(metrics.value('taskdeck_list_reads_total', { result: 'hit' })).toBe(1)
  expect(metrics.value('taskdeck_list_reads_total', { result: 'unchanged' })).toBe(1)
  expect(metrics.value('taskdeck_list_cache_bytes')).toBeGreaterThan(100)
  expect(metrics.value('taskdeck_security_events_total', { event: 'wrong password' })).toBe(1)
  expect(metrics.value('taskdeck_live_streams')).toBe(1)
  stream.close()
  await expect.poll(async () => (await read()).value('taskdeck_live_streams')).toBe(0)

  expect(metrics.value('taskdeck_database_migrated')).toBe(1)
  // The failed sign-in is stored after its response, and the check of the database writes as well.
  await expect.poll(async () => (await read()).value('taskdeck_database_work', { kind: 'write' })).toBe(0)
  const connections = metrics.value('taskdeck_database_connections', { pool: 'requests' })
  expect(connections > 0).toBe(engine === 'postgres')
  expect(metrics.value('taskdeck_job_runs_total', { name: 'sweep files' })).toBe(0)
  expect(metrics.value('taskdeck_disk_free_bytes')).toBeGreaterThan(1_000_000)
  expect(metrics.value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(metrics.value('process_cpu_seconds_total')).toBeGreaterThan(0)
  for (const label of ['version', 'commit', 'schema']) expect(metrics.labels('taskdeck_build_info', label).size).toBe(1)
})

test('without a setting, nothing is counted and there is nothing at /metrics', async () => {
  const { app } = await testApp()
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})

test('on the main port, the metrics need their token', async () => {
  const { app, as } = await measured()
  const ana = as('ana')
  const { token: own } = await makeToken(ana)
  const get = (authorization?: string) =>
    app.inject({
      url: '/metrics',
      headers: { host: 'node-2.internal:3000', ...(authorization ? { authorization } : {}) },
    })
  for (const wrong of [undefined, 'Bearer', 'Bearer x', `Bearer ${token}x`, token, `Bearer ${own}`]) {
    const refused = await get(wrong)
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(refused.body).not.toContain('taskdeck_')
  }
  expect((await ana.get('/metrics')).status).toBe(401)
  const allowed = await get(`Bearer ${token}`)
  expect(allowed.statusCode).toBe(200)
  expect(allowed.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(parseMetrics(allowed.body).value('taskdeck_http_requests_total', { route: '/metrics', status: '401' })).toBe(7)
})

test('on their own port, the metrics can be read while the database cannot be reached, and nothing else is served', async () => {
  const { said, stop } = await startServer(
    { METRICS_PORT: '0', METRICS_HOST: '127.0.0.1', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /cannot be reached/,
  )
  const [, origin] = await said(/metrics are at (http:.+)\/metrics/)
  const response = await fetch(`${origin}/metrics`)
  const metrics = parseMetrics(await response.text())
  expect(metrics.value('taskdeck_database_migrated')).toBe(0)
  expect((await fetch(`${origin}/auth/login`)).status).toBe(404)
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405)
  expect(await stop()).toBe(0)
})

test('a label value cannot break the text, and buckets are cumulative', () => {
  const histogram = new Histogram([1, 2])
  for (const value of [0.5, 1, 1.5, 9]) histogram.observe(value)
  const text = expositionText([
    { name: 'a', type: 'gauge', help: 'one\nline', samples: [{ labels: { x: 'a"b\\c\nd' }, value: 1 }] },
    { name: 'b', type: 'histogram', help: 'b', samples: histogram.samples() },
  ])
  expect(text).toBe(
    `# HELP a one\\nline
# TYPE a gauge
a{x="a\\"b\\\\c\\nd"} 1
# HELP b b
# TYPE b histogram
b_bucket{le="1"} 2
b_bucket{le="2"} 3
b_bucket{le="+Inf"} 4
b_sum 12
b_count 4
`,
  )
})

test('invalid settings of the metrics are refused without showing the token', () => {
  const short = () => loadConfig({ METRICS_TOKEN: 'hunter2' })
  expect(short).toThrow('METRICS_TOKEN="***" must have 20 to 200 characters')
  expect(short).not.toThrow('hunter2')
  expect(() => loadConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT must not be the same as PORT')
  expect(() => loadConfig({ METRICS_PORT: 'yes' })).toThrow('METRICS_PORT="yes" must be a whole number')
  expect(loadConfig({}).metrics).toEqual({ port: undefined, host: 'localhost', token: undefined })
})
