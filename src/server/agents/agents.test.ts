import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import type { AgentRow } from '../../contract/schemas/agents.ts'

test.for(engines)('%s: the tokens of the last week are listed with their work and their last error', async (engine) => {
  let now = Date.parse('2026-11-17T08:00:00Z')
  const app = await testApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const list = async (query = '') => (await ana.get(`/tasks/agents${query}`)).body
  expect(await list()).toEqual({ hasTokens: false, agents: [], changes: [] })
  const [one, two] = [await addTask(ana, { title: 'One' }), await addTask(ana, { title: 'Two' })]
  const made = await makeToken(ana, { name: 'codex', expiresAt: '2026-12-01T00:00:00Z' })
  const codex = withToken(app, made.token)
  const bot = withToken(app, (await makeToken(ana, { name: 'release-bot' })).token)
  await makeToken(ana, { name: 'unused' })
  expect(await list()).toEqual({ hasTokens: true, agents: [], changes: [] })

  await codex.put('/tasks/updateTask/1', { status: 'Completed' })
  now += 3 * 3_600_000
  await bot.put('/tasks/updateTask/2', { title: 'Two by bot' })
  await codex.put('/tasks/updateTask/2', { status: 'Completed' })
  await ana.put('/tasks/updateTask/2', { title: 'Two by ana' })
  await bot.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })
  const refused = await bot.get('/tasks/task/99?x=secret')
  expect(refused.status).toBe(404)
  await vi.waitFor(async () => expect((await list()).agents[1].error).not.toBeNull())
  const all = await list('?since=2026-11-17T00:00:00Z')
  expect(all.agents.map(({ name, state, completed, error }: AgentRow) => [name, state, completed, error])).toEqual([
    ['codex', 'valid', [two._id, one._id], null],
    [
      'release-bot',
      'valid',
      [],
      {
        at: '2026-11-17T11:00:00.000Z',
        call: 'GET /tasks/task/99',
        code: 'not_found',
        message: refused.body.message,
      },
    ],
  ])
  expect(all.agents[0].last).toMatchObject({ task: two._id, kind: 'updated', via: 'token:codex', taskCount: 1 })
  expect(all.changes.map(({ via, task }: { via: string; task: string }) => [via, task])).toEqual([
    ['token:codex', two._id],
    ['token:release-bot', two._id],
    ['token:codex', one._id],
  ])
  const later = await list('?since=2026-11-17T10:00:00%2B00:00')
  expect([later.agents[0].completed, later.changes.length]).toEqual([[two._id], 2])

  now = Date.parse('2026-12-01T08:00:00Z')
  expect((await list()).agents).toEqual([])
  expect((await codex.get('/tasks/agents')).status).toBe(401)
  await bot.put('/tasks/updateTask/2', { title: 'Again' })
  for (const token of (await ana.get('/auth/tokens')).body.tokens) await ana.delete(`/auth/tokens/${token.id}`)
  expect((await list()).agents).toMatchObject([{ name: 'release-bot', state: 'revoked', error: null }])
  expect((await app.as('bo').get('/tasks/agents')).body.agents).toEqual([])
  expect((await ana.get('/tasks/agents?since=today')).status).toBe(400)
})
