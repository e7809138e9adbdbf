import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '../src/contract/calendar-day.ts'
import { reminderCalls } from '../src/contract/calls/reminders.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { keyHeader } from '../src/contract/idempotency-key.ts'
import type { DueReminder } from '../src/contract/schemas/reminders.ts'
import { openDatabase } from '../src/server/database/open.ts'
import type { Outcome } from './result.ts'
import { makeWorld, type Server, signUp, start, type World } from './world.ts'

const perUser = 50
const maxMs = 120_000

/** A person with two open pages, and the titles of which these were reminded. */
interface Reader {
  cookie: string
  expected: Set<string>
  taken: string[]
}

/** Kills nodes while reminders are due, and checks that each was shown once: on SQLite the only node, on PostgreSQL one of three. */
export async function reminderKills(engine: World['engine'], count: number, kills: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  const readers: Reader[] = []
  try {
    const nodes = [await start(world)]
    for (let made = 0; made < count; made += perUser)
      readers.push(await remindedUser(nodes[0] as Server, Math.min(perUser, count - made)))
    while (engine === 'postgres' && nodes.length < 3) nodes.push(await start(world))
    const stop = { now: false }
    const reading = readers.flatMap((reader) => [0, 1].map((page) => readPage(nodes, reader, page, stop)))
    for (let killed = 0; killed < kills; killed++) {
      const index = killed % nodes.length
      await nodes[index]?.kill()
      // A part becomes due at each kill. The others were taken by a node that is gone, and the minute of its lease is over.
      await becomeDue(world, readers.length * perUser * ((killed + 1) / kills))
      nodes[index] = await start(world)
      await pause(50 + Math.random() * 250)
    }
    const until = Date.now() + maxMs
    while (readers.some(({ taken, expected }) => taken.length < expected.size) && Date.now() < until) {
      await becomeDue(world, count)
      await nodes[0]?.kill()
      nodes[0] = await start(world)
      await pause(1_000)
    }
    stop.now = true
    await Promise.all(reading)
    for (const node of nodes) await node.stop()
  } finally {
    await world.end()
  }
  const lost = readers.flatMap(({ taken, expected }) => [...expected].filter((title) => !taken.includes(title)))
  const twice = readers.flatMap(({ taken }) => taken.filter((title, index) => taken.indexOf(title) !== index))
  return {
    fault: `kill -9 of nodes while ${count} reminders are due, ${kills} times`,
    engine,
    figure: `${count - lost.length} shown, ${lost.length} lost, ${twice.length} shown twice`,
    promised: 'every reminder is shown to its user, and none twice',
    kept: lost.length === 0 && twice.length === 0,
  }
}

async function call<Answer>({ origin }: Server, cookie: string, path: string, body: unknown, key?: string) {
  const headers = { cookie, 'content-type': 'application/json', ...(key ? { [keyHeader]: key } : {}) }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Answer
}

async function remindedUser(server: Server, count: number): Promise<Reader> {
  const cookie = await signUp(server.origin)
  const titles = Array.from({ length: count }, () => randomUUID())
  const dueDate = addDays(new Date().toISOString().slice(0, 10), 2)
  const tasks = titles.map((title) => ({ title, dueDate, reminders: ['due-0T09:00'] }))
  await call(server, cookie, taskCalls.bulkCreate.path, { tasks })
  return { cookie, expected: new Set(titles), taken: [] }
}

/** Makes some reminders due, and all those whose lease has ended. */
async function becomeDue({ databaseUrl }: World, count: number): Promise<void> {
  const database = openDatabase(databaseUrl)
  try {
    const now = Date.now()
    const waiting = database.db.selectFrom('deliveries').select('id').where('state', '=', 'waiting')
    await database.db
      .updateTable('deliveries')
      .set({ due_at: now, next_at: now })
      .where('state', '=', 'waiting')
      .where('id', 'in', waiting.orderBy('attempts', 'desc').orderBy('id').limit(Math.ceil(count)))
      .execute()
  } finally {
    await database.close()
  }
}

/** Takes reminders like an open page: a call without a response is repeated with its key, at any node. */
async function readPage(nodes: Server[], { cookie, taken }: Reader, page: number, stop: { now: boolean }) {
  for (let turn = page; !stop.now; ) {
    const key = randomUUID()
    for (let isAnswered = false; !isAnswered; turn++) {
      const node = nodes[turn % nodes.length] as Server
      const answer = await call<{ reminders: DueReminder[] }>(node, cookie, reminderCalls.take.path, {}, key).catch(
        () => undefined,
      )
      isAnswered = answer !== undefined
      taken.push(...(answer?.reminders.map(({ title }) => title) ?? []))
      await pause(answer?.reminders.length ? 50 : 300)
    }
  }
}
