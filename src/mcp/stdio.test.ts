import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { callsOf, newClient, protocols, tokenOf } from '../../test/agent.ts'
import { withToken } from '../../test/tokens.ts'
import { uploadApp } from '../../test/uploads.ts'
import { AppError } from '../contract/errors.ts'

/** `taskdeck mcp` as an agent starts it: a process of its own. */
async function agentWith(url: string, token: string, protocol: (typeof protocols)[number] = 'initialize') {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['src/cli/main.ts', 'mcp'],
    env: { TASKDECK_URL: url, TASKDECK_TOKEN: token, PATH: process.env.PATH ?? '' },
    stderr: 'pipe',
  })
  const said: string[] = []
  transport.stderr?.on('data', (text) => said.push(String(text)))
  const client = newClient(protocol)
  onTestFinished(() => client.close())
  await client.connect(transport)
  return { client, said, ...callsOf(client) }
}

test.for(protocols)('%s: an agent that starts taskdeck mcp gets the tools of the server', async (protocol) => {
  const app = await uploadApp()
  const { token } = await tokenOf(app.as('ana'), { name: 'desk-agent' })
  const { client, use, fail, toolNames } = await agentWith(app.origin, token, protocol)
  expect(client.getServerVersion()).toMatchObject({ name: 'taskdeck' })
  expect(await toolNames()).toContain('create_tasks')
  const made = await use('create_tasks', { tasks: [{ title: 'Größe prüfen' }] })
  expect(made.data.tasks).toMatchObject([{ number: 1, title: 'Größe prüfen' }])
  expect((await use('task_history', { task: '1' })).data.events).toMatchObject([{ by: 'ana via desk-agent (agent)' }])
  // The same token, used by its owner, is not an agent.
  const { body } = await withToken(app, token).put('/tasks/updateTask/1', { priority: 'Low' })
  expect(body.task.priority).toBe('Low')
  expect((await use('task_history', { task: '1' })).data.events[0]).toMatchObject({ by: 'ana via desk-agent' })
  expect(await fail('get_task', { task: 'größe' })).toContain('That task does not exist.')
  const { contents } = await client.readResource({ uri: 'taskdeck://task/1' })
  expect(JSON.stringify(contents)).toContain('Größe prüfen')
  await expect(client.readResource({ uri: 'taskdeck://task/größe' })).rejects.toThrow('That task does not exist.')
  const answers = await Promise.all(['1', '2', '1'].map((task) => use('get_task', { task }).catch(() => 'failed')))
  expect(answers).toMatchObject([{ data: { number: 1 } }, 'failed', { data: { number: 1 } }])
  await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(/not found/)
})

test('taskdeck mcp says why it cannot connect', async () => {
  const app = await uploadApp()
  const { id, token } = await tokenOf(app.as('ana'))
  const { client } = await agentWith(app.origin, token)
  await app.as('ana').delete(`/auth/tokens/${id}`)
  await expect(client.listTools()).rejects.toThrow(/does not accept the token: .* Sign in again with: taskdeck login/)
  await expect(agentWith('http://127.0.0.1:9', token)).rejects.toThrow(/http:\/\/127\.0\.0\.1:9 cannot be reached\./)
})

test('taskdeck mcp sends a message again that a busy server has refused', async () => {
  const refused = new Set<unknown>()
  const app = await uploadApp({
    extend: (fastify) => {
      fastify.addHook('preHandler', async ({ url, body }) => {
        const { id } = (body ?? {}) as { id?: unknown }
        if (url !== '/mcp' || id === undefined || refused.has(id)) return
        refused.add(id)
        throw new AppError('unavailable', 'The server is busy right now.')
      })
    },
  })
  const { token } = await tokenOf(app.as('ana'))
  const { use } = await agentWith(app.origin, token)
  await use('create_tasks', { tasks: [{ title: 'Once' }] })
  expect((await use('list_tasks')).data.total).toBe(1)
  expect(refused.size).toBe(3)
})
