import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The coordinator of Citus that `npm run distributed` runs the tests on. */
export const coordinator = process.env.TEST_COORDINATOR

/** Each table has a part on every worker, and creating parts is what takes the time. */
const partsOfTests = 4

export const databaseAt = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export interface Worker {
  host: string
  port: number
}

export async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const urlOn = (url: string, { host, port }: Worker): string => {
  const changed = new URL(url)
  changed.hostname = host
  changed.port = String(port)
  return changed.href
}

/** The workers of the database at this URL. */
export const workersOf = (url: string): Promise<Worker[]> =>
  on(url, async (client) => {
    const { rows } = await client.query<Worker>(
      'select node_name as host, node_port::int as port from citus_get_active_worker_nodes() order by 1, 2',
    )
    return rows
  })

/** Creates a database with Citus on the coordinator and on some of its workers. Each table of owners gets this number of parts. */
export async function createOnCoordinator(
  url: string,
  workers: Worker[],
  parts = partsOfTests,
): Promise<{ url: string; name: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  for (const server of [...workers.map((worker) => urlOn(url, worker)), url]) await createWithCitus(server, name)
  const own = databaseAt(url, name)
  const { hostname, port } = new URL(url)
  await on(own, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', [worker.host, worker.port])
    await client.query(`alter database ${name} set citus.shard_count = ${parts}`)
  })
  return { url: own, name }
}

/** Creates an empty database with the extension on one server. */
export async function createWithCitus(server: string, name: string): Promise<void> {
  await on(server, (client) => client.query(`create database ${name}`))
  await on(databaseAt(server, name), (client) => client.query('create extension citus'))
}

export async function dropOnCoordinator(url: string, workers: Worker[], name: string): Promise<void> {
  for (const server of [url, ...workers.map((worker) => urlOn(url, worker))])
    await on(server, (client) => client.query(`drop database if exists ${name} with (force)`))
}
