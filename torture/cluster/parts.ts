import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lossyLine } from '../../test/lossy-line.ts'
import { freePort } from '../../test/postgres.ts'
import { startPair, urlOf } from '../../test/postgres-pair.ts'
import { startTaskdeck } from '../../test/process.ts'
import { startS3 } from '../../test/s3.ts'
import { startBalancer } from './balancer.ts'

interface Options {
  nodeCount: number
  /** Whether the files are in an S3 server instead of a shared folder. */
  withS3: boolean
  /** Ends all processes at once, and starts no more. */
  signal?: AbortSignal
}

/**
 * A cluster on this machine, from real parts: HAProxy, several nodes, a PostgreSQL primary with a synchronous standby, and an S3 server. The
 * lines between the balancer and the nodes, and between the nodes and PostgreSQL, can be cut.
 */
export async function startCluster({ nodeCount, withS3, signal = new AbortController().signal }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-cluster-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  signal.addEventListener('abort', () => void stop().catch(() => {}))
  try {
    const pair = await startPair()
    ends.push(pair.stop)
    signal.throwIfAborted()
    const s3 = withS3 ? await startS3() : undefined
    if (s3) ends.push(s3.stop)
    const databaseLines = []
    for (const { port } of pair.servers) databaseLines.push(await lossyLine(`http://127.0.0.1:${port}`))
    ends.push(...databaseLines.map((line) => line.close))

    await mkdir(join(folder, 'data'))
    const settings = {
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      // The standby first: a node that took the first one would be wrong.
      DATABASE_URL: urlOf(databaseLines.map(({ port }) => port).reverse()),
      LOG_LEVEL: 'warn',
      SIGNUPS_PER_HOUR: '100000',
      OVERLOAD_DELAY: '60000',
      ...(s3 ? { FILES_URL: s3.url, ...s3.env } : {}),
    }
    const nodes: Awaited<ReturnType<typeof node>>[] = []
    for (let index = 0; index < nodeCount; index++) nodes.push(await node(settings, signal))
    ends.push(() => Promise.all(nodes.map((each) => each.kill())))
    await nodes[0]?.start()
    await Promise.all(nodes.slice(1).map((each) => each.start()))
    const nodeLines = []
    for (const { port } of nodes) nodeLines.push(await lossyLine(`http://127.0.0.1:${port}`))
    ends.push(...nodeLines.map((line) => line.close))
    const ports = nodeLines.map((line) => line.port)
    const balancer = await startBalancer(folder, await freePort(), ports)
    ends.push(balancer.stop)
    signal.throwIfAborted()
    return { origin: balancer.origin, pair, s3, nodes, nodeLines, databaseLines, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A node that keeps its port when it starts again. */
async function node(settings: Record<string, string>, signal: AbortSignal) {
  const port = await freePort()
  let program: ReturnType<typeof startTaskdeck> | undefined
  return {
    port,
    /** The log of the node since its last start. */
    output: () => program?.output() ?? '',
    async start() {
      signal.throwIfAborted()
      program = startTaskdeck({ ...settings, PORT: String(port) })
      await program.said(/ready at/)
    },
    async kill() {
      if (!program || program.process.exitCode !== null || program.process.signalCode !== null) return
      const ended = once(program.process, 'exit')
      program.process.kill('SIGKILL')
      await ended
    },
    /** Ends the node as an update does. */
    stop: async () => program?.stop(),
  }
}
