import { load, type Request } from '../../bench/load.ts'
import { timeOf } from '../../bench/processor.ts'
import { addTasks, signedUp, type Taskdeck, taskdeck, withoutCache } from '../../bench/servers.ts'
import { taskCalls } from '../../src/contract/calls/tasks.ts'
import { sampleTasks } from '../../src/web/tasks/sample-tasks.ts'
import {
  createOnCoordinator,
  databaseAt,
  dropOnCoordinator,
  on,
  type Worker,
  workersOf,
} from '../../test/coordinator.ts'
import { writeSection } from '../../test/section.ts'
import { databaseTime, page, parts, setting } from './nodes.ts'

const users = 32
const tasksEach = 100
const sizes = [1, 2, 4]
const single = 'taskdeck_on_one_server'

interface Setup {
  name: string
  url: string
  workers: Worker[]
  server: Taskdeck
  cookies: string[]
  end: () => Promise<void>
}

interface Turn {
  perSecond: number
  p99: number
  /** Processor time per request, in microseconds. */
  node: number
  database: number | undefined
}

const [task] = sampleTasks(1, '2026-11-15')
const kinds: Record<string, Request> = {
  'new task': {
    path: taskCalls.create.path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(task),
  },
  [`list of ${tasksEach}`]: { path: taskCalls.list.path },
  'one task': { path: '/tasks/task/1' },
}

/** Compares one PostgreSQL with Citus, by rounds in which each takes its turn for each kind of request. */
export async function measureThroughput(url: string, { rounds, seconds }: { rounds: number; seconds: number }) {
  const where = await setting(url)
  const all = await workersOf(url)
  const setups: Setup[] = []
  const turns = new Map<string, Turn[]>()
  try {
    setups.push(await onOneServer(url))
    for (const count of sizes) if (count <= all.length) setups.push(await onWorkers(url, all.slice(0, count)))
    for (let round = 0; round <= rounds; round++) {
      for (const [kind, request] of Object.entries(kinds)) {
        for (const setup of setups) {
          const turn = await turnOf(setup, request, seconds)
          // The first round only warms up.
          if (!round) continue
          const key = `${kind}, ${setup.name}`
          turns.set(key, [...(turns.get(key) ?? []), turn])
          console.log(`${key}: ${Math.round(turn.perSecond)}/s`)
        }
      }
    }
  } finally {
    for (const { server, end } of setups) {
      await server.stop()
      await end()
    }
  }
  const rows = Object.keys(kinds).flatMap((kind) =>
    setups.map(({ name }) =>
      row(kind, name, turns.get(`${kind}, ${name}`) ?? [], turns.get(`${kind}, ${setups[0]?.name}`) ?? []),
    ),
  )
  await writeSection(
    page,
    'Throughput',
    `Measured ${where}. The load comes from 50 connections of ${users} users with ${tasksEach} tasks each at first, without the list cache. Load, one node of Taskdeck and all servers share the machine, so more workers cannot be faster here: the figures show what the way over a coordinator costs, and that it does not grow with the workers. "One PostgreSQL" is a database without the extension on the server of the coordinator.

In each of ${rounds} rounds of ${seconds} s, every setup takes its turn. The ratio is the median of the rounds' ratios to one PostgreSQL in the same round, and in brackets the least and the greatest. Processor time is what Linux counts for the processes, divided by the requests.

| Request | Database | Requests per second | Ratio | p99 | Node, processor time | Database, processor time | Ratio |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`,
  )
}

async function onOneServer(url: string): Promise<Setup> {
  await on(url, (client) => client.query(`create database ${single}`))
  return setup('one PostgreSQL', databaseAt(url, single), [], () =>
    on(url, async (client) => void (await client.query(`drop database ${single} with (force)`))),
  )
}

async function onWorkers(url: string, workers: Worker[]): Promise<Setup> {
  const { url: own, name } = await createOnCoordinator(url, workers, parts)
  const count = workers.length === 1 ? '1 worker' : `${workers.length} workers`
  return setup(`Citus, ${count}`, own, workers, () => dropOnCoordinator(url, workers, name))
}

async function setup(name: string, url: string, workers: Worker[], end: Setup['end']): Promise<Setup> {
  const settings = { DATABASE_URL: url, OVERLOAD_DELAY: '60000', MAX_ADDRESS_REQUESTS: '1000', ...withoutCache }
  const server = await taskdeck({ settings })
  const cookies: string[] = []
  while (cookies.length < users) {
    const { cookie } = await signedUp(server.origin)
    await addTasks(server.origin, cookie, tasksEach)
    cookies.push(cookie)
  }
  return { name, url, workers, server, cookies, end }
}

async function turnOf({ url, workers, server, cookies }: Setup, request: Request, seconds: number): Promise<Turn> {
  const before = [await timeOf(server.pid), await databaseTime(url, workers)] as const
  const { requests, perSecond, p99 } = await load(server.origin, { ...request, cookies }, seconds)
  const after = [await timeOf(server.pid), await databaseTime(url, workers)] as const
  const each = (from: number, to: number) => ((to - from) / requests) * 1e6
  const database = before[1] === undefined || after[1] === undefined ? undefined : each(before[1], after[1])
  return { perSecond, p99, node: each(before[0], after[0]), database }
}

function row(kind: string, name: string, turns: Turn[], ofOne: Turn[]): string {
  const speed = ratios(turns, ofOne, ({ perSecond }) => perSecond)
  const cost = ratios(turns, ofOne, ({ database }) => database ?? Number.NaN)
  const shown = (of: (turn: Turn) => number) => Math.round(median(turns.map(of)))
  const database = shown(({ database }) => database ?? Number.NaN)
  return `| ${kind} | ${name} | ${shown(({ perSecond }) => perSecond)} | ${speed} | ${shown(({ p99 }) => p99)} ms | ${shown(({ node }) => node)} µs | ${Number.isNaN(database) ? 'unknown' : `${database} µs`} | ${cost} |`
}

function ratios(turns: Turn[], ofOne: Turn[], of: (turn: Turn) => number): string {
  if (turns === ofOne) return '1'
  const each = turns.map((turn, round) => of(turn) / of(ofOne[round] as Turn)).sort((a, b) => a - b)
  if (each.some(Number.isNaN)) return 'unknown'
  return `${median(each).toFixed(2)} (${each[0]?.toFixed(2)} to ${each.at(-1)?.toFixed(2)})`
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
