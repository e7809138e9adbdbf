import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { arch, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { timeOfFamily } from '../../bench/processor.ts'
import { createOnCoordinator, dropOnCoordinator, on, urlOn, type Worker, workersOf } from '../../test/coordinator.ts'

export const page = 'docs/distributed.md'

/** The parts of each table: two for each of four workers. The default of Citus, 32, takes longer to create. */
export const parts = 8

const actions = ['kill', 'start', 'freeze', 'continue'] as const

export type Control = (action: (typeof actions)[number], server: Worker) => Promise<void>

/** Stops and starts servers by a command of the operator, which gets an action and the address of a server as Citus names it. */
export const controlBy =
  (command: string): Control =>
  async (action, { host, port }) => {
    const child = spawn(`${command} ${action} ${host}:${port}`, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${command} ${action} ${host}:${port} ended with ${code}`)
  }

export const coordinatorOf = (url: string): Worker => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

/** Enough workers of the coordinator. */
export async function someWorkers(url: string, count: number): Promise<Worker[]> {
  const workers = await workersOf(url)
  if (workers.length < count) throw new Error(`The coordinator has ${workers.length} workers, and this needs ${count}.`)
  return workers.slice(0, count)
}

/** Does work with a new database on the coordinator and some of its workers, and removes it. */
export async function withDatabase<T>(url: string, workers: Worker[], work: (own: string) => Promise<T>): Promise<T> {
  const { url: own, name } = await createOnCoordinator(url, workers, parts)
  try {
    return await work(own)
  } finally {
    await dropOnCoordinator(url, workers, name)
  }
}

/** The worker that has the rows of each user. */
export const homesOf = (url: string): Promise<Map<string, string>> =>
  on(url, async (client) => {
    const { rows } = await client.query<{ email: string; home: string }>(
      `select email, nodename || ':' || nodeport as home from users join pg_dist_shard_placement
       on shardid = get_shard_id_for_distribution_column('decks', users.id)`,
    )
    return new Map(rows.map(({ email, home }) => [email, home]))
  })

export const addressOf = ({ host, port }: Worker) => `${host}:${port}`

/** The processor time of all servers until now, in seconds; undefined if one is on another machine. */
export async function databaseTime(url: string, workers: Worker[]): Promise<number | undefined> {
  let sum = 0
  for (const server of [url, ...workers.map((worker) => urlOn(url, worker))]) {
    const folder = await on(
      server,
      async (client) => (await client.query('show data_directory')).rows[0].data_directory,
    )
    const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined)
    if (!file) return undefined
    sum += await timeOfFamily(Number(file.split('\n')[0]))
  }
  return sum
}

/** The versions, the machine and the day, for a section of the page. */
export async function setting(url: string): Promise<string> {
  const versions = await on(url, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version') as postgres, current_setting('fsync') as fsync,
       (select extversion from pg_extension where extname = 'citus') as citus`,
    )
    return `Citus ${rows[0].citus} on PostgreSQL ${rows[0].postgres} (fsync ${rows[0].fsync})`
  })
  const day = new Date().toISOString().slice(0, 10)
  return `on ${day}: ${versions}, ${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}; load of the machine before it ${loadavg()[0]?.toFixed(1)}`
}
