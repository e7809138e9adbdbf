import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { callsOf, type Scope, scopes } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Caller } from '../callers/caller.ts'
import { type Mount, mounter } from './endpoint.ts'

const schema = {
  summary: 'Rename a thing',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 5 }) }, { additionalProperties: false }),
  result: Type.Object({ id: Type.String(), name: Type.String() }),
}
const calls = callsOf<{ rename: typeof schema; open: typeof schema; erase: typeof schema }>()({
  rename: { method: 'PUT', path: '/things/:id', access: 'write', status: 202 },
  open: { method: 'POST', path: '/things/:id', access: 'everyone' },
  erase: { method: 'DELETE', path: '/things/:id', access: 'session' },
})
const [rename, open, erase] = [
  { ...calls.rename, schema },
  { ...calls.open, schema },
  { ...calls.erase, schema },
]

/** Ana with these scopes. */
const ana = (...granted: Scope[]): Caller => ({
  owner: 'ana',
  via: 'session',
  credential: 's1',
  scopes: new Set(granted),
  seq: 0,
  epoch: '',
})

async function thingsApp(seen: unknown[] = []) {
  return testApp({
    extend: (app) => {
      const mount = mounter(app, async (request) => {
        if (request.headers.cookie !== 'ana') throw new AppError('not_signed_in', 'Please sign in first.')
        return ana(...scopes)
      })
      mount(rename, ({ caller, params, body }) => {
        seen.push([caller.owner, params.id, body.name])
        return { id: params.id, name: body.name, secret: 'hash' }
      })
    },
  })
}

const put = { method: 'PUT', url: '/things/7', headers: { cookie: 'ana' } } as const

test('an endpoint is mounted in one line: it checks the input, passes the user, sets the status and sends only the declared fields', async () => {
  const seen: unknown[] = []
  const { app } = await thingsApp(seen)
  const response = await app.inject({ ...put, payload: { name: 'new' } })
  expect(response.statusCode).toBe(202)
  expect(response.json()).toEqual({ id: '7', name: 'new' })
  expect(seen).toEqual([['ana', '7', 'new']])
})

test('without a session, the body is not read', async () => {
  const seen: unknown[] = []
  const { app } = await thingsApp(seen)
  const response = await app.inject({ ...put, headers: {}, payload: { wrong: true } })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({ message: 'Please sign in first.', code: 'not_signed_in' })
  expect(seen).toEqual([])
})

test.for([
  [{}, 'name is required.'],
  [{ name: '' }, 'name must not be empty.'],
  [{ name: 'longer' }, 'name must have at most 5 characters.'],
  [{ name: ['a'] }, 'name must be a string.'],
  [{ name: 1 }, 'name must be a string.'],
  [{ name: 'a', extra: 1 }, 'extra is not a known field.'],
  [[], 'The body must be an object.'],
] as const)('input %j is refused: %s', async ([payload, message]) => {
  const { app } = await thingsApp()
  const response = await app.inject({ ...put, payload: payload as object })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ message, code: 'invalid_input' })
})

test('prototype pollution is refused', async () => {
  const { app } = await thingsApp()
  const headers = { ...put.headers, 'content-type': 'application/json' }
  for (const payload of ['{"name":"a","__proto__":{"x":1}}', '{"name":"a","constructor":{"prototype":{"x":1}}}']) {
    expect((await app.inject({ ...put, headers, payload })).statusCode).toBe(400)
  }
})

test.for([
  ['text/plain', '{"name":"a"}', 415, 'wrong_type'],
  ['application/json\t; charset=x, text/plain', '{"name":1}', 400, 'invalid_input'],
  ['application/x-www-form-urlencoded', 'name=a', 415, 'wrong_type'],
  ['application/json', '{"name":', 400, 'invalid_input'],
  ['application/json', '', 400, 'invalid_input'],
] as const)('a body of type %s holding %s is a %i', async ([type, payload, status, code]) => {
  const { app } = await thingsApp()
  const response = await app.inject({ ...put, headers: { ...put.headers, 'content-type': type }, payload })
  expect([response.statusCode, response.json().code]).toEqual([status, code])
})

test('a handler, schema or caller that does not match its endpoint does not compile', () => {
  const check = (mount: Mount) => {
    mount(rename, ({ body }) => ({ id: '1', name: body.name }))

    // @ts-expect-error the result lacks a field
    mount(rename, () => ({ id: '1' }))
    // @ts-expect-error the handler reads a field that the body does not have
    mount(rename, ({ body }) => ({ id: '1', name: body.title }))
    // @ts-expect-error the schema accepts less than the endpoint declares
    mount({ ...rename, schema: { ...schema, body: Type.Object({}) } }, () => ({ id: '1', name: '' }))
    // @ts-expect-error a public endpoint has no user
    mount(open, ({ caller }) => ({ id: caller.owner, name: '' }))
    // @ts-expect-error a caller with a scope is not always a person
    mount(rename, ({ caller }) => ({ id: caller.user._id, name: '' }))
    mount(erase, ({ caller }) => ({ id: caller.user._id, name: '' }))
  }
  expect(check).toBeTypeOf('function')
})

test('HEAD of an expensive read is checked like GET, but its handler does not run', async () => {
  const listSchema = { summary: 'List things', result: Type.Object({ things: Type.Array(Type.String()) }) }
  const { list } = callsOf<{ list: typeof listSchema }>()({ list: { method: 'GET', path: '/things', access: 'read' } })
  let runs = 0
  const { app } = await testApp({
    extend: (server) => {
      const mount = mounter(server, (request) => {
        if (request.headers.cookie !== 'ana') throw new AppError('not_signed_in', 'Please sign in first.')
        return ana(...scopes)
      })
      const handler = () => {
        runs++
        return { things: [] }
      }
      mount({ ...list, schema: listSchema }, handler, { answersHeadAtOnce: true })
    },
  })
  const head = await app.inject({ method: 'HEAD', url: '/things', headers: put.headers })
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
    200,
    'application/json; charset=utf-8',
    '',
  ])
  expect((await app.inject({ method: 'HEAD', url: '/things' })).statusCode).toBe(401)
  expect(runs).toBe(0)
})

test.for(['/tasks/getTasks', '/tasks/trash', '/auth/export', '/tasks/events'])(
  'HEAD of %s does not produce the body of GET',
  async (url) => {
    const { as } = await testApp()
    const head = await as('ana').send('HEAD', url)
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, undefined, ''])
  },
)

test.for([
  ['PUT', 'session', ['write'], 202],
  ['PUT', 'session', ['read'], 403],
  ['PUT', 'system', ['write'], 202],
  ['DELETE', 'session', [], 200],
  ['DELETE', 'system', ['read', 'write'], 403],
] as const)('%s by a caller via %s with the scopes %j is a %i', async ([method, via, granted, status]) => {
  const { app } = await testApp({
    extend: (server) => {
      const mount = mounter(server, () => ({ ...ana(...granted), via }))
      const handler = () => ({ id: '7', name: 'new' })
      mount(rename, handler)
      mount(erase, handler)
    },
  })
  const response = await app.inject({ method, url: '/things/7', payload: { name: 'new' } })
  expect(response.statusCode).toBe(status)
  if (status === 403) expect(response.json().code).toBe('forbidden')
})
