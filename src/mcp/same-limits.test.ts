import { expect, test } from 'vitest'
import { agentOf, tokenOf } from '../../test/agent.ts'
import { engines } from '../../test/database.ts'
import { withToken } from '../../test/tokens.ts'
import { uploadApp } from '../../test/uploads.ts'

const toolCall = (id: number, name: string, input: object) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: input },
})

/** Sends messages with a token. */
function post(origin: string, token: string, body: unknown, headers = {}) {
  return fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-03-26',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

test('a tool that makes four calls counts as one call of its token, as one request does', async () => {
  const app = await uploadApp({ config: { maxTokenRate: 4 }, dependencies: { monotonic: () => 0 } })
  const { token } = await tokenOf(app.as('ana'))
  await app.as('ana').post('/tasks/createTask', { title: 'Asked for' })
  for (const id of [1, 2, 3]) {
    expect((await post(app.origin, token, toolCall(id, 'get_task', { task: '1' }))).status).toBe(200)
  }
  const program = withToken(app, token)
  expect((await program.get('/tasks/task/1')).status).toBe(200)
  const [agent, http] = [
    await post(app.origin, token, toolCall(5, 'get_task', { task: '1' })),
    await program.get('/tasks/task/1'),
  ]
  expect([agent.status, http.status]).toEqual([429, 429])
  expect(((await agent.json()) as { message: string }).message).toBe(http.body.message)
})

test('an overloaded server refuses the message of an agent like any request, and finishes one that it has begun', async () => {
  const busy = await uploadApp({ config: { maxRequests: 0 } })
  // A token that no server knows is enough: the refusal comes first.
  const refused = await post(busy.origin, 'tdk_x', toolCall(1, 'list_tasks', {}))
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })

  const app = await uploadApp({
    config: { maxRequests: 1, maxUserRequests: 1, maxTokenRequests: 1, maxAddressRequests: 1 },
  })
  const { token } = await tokenOf(app.as('ana'))
  await app.as('ana').post('/tasks/createTask', { title: 'Asked for' })
  const answer = await post(app.origin, token, toolCall(1, 'get_task', { task: '1' }))
  expect(await answer.text()).toContain('Asked for')
})

test.for(engines)('%s: each message sees the changes of those before it in the same request', async (engine) => {
  const app = await uploadApp({ engine })
  const { token } = await tokenOf(app.as('ana'))
  const search = (id: number) => toolCall(id, 'search_tasks', { q: 'deploy' })
  const create = (id: number) => toolCall(id, 'create_tasks', { tasks: [{ title: 'Deploy' }] })
  const answer = await post(app.origin, token, [search(1), create(2), search(3), create(4), search(5)])
  const results = (await answer.json()) as { result: { structuredContent: { total?: number } } }[]
  expect(results.map(({ result }) => result.structuredContent.total)).toEqual([0, undefined, 1, undefined, 2])
})

test.for(engines)('%s: the history names the token, and the agent if it was one', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { token, use } = await agentOf(app.origin, ana, { name: 'laptop' })
  await use('create_tasks', { tasks: [{ title: 'By the agent' }] })
  await withToken(app, token).put('/tasks/updateTask/1', { title: 'By a program' })
  await use('attach_text_file', { task: '1', name: 'a.txt', text: 'a' })
  const { events } = (await ana.get('/tasks/task/1/history')).body
  expect(events.map(({ via }: { via: string }) => via)).toEqual(
    expect.arrayContaining(['agent:laptop', 'token:laptop', 'agent:laptop']),
  )
  expect((await use('task_history', { task: '1' })).data.events.map(({ by }) => by)).toEqual([
    'ana via laptop (agent)',
    'ana via laptop',
    'ana via laptop (agent)',
  ])
})

test.for(engines)('%s: an agent that repeats a call changes nothing twice where the tool says so', async (engine) => {
  const app = await uploadApp({ engine })
  const { token } = await tokenOf(app.as('ana'))
  const key = { 'idempotency-key': 'same' }
  const send = async (name: string, input: object) => {
    const answer = await post(app.origin, token, toolCall(1, name, input), key)
    return ((await answer.json()) as { result: { structuredContent: { change: number | null } } }).result
  }
  await send('create_tasks', { tasks: [{ title: 'Once' }] })
  const [first, again] = [
    await send('complete_tasks', { tasks: ['1'] }),
    await send('complete_tasks', { tasks: ['1'] }),
  ]
  expect(first.structuredContent.change).toEqual(expect.any(Number))
  expect(again.structuredContent.change).toBeNull()
  // The key belongs to the message, whose id agents use again, so it does not name a change.
  await send('create_tasks', { tasks: [{ title: 'Once' }] })
  expect((await app.as('ana').get('/tasks/getTasks')).body.tasks).toHaveLength(2)
})
