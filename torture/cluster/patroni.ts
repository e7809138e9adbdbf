import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Machine, startMachine } from './machines.ts'

/** The files that operators are given. */
const shipped = join(import.meta.dirname, '../../deploy/patroni')
const password = 'correct-horse-battery-staple'
const maxHealMs = 120_000

interface Member {
  name: string
  role: 'leader' | 'replica' | 'sync_standby'
  state: string
  lag?: number | string
}

/** Three servers with etcd, Patroni and PostgreSQL, started from the files in deploy/patroni. */
export async function startDatabases(folder: string) {
  const servers = [await server(1, folder), await server(2, folder), await server(3, folder)]
  const addresses = servers.map(({ machine }) => machine.address)

  /** The members of the cluster as the first Patroni that answers sees them. */
  async function members(): Promise<Member[]> {
    const look = async (address: string) => {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
      return ((await response.json()) as { members: Member[] }).members
    }
    return Promise.any(addresses.map(look)).catch(() => [])
  }

  const named = (name: string | undefined) => {
    const found = servers.find(({ machine }) => machine.name === name)
    if (!found) throw new Error(`No server has the role: ${name}`)
    return found
  }

  return {
    servers,
    leader: async () => named((await members()).find(({ role }) => role === 'leader')?.name),
    standby: async () => named((await members()).find(({ role }) => role === 'sync_standby')?.name),
    /** Resolves when there is a leader, a synchronous standby, and another standby that follows. */
    async healthy() {
      for (const giveUpAt = Date.now() + maxHealMs; ; await pause(200)) {
        const all = await members()
        const isRunning = all.every(({ state }) => /running|streaming/.test(state))
        const has = (role: Member['role']) => all.some((member) => member.role === role)
        const follow = all.every(({ role, lag }) => role === 'leader' || lag === 0)
        if (all.length === 3 && isRunning && has('leader') && has('sync_standby') && follow) return
        if (Date.now() > giveUpAt) {
          const outputs = servers.map((each) => each.output().slice(-2_000)).join('\n---\n')
          throw new Error(`The databases did not become healthy: ${JSON.stringify(all)}\n${outputs}`)
        }
      }
    },
    url: `postgres://taskdeck:${password}@${addresses.map((address) => `${address}:5432`).join(',')}/taskdeck`,
    stop: () => {
      for (const { machine } of servers) machine.stop()
    },
  }
}

export type Databases = Awaited<ReturnType<typeof startDatabases>>

/** The settings of a server: those of the example, as its comments say. */
async function settingsOf(number: number): Promise<Record<string, string>> {
  const example = await readFile(join(shipped, 'server.env.example'), 'utf8')
  const settings: Record<string, string> = {}
  for (const [, name = '', value = ''] of example.matchAll(/^([A-Za-z0-9_]+)=(.*)$/gm)) {
    const isOfAll = name === 'ETCD_INITIAL_CLUSTER' || name === 'PATRONI_ETCD_HOSTS'
    settings[name] = isOfAll ? value : value.replace('db1', `db${number}`).replace('10.88.0.21', `10.88.0.2${number}`)
    if (name.endsWith('PASSWORD')) settings[name] = password
  }
  return settings
}

async function server(number: number, parent: string) {
  const folder = join(parent, `db${number}`)
  const of = async (name: string, user: string) => {
    const path = join(folder, name)
    await mkdir(path, { recursive: true, mode: 0o755 })
    execFileSync('chown', [`${user}:${user}`, path])
    return path
  }
  const configuration = await of('configuration', 'root')
  await copyFile(join(shipped, 'patroni.yml'), join(configuration, 'config.yml'))
  await copyFile(join(shipped, 'create-database.sh'), join(configuration, 'create-database.sh'))
  await chmod(join(configuration, 'create-database.sh'), 0o755)
  const machine = await startMachine(`db${number}`, `10.88.0.2${number}`, {
    '/etc/patroni': configuration,
    '/var/lib/postgresql': await of('postgresql', 'postgres'),
    '/var/lib/etcd': await of('etcd', 'etcd'),
    '/run/postgresql': await of('run', 'postgres'),
  })
  const env = {
    ...(await settingsOf(number)),
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: '/var/lib/postgresql',
  }
  const programs: ReturnType<Machine['start']>[] = []
  const startEtcd = () => void programs.push(machine.start('/usr/bin/etcd', [], { user: 'etcd', env }))

  /** Starts etcd and Patroni, as systemd does after a start of the machine. */
  function start() {
    startEtcd()
    programs.push(machine.start('/usr/bin/patroni', ['/etc/patroni/config.yml'], { user: 'postgres', env }))
  }
  start()

  return {
    machine,
    start,
    startEtcd,
    output: () => programs.map((program) => program.output()).join('\n'),
    /** The processes whose command line matches. */
    find: (pattern: RegExp) =>
      machine.processes().filter((pid) => {
        try {
          return pattern.test(execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }))
        } catch {
          return false
        }
      }),
    /** Runs a command of the operator on this server. */
    patronictl: (...args: string[]) =>
      machine.start('/usr/bin/patronictl', ['--config-file', '/etc/patroni/config.yml', ...args], {
        user: 'postgres',
        env,
      }),
  }
}
