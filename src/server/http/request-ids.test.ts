import type { Logger } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { collect } from '../../../test/collect.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { makeToken } from '../../../test/tokens.ts'
import { type PasswordHasher, passwordHasher } from '../accounts/passwords.ts'
import { jobRules } from '../jobs/jobs.ts'
import { makeLogger } from './logging.ts'

/** Passwords whose hashing logs a line, as code that knows nothing about requests. */
function talking(log: Logger): PasswordHasher {
  const hasher = passwordHasher({ maxRunning: 8, cost: { memory: 8, passes: 1, parallelism: 1 } })
  return {
    ...hasher,
    hash: async (password) => {
      const hash = await hasher.hash(password)
      log.info('deep inside')
      return hash
    },
  }
}

async function loggedApp({ engine = 'sqlite', trustProxy = [] }: { engine?: Engine; trustProxy?: string[] } = {}) {
  const { stream, lines } = collect(false)
  const log = makeLogger('info', stream)
  const app = await testApp({
    engine,
    config: { trustProxy },
    dependencies: { log, passwords: talking(log) },
    extend: (server) => {
      server.post('/breaks', () => {
        throw new Error('a bug')
      })
    },
  })
  return { ...app, log, lines }
}

test('a trusted proxy names the request, and nobody else does', async () => {
  const { app } = await loggedApp({ trustProxy: ['10.0.0.0/8'] })
  const idOf = async (id: string, remoteAddress: string) => {
    const { headers } = await app.inject({ url: '/health/live', remoteAddress, headers: { 'x-request-id': id } })
    return headers['x-request-id']
  }
  expect(await idOf('7f9c-Az_0.9:1', '10.1.2.3')).toBe('7f9c-Az_0.9:1')
  expect(await idOf('7f9c', '::ffff:10.1.2.3')).toBe('7f9c')
  expect(await idOf('7f9c', '192.0.2.1')).not.toBe('7f9c')
  for (const bad of ['', 'two words', 'a"b', 'a\u00e9', 'x'.repeat(101)]) {
    const id = await idOf(bad, '10.1.2.3')
    expect(id).not.toBe(bad)
    expect(id).toMatch(/^[\w-]+$/)
  }
})

test('lines that code deep inside writes have the id of their request, also after its body and between others', async () => {
  const { visitor, lines } = await loggedApp()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      visitor().post('/auth/signup', { username: 'x', ...credentials(`user-${index}`) }),
    ),
  )
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(20)
  const deep = lines().filter(({ msg }) => msg === 'deep inside')
  expect(new Set(deep.map(({ reqId }) => reqId))).toEqual(new Set(ids))
  const signedUp = lines().filter(({ event }) => event === 'signed up with a password')
  expect(new Set(signedUp.map(({ reqId }) => reqId))).toEqual(new Set(ids))
})

test('a failure is found by the id that the user sees', async () => {
  const { app, lines } = await loggedApp()
  const response = await app.inject({ method: 'POST', url: '/breaks', payload: {} })
  const { message, requestId } = response.json()
  expect(message).toContain(`request ${requestId}.`)
  expect(response.headers['x-request-id']).toBe(requestId)
  expect(lines()).toMatchObject([
    { level: 50, reqId: requestId, err: { message: 'a bug' } },
    { level: 40, reqId: requestId, status: 500 },
  ])
})

test.for(engines)('%s: security events and database errors have the id of their request', async (engine) => {
  const { as, visitor, database, lines } = await loggedApp({ engine })
  await as('ana').user()
  const wrong = await visitor().post('/auth/login', { ...credentials('ana'), password: 'not the password' })
  expect(lines().find(({ event }) => event === 'wrong password')?.reqId).toBe(wrong.headers['x-request-id'])
  await database.db.schema.alterTable('tasks').renameTo('tasks_away').execute()
  const failed = await as('ana').get('/tasks/getTasks')
  await database.db.schema.alterTable('tasks_away').renameTo('tasks').execute()
  expect(failed.status).toBe(500)
  expect(lines().find(({ msg }) => msg === 'Unexpected error')?.reqId).toBe(failed.headers['x-request-id'])
})

test('the calls that a tool of an agent makes have the id of its request', async () => {
  const { as, app, lines } = await loggedApp()
  const { token } = await makeToken(as('ana'))
  const before = lines().length
  const response = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_task', arguments: { task: '999' } },
    },
  })
  const inner = lines().slice(before)
  expect(inner[0]).toMatchObject({ path: '/tasks/task/999', status: 404 })
  expect(new Set(inner.map(({ reqId }) => reqId))).toEqual(new Set([response.headers['x-request-id']]))
})

test('lines of a job name the job and its run', async () => {
  const { database, log, lines } = await loggedApp()
  const jobs = jobRules({ database, clock: Date.now, monotonic: () => performance.now(), log })
  jobs.register({
    name: 'tidy',
    everyMs: 60_000,
    run: async () => {
      log.info('tidying')
      throw new Error('no')
    },
  })
  await jobs.runDue()
  const [tidying, failed] = lines()
  expect(tidying).toMatchObject({ msg: 'tidying', job: 'tidy', runId: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(failed).toMatchObject({ level: 40, job: 'tidy', runId: tidying.runId })
})
