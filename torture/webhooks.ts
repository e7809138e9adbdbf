import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { outgoingWebhookCalls } from '../src/contract/calls/outgoing-webhooks.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { openDatabase } from '../src/server/database/open.ts'
import type { Outcome } from './result.ts'
import { makeWorld, type Server, signUp, start, type World } from './world.ts'

const perUser = 50
const maxMs = 180_000
const settings = { ALLOWED_HOOK_HOSTS: '127.0.0.1' }

/**
 * Kills nodes while webhooks are due, and checks that each message arrived, in order for its task: on SQLite the only node, on PostgreSQL one of
 * three. Half of the messages are about new tasks, and half about a change of the same ones.
 */
export async function webhookKills(engine: World['engine'], count: number, kills: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  const receiver = await receivingProgram()
  const expected = new Set<string>()
  try {
    const nodes = [await start(world, settings)]
    for (let made = 0; made < count / 2; made += perUser) {
      const tasks = await userWithWebhook(
        nodes[0] as Server,
        receiver.url,
        Math.min(perUser, Math.ceil(count / 2) - made),
      )
      for (const id of tasks) for (const event of ['task.created', 'task.changed']) expected.add(`${event} ${id}`)
    }
    while (engine === 'postgres' && nodes.length < 3) nodes.push(await start(world, settings))
    for (let killed = 0; killed < kills; killed++) {
      const index = killed % nodes.length
      await nodes[index]?.kill()
      await endLeases(world)
      nodes[index] = await start(world, settings)
      await pause(50 + Math.random() * 250)
    }
    const until = Date.now() + maxMs
    while (receiver.arrived.size < expected.size && Date.now() < until) await pause(500)
    for (const node of nodes) await node.stop()
  } finally {
    receiver.stop()
    await world.end()
  }
  const lost = [...expected].filter((message) => !receiver.arrived.has(message)).length
  const twice = receiver.count() - receiver.arrived.size
  const order = [...receiver.arrived.keys()]
  const early = order.filter((message, index) => {
    const created = message.replace('task.changed', 'task.created')
    return created !== message && !(order.indexOf(created) < index)
  }).length
  return {
    fault: `kill -9 of nodes while ${count} webhooks are due, ${kills} times`,
    engine,
    figure: `${expected.size - lost} delivered, ${lost} lost, ${early} out of order, ${twice} repeated, ${receiver.otherIds()} of them with another id`,
    promised: 'every message is delivered, in order for its task; a repetition has the same id',
    kept: lost === 0 && early === 0 && receiver.otherIds() === 0,
  }
}

/** Counts the messages, each of which it answers a little later. */
async function receivingProgram() {
  /** The ids under which each message has come, in the order of their first arrival. */
  const arrived = new Map<string, string[]>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { type, data } = JSON.parse(String(Buffer.concat(chunks)))
    const name = `${type} ${data.task._id}`
    arrived.set(name, [...(arrived.get(name) ?? []), String(request.headers['webhook-id'])])
    await pause(20)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived,
    count: () => [...arrived.values()].reduce((sum, ids) => sum + ids.length, 0),
    otherIds: () => [...arrived.values()].reduce((sum, ids) => sum + new Set(ids).size - 1, 0),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function call<Answer>({ origin }: Server, cookie: string, path: string, body: unknown) {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Answer
}

/** Returns the ids of tasks that were added and changed. */
async function userWithWebhook(server: Server, url: string, count: number): Promise<string[]> {
  const cookie = await signUp(server.origin)
  const hook = { name: 'Receiver', url, events: ['task.created', 'task.changed'] }
  await call(server, cookie, outgoingWebhookCalls.create.path, hook)
  const added = Array.from({ length: count }, () => ({ title: randomUUID() }))
  const { tasks } = await call<{ tasks: Task[] }>(server, cookie, taskCalls.bulkCreate.path, { tasks: added })
  const ids = tasks.map(({ _id }) => _id)
  await call(server, cookie, taskCalls.bulkUpdate.path, { ids, change: { priority: 'High' } })
  return ids
}

/** Lets the minute pass for which a killed node has taken its webhooks. */
async function endLeases({ databaseUrl }: World): Promise<void> {
  const database = openDatabase(databaseUrl)
  try {
    const now = Date.now()
    const taken = database.db.updateTable('deliveries').set({ due_at: now, next_at: now }).where('kind', '=', 'webhook')
    await taken.where('attempts', '>', 0).execute()
  } finally {
    await database.close()
  }
}
