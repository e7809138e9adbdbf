import { expect, test } from 'vitest'
import { agentOf, protocols, tokenOf } from '../../test/agent.ts'
import { engines } from '../../test/database.ts'
import { cookieOf, uploadApp } from '../../test/uploads.ts'
import { allTools } from './server.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const accept = 'application/json, text/event-stream'

/** Sends a message without the client of the library. */
function post(origin: string, headers: Record<string, string>, body: unknown = ping) {
  return fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

test.for(protocols)('%s: a token that may only read gets only the tools that read', async (protocol) => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { client, toolNames, use } = await agentOf(app.origin, ana, { scope: 'read', protocol })
  const readers = allTools.filter(({ scope }) => scope === 'read').map(({ name }) => name)
  expect(readers).toHaveLength(5)
  expect(await toolNames()).toEqual(readers)
  expect(client.getInstructions()).toContain('Your token can only read')
  for (const { name, scope } of allTools) {
    if (scope !== 'write') continue
    const refused = await client.callTool({ name, arguments: {} })
    expect(refused.isError).toBe(true)
    expect(JSON.stringify(refused.content)).toContain(`${name} changes tasks, and your token can only read.`)
  }
  await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow(/not found/)
  expect(await toolNames()).toEqual(readers)
  expect((await use('list_tasks', { includeCompleted: true })).data.total).toBe(0)
})

test('a token that may write gets all tools, each with a hint about its effect', async () => {
  const app = await uploadApp()
  const { client } = await agentOf(app.origin, app.as('ana'))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(allTools.map(({ name }) => name))
  for (const { name, annotations, description = '' } of tools) {
    expect(annotations?.readOnlyHint).toBe(allTools.find((tool) => tool.name === name)?.scope === 'read')
    expect(description).toMatch(/\bUse it\b|\bUndo only\b/)
  }
})

test('without a token that works, nothing is answered', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { id, token } = await tokenOf(ana)
  const bare = await post(app.origin, {})
  expect(bare.status).toBe(401)
  expect(bare.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${app.origin}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
  )
  const wrong = await post(app.origin, {
    authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
  })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer/)
  // A browser sends its cookie by itself, so it is no proof of an agent.
  expect((await post(app.origin, { cookie: await cookieOf(ana) })).status).toBe(401)
  expect((await post(app.origin, { authorization: `Bearer ${token}` })).status).toBe(200)

  await ana.delete(`/auth/tokens/${id}`)
  expect((await post(app.origin, { authorization: `Bearer ${token}` })).status).toBe(401)
})

test('pages of other sites and other hosts are refused even with a token', async () => {
  const app = await uploadApp()
  const { token } = await tokenOf(app.as('ana'))
  const authorization = `Bearer ${token}`
  expect((await post(app.origin, { authorization, origin: 'http://evil.example' })).status).toBe(403)
  expect((await post(app.origin, { authorization, origin: 'null' })).status).toBe(403)
  expect((await post(app.origin, { authorization, origin: app.origin })).status).toBe(200)
  const rebound = await app.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { host: 'evil.example', authorization, accept },
    payload: ping,
  })
  expect(rebound.statusCode).toBe(421)
})

test('there are no streams and no sessions', async () => {
  const app = await uploadApp()
  const { token } = await tokenOf(app.as('ana'))
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(`${app.origin}/mcp`, { method, headers: { accept, authorization: `Bearer ${token}` } })
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST'])
    expect((await fetch(`${app.origin}/mcp`, { method })).status).toBe(401)
  }
})

test.for(['/', '/a/b/'])('the address of agents does not depend on BASE_PATH (%s)', async (basePath) => {
  const app = await uploadApp({ config: { basePath } })
  const { toolNames } = await agentOf(app.origin, app.as('ana'))
  expect(await toolNames()).toHaveLength(allTools.length)
})

test.for(engines)('%s: the tasks of another user do not exist for an agent, whatever names them', async (engine) => {
  const app = await uploadApp({ engine })
  const bo = app.as('bo')
  const { _id } = (await bo.post('/tasks/createTask', { title: 'Secret of Bo' })).body.task
  const { change } = (await bo.put(`/tasks/updateTask/${_id}`, { description: 'hidden' })).body
  const { use, fail, client } = await agentOf(app.origin, app.as('ana'))
  await use('create_tasks', { tasks: [{ title: 'Own task', partOf: null }] })
  for (const [name, input] of [
    ['get_task', { task: _id }],
    ['task_history', { task: _id }],
    ['update_task', { task: _id, title: 'Mine' }],
    ['complete_tasks', { tasks: ['1', _id] }],
    ['link_tasks', { task: '1', kind: 'related', to: _id }],
    ['create_tasks', { tasks: [{ title: 'Part', partOf: _id }] }],
    ['add_note', { task: _id, text: 'Mine' }],
    ['attach_text_file', { task: _id, name: 'a.txt', text: 'a' }],
  ] as const) {
    const told = await fail(name, input)
    expect([name, told]).toEqual([name, expect.stringContaining('does not exist')])
    expect(told).not.toContain('Secret')
  }
  expect(await fail('undo', { change })).not.toContain('Secret')
  await expect(client.readResource({ uri: `taskdeck://task/${_id}` })).rejects.toThrow('That task does not exist.')
  expect((await use('search_tasks', { q: 'secret' })).data.total).toBe(0)
  expect((await use('list_tasks')).data).toMatchObject({ total: 1, tasks: [{ number: 1, status: 'Pending' }] })
  expect((await bo.get(`/tasks/task/${_id}`)).body).toMatchObject({
    title: 'Secret of Bo',
    description: 'hidden',
    files: [],
  })
})

test('malformed, huge and unknown messages are refused with a reason, and nothing breaks', async () => {
  const app = await uploadApp()
  const { token } = await tokenOf(app.as('ana'))
  const authorization = `Bearer ${token}`
  const send = async (body: unknown, more = {}) => {
    const answer = await post(app.origin, { authorization, ...more }, body)
    return { status: answer.status, text: await answer.text() }
  }
  const toolCall = (name: string, input: unknown) => ({
    ...ping,
    method: 'tools/call',
    params: { name, arguments: input },
  })
  expect(await send('{')).toMatchObject({ status: 400 })
  expect(await send('{"__proto__": {"id": 1}}')).toMatchObject({ status: 400 })
  expect(await send('{"id": "\\u0000"}')).toMatchObject({ status: 400 })
  expect(await send([])).toMatchObject({ status: 400 })
  expect(await send('<a/>', { 'content-type': 'text/xml' })).toMatchObject({ status: 415 })
  expect(await send('x'.repeat(3_000_000))).toMatchObject({ status: 413 })
  expect((await send({ ...ping, method: 'no/such' })).text).toContain('-32601')
  for (const name of ['no_such_tool', 'constructor', '__proto__', '']) {
    expect((await send(toolCall(name, {}))).text).toContain('"error"')
  }
  for (const input of [[], 'text', 7, { task: ['1'] }, { task: { $ne: 1 } }, { task: 'x'.repeat(65) }]) {
    expect((await send(toolCall('get_task', input))).text).toMatch(/"isError":true|"error"/)
  }
  const long = await send(toolCall('attach_text_file', { task: '1', name: 'a.txt', text: 'x'.repeat(500_001) }))
  expect(long.text).toContain('text must have at most 500000 characters')
  const many = Array.from({ length: 101 }, () => ({ title: 'x' }))
  expect((await send(toolCall('create_tasks', { tasks: many }))).text).toContain('tasks must have at most 100 items')
  expect((await send({ ...ping, id: undefined, method: 'notifications/initialized' })).status).toBe(202)
  expect((await send(ping)).status).toBe(200)
})

test('agents of two users that call at the same time get only the tasks of their own user', async () => {
  const app = await uploadApp()
  const agents = await Promise.all(['ana', 'bo'].map((name) => agentOf(app.origin, app.as(name))))
  const [ana, bo] = agents
  await Promise.all(agents.map(({ use }, index) => use('create_tasks', { tasks: [{ title: `Task of ${index}` }] })))
  const texts = await Promise.all(
    Array.from({ length: 10 }, async () => [(await ana?.use('list_tasks'))?.text, (await bo?.use('list_tasks'))?.text]),
  )
  for (const [own, other] of texts) {
    expect(own).toMatch(/^1 task\..*\n#1 Task of 0 /)
    expect(other).toMatch(/^1 task\..*\n#1 Task of 1 /)
  }
})

test('more calls at once than a token has places for are all answered', async () => {
  const app = await uploadApp({ config: { maxTokenRequests: 2, maxUserRequests: 2, maxAddressRequests: 2 } })
  const { use } = await agentOf(app.origin, app.as('ana'))
  await use('create_tasks', { tasks: [{ title: 'Asked for often' }] })
  const answers = await Promise.all(Array.from({ length: 12 }, () => use('get_task', { task: '1' })))
  expect(answers.map(({ data }) => data.number)).toEqual(Array.from({ length: 12 }, () => 1))
})

test('a client that subscribes to changes is told that there are none to subscribe to', async () => {
  const app = await uploadApp()
  const { token } = await tokenOf(app.as('ana'))
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const answer = await post(
    app.origin,
    {
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    { ...ping, method: 'subscriptions/listen', params: { notifications: {}, _meta: meta } },
  )
  expect(await answer.text()).toContain('"error"')
})

test('every message of a request counts as a call, and they are limited', async () => {
  const app = await uploadApp({ config: { maxTokenRate: 10 } })
  const { token } = await tokenOf(app.as('ana'))
  const authorization = `Bearer ${token}`
  const message = (id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'create_tasks', arguments: { tasks: [{ title: `Task ${id}` }] } },
  })
  const send = (count: number) => {
    const messages = Array.from({ length: count }, (_, index) => message(index + 1))
    return post(app.origin, { authorization, 'mcp-protocol-version': '2025-03-26' }, messages)
  }
  expect((await send(21)).status).toBe(413)
  const answer = await send(4)
  expect(answer.status).toBe(200)
  const results = (await answer.json()) as { id: number; result: { structuredContent: { tasks: object[] } } }[]
  expect(results.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(results[3]?.result.structuredContent.tasks).toMatchObject([{ number: 4, title: 'Task 4' }])
  // One call was the refused request, and four were these: six are not left, and none of them is made.
  const refused = await send(6)
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('more than 10 calls within a minute')
  expect((await app.as('ana').get('/tasks/getTasks')).body.tasks).toHaveLength(4)
})

test('a request with notifications only gets no answer, and one with a broken message names it', async () => {
  const app = await uploadApp()
  const { token } = await tokenOf(app.as('ana'))
  const authorization = `Bearer ${token}`
  const told = { jsonrpc: '2.0', method: 'notifications/initialized' }
  expect((await post(app.origin, { authorization }, [told, told])).status).toBe(202)
  const mixed = await post(app.origin, { authorization }, [ping, { jsonrpc: '2.0' }])
  expect(await mixed.json()).toMatchObject([
    { id: 1, result: { tools: expect.any(Array) } },
    { error: { code: expect.any(Number) } },
  ])
})
