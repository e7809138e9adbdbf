import { readdir, readFile } from 'node:fs/promises'
import { accountCalls } from '../src/contract/calls/accounts.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import type { startPostgres } from '../test/postgres.ts'
import { load, type Request } from './load.ts'
import { addTasks, signedUp, type Taskdeck } from './servers.ts'

const seconds = 4
const users = 32
/** Clock ticks of /proc per second, the same on every Linux that Node runs on. */
const ticksPerSecond = 100
const microseconds = 1e6

/** Processor time per request, in microseconds. */
export interface Cost {
  name: string
  node: number
  postgres: number
  /** How often a visit does it: see capacity.ts. */
  perVisit: number
}

/** Measures the processor time that a node and PostgreSQL need for each kind of request, from /proc. */
export async function processorTimes(
  server: Taskdeck,
  postgres: Awaited<ReturnType<typeof startPostgres>>,
): Promise<Cost[]> {
  const { origin } = server
  const [pid, postmaster] = [server.pid, await postgres.pid()]
  const cookies: string[] = []
  while (cookies.length < users) cookies.push((await signedUp(origin)).cookie)
  const { cookie } = await signedUp(origin)
  await addTasks(origin, cookie, 100)
  const answer = await fetch(origin + taskCalls.list.path, { headers: { cookie } })
  const { tasks } = (await answer.json()) as { tasks: Task[] }
  const tag = answer.headers.get('etag') ?? ''
  const json = { 'content-type': 'application/json' }
  const [task] = sampleTasks(1, '2026-11-15')
  const list = { path: taskCalls.list.path, headers: { cookie } }
  const kinds: [name: string, perVisit: number, request: Request][] = [
    ['session', 2, { path: accountCalls.verify.path, headers: { cookie } }],
    ['list of 100, unchanged', 1, { ...list, headers: { cookie, 'if-none-match': tag }, also: 304 }],
    ['list of 100', 2, list],
    ['one task', 3, { path: `/tasks/task/${tasks[0]?._id}`, headers: { cookie } }],
    [
      `new task, ${users} users at once`,
      2,
      { path: taskCalls.create.path, method: 'POST', headers: json, cookies, body: JSON.stringify(task) },
    ],
  ]
  const costs: Cost[] = []
  for (const [name, perVisit, request] of kinds) {
    await load(origin, request, 1)
    const before = [await timeOf(pid), await timeOfFamily(postmaster)] as const
    const { perSecond } = await load(origin, request, seconds)
    const after = [await timeOf(pid), await timeOfFamily(postmaster)] as const
    const perRequest = (index: 0 | 1) => ((after[index] - before[index]) / (perSecond * seconds)) * microseconds
    costs.push({ name, perVisit, node: perRequest(0), postgres: perRequest(1) })
  }
  return costs
}

/** The table of costs, and the load that N nodes take, for docs/scaling.md. */
export function processorTables(costs: Cost[]): string {
  const visit = costs.reduce((sum, { perVisit }) => sum + perVisit, 0)
  const mean = (of: 'node' | 'postgres') => costs.reduce((sum, cost) => sum + cost[of] * cost.perVisit, 0) / visit
  const [node, postgres] = [mean('node'), mean('postgres')]
  const perSecond = (cost: number, cores: number) => Math.round((cores * microseconds) / cost / 100) * 100
  const shown = (figure: number) => figure.toLocaleString('en')
  const growth = [1, 2, 3].map((nodes) => {
    const [ofNodes, ofDatabase] = [perSecond(node, nodes), perSecond(postgres, databaseCores)]
    return `| ${nodes} | ${shown(ofNodes)} | ${shown(ofDatabase)} | ${shown(Math.min(ofNodes, ofDatabase))} |`
  })
  return `| Request | Node | PostgreSQL |
|---|---|---|
${costs.map((cost) => `| ${cost.name} | ${cost.node.toFixed(0)} µs | ${cost.postgres.toFixed(0)} µs |`).join('\n')}
| the mean of a visit | ${node.toFixed(0)} µs | ${postgres.toFixed(0)} µs |

Arithmetic from it: a node uses one core. With one core for each node and ${databaseCores} cores for PostgreSQL, this many requests per second of such visits:

| Nodes | The nodes take | PostgreSQL takes | Together |
|---|---|---|---|
${growth.join('\n')}
`
}

const databaseCores = 4

/** The processor time of a process in seconds; 0 if it has ended. */
export async function timeOf(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0
}

/** The processor time of a process, its children, and its children that have ended, in seconds. */
export async function timeOfFamily(pid: number): Promise<number> {
  for (;;) {
    const ended = await timeOfEnded(pid)
    let sum = ended + (await timeOf(pid))
    for (const name of await readdir('/proc')) {
      if (/^\d+$/.test(name) && Number((await statOf(Number(name)))?.[1]) === pid) sum += await timeOf(Number(name))
    }
    // A child that ends while the others are counted is in neither sum.
    if ((await timeOfEnded(pid)) === ended) return sum
  }
}

async function timeOfEnded(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return fields ? (Number(fields[13]) + Number(fields[14])) / ticksPerSecond : 0
}

/** The fields of /proc/PID/stat after the name of the program, which may contain spaces. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}
