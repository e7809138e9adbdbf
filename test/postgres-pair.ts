import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgres } from './embedded-postgres.ts'
import { freePort, withoutDisk } from './postgres.ts'

const password = 'test'
const ready = /database system is ready to accept/
const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root, and the npm package has created this user then. */
const runAs = () => (isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {})
const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))

/** A PostgreSQL primary and a synchronous standby, which can be killed, stopped, promoted and replaced. */
export async function startPair({ flags = withoutDisk } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-pair-'))
  await chmod(folder, 0o755)
  const servers = [await server(folder, 'a', flags), await server(folder, 'b', flags)] as const
  let [primary, other] = servers
  await initialise(primary.data, primary.port)
  await primary.start()

  /** Replaces the other server by a new copy of the primary, and lets every commit wait for it. */
  async function addStandby() {
    await other.kill()
    await rm(other.data, { recursive: true, force: true })
    await copy(primary, other.data)
    await other.start(['-c', `primary_conninfo=${conninfo(primary.port)}`])
    await primary.query("alter system set synchronous_standby_names = '*'")
    await primary.query('select pg_reload_conf()')
    await until(async () => {
      const [row] = await primary.query('select sync_state from pg_stat_replication')
      return row?.sync_state === 'sync'
    })
  }

  await addStandby()
  return {
    /** Names both servers, the standby first: a client that takes the first one would be wrong. */
    url: urlOf([servers[1].port, servers[0].port]),
    servers,
    primary: () => primary,
    standby: () => other,
    /** Makes the standby the primary. The former primary must not run any more, or must not be reached. */
    async promote() {
      ;[primary, other] = [other, primary]
      await primary.query('select pg_promote(true)')
      // Nothing is synchronous until there is a standby again, as a cluster manager would set it.
      await primary.query('alter system reset synchronous_standby_names')
      await primary.query('select pg_reload_conf()')
    },
    addStandby,
    async stop() {
      await Promise.all(servers.map((each) => each.kill()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The URL of servers on this machine. */
export const urlOf = (ports: number[]) =>
  `postgres://postgres:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`

export type Pair = Awaited<ReturnType<typeof startPair>>

async function server(folder: string, name: string, flags: string[]) {
  const { postgres } = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as { postgres: string }
  const data = join(folder, name)
  const port = await freePort()
  const url = urlOf([port])
  const common = [
    '-D',
    data,
    '-p',
    `${port}`,
    '-c',
    'max_connections=200',
    '-c',
    'unix_socket_directories=',
    '-c',
    'wal_retrieve_retry_interval=100ms',
    ...flags,
  ]
  let child: ReturnType<typeof spawn> | undefined
  let output = ''

  return {
    data,
    port,
    url,
    async start(more: string[] = []) {
      output = ''
      const started = spawn(postgres, [...common, ...more], { ...runAs(), stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      started.stderr?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
      await until(() => {
        if (started.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${output}`)
        return ready.test(output)
      })
    },
    /** Stops the process at once, as a power cut does. Its connections are closed by the operating system. */
    kill: () => end('SIGKILL'),
    /** Lets the process hang with open connections, as a machine does that has lost its network. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async query(statement: string): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: url, application_name: 'tests' })
      await client.connect()
      try {
        return (await client.query(statement)).rows
      } finally {
        await client.end()
      }
    },
  }

  async function end(signal: NodeJS.Signals) {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'exit')
    const backends = childrenOf(child.pid)
    child.kill(signal)
    for (const pid of backends) kill(pid, signal)
    await closed
  }

  function signalAll(signal: NodeJS.Signals) {
    if (!child?.pid) return
    for (const pid of [child.pid, ...childrenOf(child.pid)]) kill(pid, signal)
  }
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended already.
  }
}

/** The processes that serve the connections of a server. Only this server's children are listed. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number)
  } catch {
    return []
  }
}

async function initialise(data: string, port: number) {
  const creator = new EmbeddedPostgres({
    databaseDir: data,
    port,
    password,
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--set', 'scram_iterations=1'],
    onLog: () => {},
    onError: () => {},
  })
  await creator.initialise()
}

const conninfo = (port: number) => `host=127.0.0.1 port=${port} user=postgres password=${password}`

/** An online copy of a server, as pg_basebackup makes it, which is not part of the npm package. */
async function copy(from: { data: string; url: string }, to: string) {
  const client = new pg.Client({ connectionString: from.url, application_name: 'tests' })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    execFileSync('cp', ['-a', from.data, to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await rm(join(to, 'postmaster.pid'), { force: true })
    await rm(join(to, 'postgresql.auto.conf'), { force: true })
    await writeFile(join(to, 'postgresql.auto.conf'), '')
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(to, 'standby.signal'), '')
    if (isRoot) execFileSync('chown', ['-R', 'postgres:postgres', to])
  } finally {
    await client.end()
  }
}

async function until(isDone: () => boolean | Promise<boolean>) {
  for (const giveUpAt = Date.now() + 60_000; !(await isDone()); ) {
    if (Date.now() > giveUpAt) throw new Error('PostgreSQL did not get ready in a minute.')
    await pause(20)
  }
}
