import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compose } from '../../deploy/check/names.ts'
import { findProgram } from '../../scripts/debian.mjs'
import { startTaskdeck } from '../../test/process.ts'
import { fewConnections } from './balancer.ts'
import { startMachine } from './machines.ts'
import { startDatabases } from './patroni.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const nodeCount = 3
const memory = '/dev/shm'

/**
 * The cluster of the files in deploy/, each part on a machine of its own: HAProxy with haproxy.cfg, three nodes with the addresses of the compose
 * file, and three servers with PostgreSQL, Patroni and etcd. The files of users are in a shared folder.
 */
export async function startShipped() {
  // In memory if possible: three machines would not wait for the same disk.
  const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'taskdeck-shipped-'))
  await chmod(folder, 0o755)
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const databases = await startDatabases(folder)
    ends.push(databases.stop)
    await databases.healthy()
    await mkdir(join(folder, 'data'))
    const settings = compose('deploy/compose.cluster.yaml').services.node1?.environment ?? {}
    const env = {
      TRUST_PROXY: settings.TRUST_PROXY ?? '',
      DATABASE_URL: databases.url,
      DATA_DIR: join(folder, 'data'),
      HOST: '0.0.0.0',
      PORT: '3000',
      LOG_LEVEL: 'warn',
      SIGNUPS_PER_HOUR: '100000',
      OVERLOAD_DELAY: '60000',
    }
    const nodes: ReturnType<typeof startTaskdeck>[] = []
    for (let number = 1; number <= nodeCount; number++) {
      const machine = await startMachine(`node${number}`, `10.88.0.1${number}`)
      ends.push(machine.stop)
      const node = startTaskdeck(env, [], machine.enter)
      nodes.push(node)
      await node.said(/ready at/)
    }
    const balancer = await startMachine('balancer', '10.88.0.10')
    ends.push(balancer.stop)
    const options = ['-db', ...fewConnections, '-f', join(deploy, 'haproxy.cfg')]
    const program = balancer.start(findProgram('haproxy') ?? 'haproxy', options)
    const origin = 'http://10.88.0.10:8080'
    while (!(await fetch(`${origin}/health/ready`).catch(() => undefined))?.ok) {
      if (program.process.exitCode !== null) throw new Error(`HAProxy did not start:\n${program.output()}`)
      await pause(100)
    }
    const closed = nodes.map((node) => once(node.process, 'close'))
    return {
      origin,
      databases,
      /** The lines of the nodes' logs. */
      logs: () => nodes.map((node) => node.output()),
      stop: async () => {
        await stop()
        await Promise.all(closed)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Shipped = Awaited<ReturnType<typeof startShipped>>
