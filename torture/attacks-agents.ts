import type { Attacker } from './attacker.ts'
import type { Attack } from './attacks.ts'

const toolCall = (name: string, input: object, id = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: input },
})

/** Sends messages as an agent with a token of its own. */
async function agentOf(attacker: Attacker) {
  const made = (await attacker.ask('POST', '/auth/tokens', { name: `agent ${Math.random()}`, scope: 'write' })) as {
    token: string
  }
  const headers = { authorization: `Bearer ${made.token}`, accept: 'application/json, text/event-stream' }
  return (messages: object) => attacker.send('POST', '/mcp', messages, headers)
}

const large = (attacker: Attacker, size: number) =>
  attacker.fill(Math.min(size, 10_000), 'One of many tasks that an agent asks for')
const changes = 3_000

export const agentAttacks: Attack[] = [
  {
    name: 'agents that send 20 messages in each request',
    account: 'agents',
    prepare: large,
    async run(attacker) {
      const send = await agentOf(attacker)
      const batch = Array.from({ length: 20 }, (_, index) => toolCall('list_tasks', { limit: 100 }, index))
      await attacker.repeat(6, () => send(batch))
    },
  },
  {
    name: 'agents that ask for lists, the next tasks and views of 10,000 tasks',
    account: 'agents',
    prepare: large,
    async run(attacker) {
      await attacker.send('POST', '/views', { name: 'Next', address: '/next' })
      const send = await agentOf(attacker)
      const inputs = [
        toolCall('next_tasks', { limit: 100 }),
        toolCall('list_tasks', { sort: 'title', offset: 9_900, limit: 100 }),
        toolCall('list_tasks', { view: 'Next' }),
      ]
      let round = 0
      await attacker.repeat(6, () => send(inputs[round++ % inputs.length] ?? {}))
    },
  },
  {
    name: 'undos of an old change, and histories for agents, of a task with 3,000 changes of 10,000 characters',
    async prepare(attacker) {
      await attacker.fill(1, 'a')
      await attacker.sendAll([['PUT', '/tasks/updateTask/1', { title: 'An old change' }]])
      await attacker.sendAll(
        Array.from({ length: changes }, (_, index) => [
          'PUT',
          '/tasks/updateTask/1',
          { description: `${index} `.padEnd(10_000, 'x') },
        ]),
      )
    },
    async run(attacker) {
      const send = await agentOf(attacker)
      await Promise.all([
        // The task was created by change 1. Change 3 cannot be undone, because the description was changed since.
        attacker.repeat(2, async () => {
          await attacker.send('POST', '/tasks/undo', { change: 2 })
          await attacker.send('POST', '/tasks/redo')
          await attacker.send('POST', '/tasks/undo', { change: 3 })
        }),
        attacker.repeat(2, () => send(toolCall('task_history', { task: 1, limit: 100 }))),
      ])
    },
  },
]
