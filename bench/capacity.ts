import { mkdtemp, stat } from 'node:fs/promises'
import { arch, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { accountCalls } from '../src/contract/calls/accounts.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { passwordHasher } from '../src/server/accounts/passwords.ts'
import { startPostgres } from '../test/postgres.ts'
import { programOptions } from '../test/program-options.ts'
import { writeSection } from '../test/section.ts'
import { processorTables, processorTimes } from './processor.ts'
import { addTasks, signedUp, type Taskdeck, taskdeck } from './servers.ts'

// `npm run capacity`: measures how much load one process takes, the size of a task on disk, and the processor time of requests. Writes its
// sections of docs/scaling.md. `--only processor` measures only the last.
const seconds = 5
const people = 128
const tasksEach = 100
const steps = [1, 4, 16, 64, 128]

interface Person {
  cookie: string
  tag: string
  tasks: Task[]
}

/** Signs up users with a hundred tasks each, and loads their lists. */
async function populate(origin: string): Promise<Person[]> {
  const all: Person[] = []
  for (let count = 0; count < people; count++) {
    const { cookie } = await signedUp(origin)
    await addTasks(origin, cookie, tasksEach)
    const list = await fetch(origin + taskCalls.list.path, { headers: { cookie } })
    const { tasks } = (await list.json()) as { tasks: Task[] }
    all.push({ cookie, tag: list.headers.get('etag') ?? '', tasks })
  }
  return all
}

/** The requests of a working user's browser, in realistic proportions: ten requests, of which two write. */
function visit({ cookie, tag, tasks }: Person) {
  const json = { cookie, 'content-type': 'application/json' }
  const pick = () => tasks[Math.floor(Math.random() * tasks.length)]?._id
  const get = (path: string, headers = {}) => ({ method: 'GET' as const, path, headers: { cookie, ...headers } })
  const update = () => ({
    method: 'PUT' as const,
    path: `/tasks/updateTask/${pick()}`,
    headers: json,
    body: JSON.stringify({ description: `Looked at ${Math.random()}`, priority: 'High' }),
  })
  const verify = get(accountCalls.verify.path)
  const unchanged = get(taskCalls.list.path, { 'if-none-match': tag })
  const list = get(taskCalls.list.path)
  const one = () => get(`/tasks/task/${pick()}`)
  return [verify, unchanged, list, one(), update(), verify, one(), list, update(), one()]
}

interface Step {
  connections: number
  perSecond: number
  p50: number
  p99: number
}

/** Each connection is one user who sends the next request when the last one was answered. Several servers share the users. */
async function step(origins: string[], everybody: Person[], connections: number): Promise<Step> {
  const results = await Promise.all(
    origins.map((origin, index) => {
      const mine = everybody.slice(0, connections).filter((_, place) => place % origins.length === index)
      let next = 0
      return autocannon({
        url: origin,
        connections: Math.max(1, mine.length),
        duration: seconds,
        setupClient: (client) => client.setRequests(visit(mine[next++ % mine.length] as Person)),
      })
    }),
  )
  const failed = results.reduce((sum, { errors, timeouts, statusCodeStats = {} }) => {
    const odd = Object.entries(statusCodeStats).filter(([status]) => !/^2|304/.test(status))
    return sum + errors + timeouts + odd.reduce((all, [, { count = 0 }]) => all + count, 0)
  }, 0)
  if (failed) throw new Error(`${failed} requests failed with ${connections} connections`)
  return {
    connections,
    perSecond: results.reduce((sum, { requests }) => sum + requests.average, 0),
    p50: Math.max(...results.map(({ latency }) => latency.p50)),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
  }
}

async function ramp(name: string, servers: Taskdeck[]) {
  const origins = servers.map(({ origin }) => origin)
  const everybody = await populate(origins[0] as string)
  await step(origins, everybody, 16)
  const rows: Step[] = []
  for (const connections of steps.filter((count) => count >= servers.length)) {
    rows.push(await step(origins, everybody, connections))
    const { perSecond, p50, p99 } = rows.at(-1) as Step
    console.log(`${name}: ${connections} at once: ${Math.round(perSecond)}/s, p50 ${p50} ms, p99 ${p99} ms`)
  }
  const { resident } = await (servers[0] as Taskdeck).memory()
  return { name, rows, megabytes: Math.round(resident / 1e6) }
}

/** The size of a task with its event in the database, and the size that one more change adds, in bytes. */
async function storage(origin: string, size: () => Promise<number>) {
  const count = 5_000
  const { cookie } = await signedUp(origin)
  const before = await size()
  await addTasks(origin, cookie, count)
  const filled = await size()
  const list = await fetch(origin + taskCalls.list.path, { headers: { cookie } })
  const { tasks } = (await list.json()) as { tasks: Task[] }
  for (let first = 0; first < tasks.length; first += 100) {
    await fetch(origin + taskCalls.bulkUpdate.path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        ids: tasks.slice(first, first + 100).map(({ _id }) => _id),
        change: { status: 'Completed' },
      }),
    })
  }
  return { task: Math.round((filled - before) / count), change: Math.round(((await size()) - filled) / count) }
}

async function hashing() {
  const { hash } = passwordHasher({ maxRunning: 1 })
  await hash('warm-up')
  const begun = performance.now()
  for (let count = 0; count < 20; count++) await hash('correct horse battery')
  return (performance.now() - begun) / 20
}

/** All users of the benchmark share one address. */
const settings = { OVERLOAD_DELAY: '60000', MAX_ADDRESS_REQUESTS: '1000' }
const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}`
const { only } = programOptions({
  usage: `npm run capacity                      load, size and processor time; rewrites its sections of docs/scaling.md
npm run capacity -- --only processor  the processor time of requests only`,
  names: ['processor'],
  options: { only: { type: 'string' } },
})

async function measureProcessor(server: Taskdeck, postgres: Awaited<ReturnType<typeof startPostgres>>) {
  const [load] = loadavg()
  const costs = await processorTimes(server, postgres)
  const day = new Date().toISOString().slice(0, 10)
  await writeSection(
    'docs/scaling.md',
    'Processor time',
    `Written by \`npm run capacity -- --only processor\` on ${day}: ${machine}; load of other programs before it ${load?.toFixed(1)}. The processor time that Linux counts (/proc) for one node and for all processes of PostgreSQL, divided by the requests
of 50 connections. It grows if other programs use the machine.

${processorTables(costs)}`,
  )
}

if (only === 'processor') {
  const postgres = await startPostgres({ flags: [] })
  const server = await taskdeck({ settings: { ...settings, DATABASE_URL: postgres.url } })
  await measureProcessor(server, postgres)
  await server.stop()
  await postgres.stop()
  process.exit(0)
}

const single = await taskdeck({ settings })
const ramps = [await ramp('SQLite, one process', [single])]
const sqliteFile = join(single.folder, 'taskdeck.db')
const onSqlite = await storage(single.origin, async () => {
  const sizes = await Promise.all([sqliteFile, `${sqliteFile}-wal`].map((file) => stat(file)))
  return sizes.reduce((sum, { size }) => sum + size, 0)
})
await single.stop()

const postgres = await startPostgres({ flags: [] })
const withPostgres = { ...settings, DATABASE_URL: postgres.url }
const one = await taskdeck({ settings: withPostgres })
ramps.push(await ramp('PostgreSQL, one process', [one]))
await measureProcessor(one, postgres)
const two = await taskdeck({ settings: withPostgres, prepared: await mkdtemp(join(tmpdir(), 'taskdeck-bench-')) })
ramps.push(await ramp('PostgreSQL, two processes', [one, two]))
const client = new pg.Client(postgres.url)
await client.connect()
const onPostgres = await storage(one.origin, async () => {
  const { rows } = await client.query('select pg_database_size(current_database())::int8 as size')
  return Number(rows[0].size)
})
await client.end()
await Promise.all([one.stop(), two.stop()])
await postgres.stop()

const hash = await hashing()
await writeSection(
  'docs/scaling.md',
  'Measured',
  `Written by \`npm run capacity\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. Load generator, server and PostgreSQL share the machine; PostgreSQL waits for its disk, unlike
in the tests. ${people} users have ${tasksEach} tasks each. A visit is ten requests: the session (2), the list unchanged (1) and in full (2), one task (3), a change (2, durable).

| Setup | Connections | Requests per second | p50 | p99 |
|---|---|---|---|---|
${ramps.flatMap(({ name, rows }) => rows.map((row) => `| ${name} | ${row.connections} | ${Math.round(row.perSecond)} | ${row.p50} ms | ${row.p99} ms |`)).join('\n')}

| Figure | Measured |
|---|---|
${ramps.map(({ name, megabytes }) => `| Memory of a process afterwards, ${name} | ${megabytes} MB |`).join('\n')}
| Size of a task with its first event, SQLite / PostgreSQL | ${onSqlite.task} / ${onPostgres.task} bytes |
| Size of one more change of it | ${onSqlite.change} / ${onPostgres.change} bytes |
| A password hash | ${hash.toFixed(0)} ms of one core |
`,
)
process.exit(0)
