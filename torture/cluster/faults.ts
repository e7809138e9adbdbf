import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '../result.ts'
import type { startLoad } from './load.ts'
import type { Cluster } from './parts.ts'

/** How the load goes on before and after a fault. */
export interface Pace {
  restMs: number
  /** How long the S3 server is away. */
  awayMs: number
}

interface Fault {
  title: string
  /** The longest time in which no call may be answered. Without a goal, it is only reported. */
  maxMs?: number
  happen(cluster: Cluster, pace: Pace, round: number): Promise<void>
}

/** Replaces the primary by the standby, and adds a new standby. */
async function replacePrimary({ pair }: Cluster, { restMs }: Pace) {
  await pair.promote()
  await pause(restMs)
  await pair.addStandby()
}

export const faults = {
  none: {
    title: 'nothing, for comparison',
    happen: async (_cluster, { restMs }) => pause(restMs),
  },
  node: {
    title: 'a node is killed and started again',
    maxMs: 1_000,
    async happen({ nodes }, { restMs }, round) {
      const node = nodes[round % nodes.length]
      await node?.kill()
      await pause(restMs)
      await node?.start()
    },
  },
  update: {
    title: 'all nodes are restarted one after the other, as for an update',
    maxMs: 1_000,
    async happen({ nodes }) {
      for (const node of nodes) {
        await node.stop()
        await node.start()
      }
    },
  },
  primary: {
    title: 'the primary is killed and the standby promoted',
    maxMs: 10_000,
    async happen(cluster, pace) {
      await cluster.pair.primary().kill()
      await replacePrimary(cluster, pace)
    },
  },
  frozen: {
    title: 'the primary stops answering with its connections open, and the standby is promoted',
    maxMs: 10_000,
    async happen(cluster, pace) {
      const former = cluster.pair.primary()
      former.freeze()
      await cluster.pair.promote()
      await pause(pace.restMs)
      await former.kill()
      await cluster.pair.addStandby()
    },
  },
  s3: {
    title: 'the S3 server is killed and started again',
    async happen({ s3 }, { awayMs }) {
      await s3?.kill()
      await pause(awayMs)
      await s3?.resume()
    },
  },
  cuts: {
    title: 'responses of nodes and commits of PostgreSQL are lost, and all connections cut, ten times in a row',
    async happen({ nodeLines, databaseLines }) {
      for (let count = 0; count < 10; count++) {
        // The write has happened, and its client does not know it.
        for (const line of nodeLines) line.loseNextAnswer(/^POST \/tasks\/createTask/)
        for (const line of databaseLines) line.loseNextAnswer(/commit/i)
        await pause(100)
        for (const line of [...nodeLines, ...databaseLines]) line.cut()
      }
    },
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

/** Lets a fault happen under load. Returns the experience of the clients, without the comparison at the end of the run. */
export async function suffer(
  cluster: Cluster,
  load: Awaited<ReturnType<typeof startLoad>>,
  name: FaultName,
  { rounds, pace }: { rounds: number; pace: Pace },
): Promise<Outcome> {
  const fault: Fault = faults[name]
  load.begin()
  const before = load.seen.problems.length
  for (let round = 0; round < rounds; round++) {
    await fault.happen(cluster, pace, round)
    await pause(pace.restMs)
  }
  const { answers, repeated, slowestMs, silenceMs, problems } = load.seen
  const failed = problems.slice(before)
  const goal = fault.maxMs ? `, at most ${fault.maxMs / 1000} s without an answer` : ''
  return {
    fault: `${fault.title}, ${rounds} ${rounds === 1 ? 'time' : 'times'}`,
    engine: 'postgres',
    figure: `${answers} calls answered, ${repeated} repetitions, ${failed.length} failed${failed.length ? ` (${failed[0]})` : ''}; longest time without an answer ${Math.round(silenceMs)} ms, slowest call with its repetitions ${Math.round(slowestMs)} ms`,
    promised: `no call fails for good${goal}`,
    kept: failed.length === 0 && silenceMs <= (fault.maxMs ?? Number.POSITIVE_INFINITY),
  }
}
