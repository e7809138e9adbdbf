import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { type ApiCall, api, apiCalls } from '../../contract/calls/api.ts'
import { pathOf } from '../../contract/client.ts'
import { type Scope, scopes } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { keyHeader } from '../../contract/idempotency-key.ts'
import type { Caller } from '../callers/caller.ts'
import { mountedCalls } from './mounted-calls.ts'

interface Input {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  ifMatch?: string
  key?: string
}

/** The same calls of one user, over HTTP with a token, and performed without HTTP. */
async function twoWays(engine: (typeof engines)[number], scope: Scope = 'write') {
  const calls = mountedCalls()
  const app = await testApp({ engine, dependencies: { calls } })
  const ana = app.as('ana')
  const { id, token } = await makeToken(ana, { scope })
  const program = withToken(app, token)
  const caller: Caller = {
    owner: (await ana.user())._id,
    via: 'token:laptop-cli',
    credential: id,
    scopes: new Set(scope === 'write' ? scopes : [scope]),
    seq: 0,
    epoch: '',
  }
  const urlOf = ({ path }: ApiCall, { params = {}, query = {} }: Input) => pathOf(path, params, query)
  return {
    ana,
    async overHttp(endpoint: ApiCall, input: Input = {}) {
      const { status, text } = await program.send(endpoint.method, urlOf(endpoint, input), input.body, {
        headers: {
          ...(input.ifMatch ? { 'if-match': input.ifMatch } : {}),
          ...(input.key ? { [keyHeader]: input.key } : {}),
        },
      })
      if (status === endpoint.status) return text
      const { message, code } = JSON.parse(text)
      return { message, code }
    },
    async without(endpoint: ApiCall, input: Input = {}) {
      const holdOn = () => new AbortController().signal
      const given = { params: {}, query: {}, body: undefined, ...input, url: urlOf(endpoint, input), holdOn }
      try {
        return await calls.perform(endpoint, caller, given)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { message: error.message, code: error.code }
      }
    },
  }
}

/** The endpoints that agents could call: those of a scope whose result is JSON. */
const callable = apiCalls.filter(
  ({ access, schema }) => (scopes as readonly string[]).includes(access) && schema.result,
)

test('a token that may only read is refused by every endpoint that writes, with the same words as over HTTP', async () => {
  const { overHttp, without } = await twoWays('sqlite', 'read')
  const writing = callable.filter(({ access }) => access === 'write')
  expect(writing.length).toBeGreaterThan(15)
  for (const endpoint of writing) {
    const input = { params: { id: '1', file: 'f', kind: 'related', to: '2', label: 'a' }, body: { unknown: true } }
    const refused = await without(endpoint, input)
    expect([endpoint.path, refused]).toEqual([endpoint.path, await overHttp(endpoint, input)])
    expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('may only read') })
  }
})

test('endpoints of persons and of HTTP alone cannot be called in this way', async () => {
  const { without } = await twoWays('sqlite')
  for (const endpoint of [api.accounts.account, api.tokens.create, api.live.events, api.files.download]) {
    await expect(without(endpoint)).rejects.toThrow('cannot be called without HTTP')
  }
})

test('invalid input is refused with the same words as over HTTP', async () => {
  const { overHttp, without } = await twoWays('sqlite')
  const cases: [ApiCall, Input][] = [
    [api.tasks.find, { params: { id: 'x'.repeat(65) } }],
    [api.tasks.page, { query: { sort: 'colour', limit: '10' } }],
    [api.tasks.page, { query: { limit: 'ten' } }],
    [api.tasks.page, { query: { unknown: '1' } }],
    [api.tasks.create, {}],
    [api.tasks.create, { body: {} }],
    [api.tasks.create, { body: [] }],
    [api.tasks.create, { body: { title: '' } }],
    [api.tasks.create, { body: { title: 'x', dueDate: '2026-02-30' } }],
    [api.tasks.create, { body: { title: 'x', labels: ['two words'] } }],
    [api.tasks.bulkCreate, { body: { tasks: [] } }],
    [api.tasks.update, { params: { id: '1' }, body: {} }],
    [api.tasks.update, { params: { id: '1' }, body: { title: 'x' }, ifMatch: '"one"' }],
    [api.tasks.link, { params: { id: '1' }, body: { kind: 'near', to: '2' } }],
    [api.history.ofTask, { params: { id: '1' }, query: { before: '3' } }],
    [api.history.undo, { body: { change: 'last' } }],
  ]
  for (const [endpoint, input] of cases) {
    const refused = await without(endpoint, input)
    expect([endpoint.path, input, refused]).toEqual([endpoint.path, input, await overHttp(endpoint, input)])
    expect(refused).toMatchObject({ code: 'invalid_input' })
  }
})

test.for(engines)('%s: results and failures of rules are the same as over HTTP', async (engine) => {
  const { ana, overHttp, without } = await twoWays(engine)
  await ana.post('/tasks/createTask', { title: 'First', description: 'words to find', dueDate: '2026-11-20' })
  await ana.post('/tasks/createTask', { title: 'Second', partOf: '1' })
  const cases: [ApiCall, Input][] = [
    [api.tasks.list, {}],
    [api.tasks.list, { query: { q: 'words' } }],
    [api.tasks.page, { query: { sort: 'due', limit: '10' } }],
    [api.tasks.find, { params: { id: '1' } }],
    [api.tasks.find, { params: { id: '#99' } }],
    [api.tasks.links, { params: { id: '1' } }],
    [api.git.ofTask, { params: { id: '1' } }],
    [api.history.ofTask, { params: { id: '1' }, query: { limit: '5' } }],
    [api.tokens.whoami, {}],
    [api.views.list, {}],
    [api.tasks.update, { params: { id: '1' }, body: { title: 'Third' }, ifMatch: '"99"' }],
    [api.tasks.remove, { params: { id: '99' } }],
  ]
  for (const [endpoint, input] of cases) {
    expect([endpoint.path, await without(endpoint, input)]).toEqual([endpoint.path, await overHttp(endpoint, input)])
  }
})

test.for(engines)('%s: a key that was used in one way is known in the other', async (engine) => {
  const { ana, overHttp, without } = await twoWays(engine)
  const create = (title: string, key: string) => ({ body: { title }, key })
  const first = await overHttp(api.tasks.create, create('Over HTTP', 'a'))
  expect(await without(api.tasks.create, create('Over HTTP', 'a'))).toBe(first)
  const second = await without(api.tasks.create, create('Without', 'b'))
  expect(second).toContain('"title":"Without"')
  expect(await overHttp(api.tasks.create, create('Without', 'b'))).toBe(second)
  expect(await without(api.tasks.create, create('Other', 'a'))).toMatchObject({ code: 'key_reused' })
  expect(await overHttp(api.tasks.create, create('Other', 'b'))).toMatchObject({ code: 'key_reused' })
  expect((await ana.get('/tasks/getTasks')).body.tasks).toHaveLength(2)
})

/** Their bodies are files. */
const withFile: ApiCall[] = [api.files.upload, api.imports.run, api.archives.import]

test('every endpoint of a scope whose result is JSON can be called without HTTP', async () => {
  const { without } = await twoWays('sqlite')
  for (const endpoint of callable) {
    const input = { params: { id: '99' }, body: endpoint.schema.body ? { unknown: true } : undefined }
    if (withFile.includes(endpoint)) continue
    await expect(without(endpoint, input)).resolves.toBeDefined()
  }
})
