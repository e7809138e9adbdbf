import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '../result.ts'
import { startLoad } from './load.ts'
import { type Probes, startProbes } from './probes.ts'
import { type Shipped, startShipped } from './shipped.ts'

const maxWriteSilenceMs = 15_000
const maxReadSilenceMs = 5_000
/** Longer than any failover: a server that is cut off or frozen stays so until another one has taken over. */
const awayMs = 20_000

interface Failover {
  title: string
  happen(cluster: Shipped): Promise<void>
}

/** The faults of the database. Nobody intervenes: Patroni notices them and promotes a standby. */
export const failovers = {
  crash: {
    title: 'the PostgreSQL of the leader is killed',
    async happen({ databases }) {
      const leader = await databases.leader()
      leader.machine.signal('SIGKILL', leader.find(/postgres/))
      await pause(awayMs / 2)
    },
  },
  power: {
    title: 'the machine of the leader loses its power, and comes back',
    async happen({ databases }) {
      const leader = await databases.leader()
      leader.machine.kill()
      await pause(awayMs)
      leader.start()
    },
  },
  freeze: {
    title: 'the machine of the leader freezes with open connections, and goes on later',
    async happen({ databases }) {
      const { machine } = await databases.leader()
      machine.freeze()
      await pause(awayMs)
      machine.thaw()
    },
  },
  cut: {
    title: 'the leader loses its network, and gets it back',
    async happen({ databases }) {
      const { machine } = await databases.leader()
      machine.cut()
      await pause(awayMs)
      machine.connect()
    },
  },
  standby: {
    title: 'the machine of the synchronous standby loses its power, and comes back',
    async happen({ databases }) {
      const standby = await databases.standby()
      standby.machine.kill()
      await pause(awayMs)
      standby.start()
    },
  },
  etcd: {
    title: 'etcd is killed on two of the three servers, and started again',
    async happen({ databases }) {
      const leader = await databases.leader()
      const others = databases.servers.filter((each) => each !== leader)
      for (const each of others) each.machine.signal('SIGKILL', each.find(/bin\/etcd/))
      await pause(awayMs)
      for (const each of others) each.startEtcd()
    },
  },
  switchover: {
    title: 'the operator lets another server lead (patronictl switchover)',
    async happen({ databases }) {
      const leader = await databases.leader()
      const program = leader.patronictl('switchover', '--force')
      if ((await program.ended()) !== 0) throw new Error(`patronictl failed: ${program.output()}`)
    },
  },
} satisfies Record<string, Failover>

export type FailoverName = keyof typeof failovers

interface Options {
  names: FailoverName[]
  rounds: number
  users: number
  restMs: number
}

/** Starts the cluster of the shipped files, lets its database fail under load, and compares what was acknowledged with what is there. */
export async function* failover({ names, rounds, users, restMs }: Options): AsyncGenerator<Outcome> {
  const cluster = await startShipped()
  try {
    const load = await startLoad(cluster.origin, users)
    const probes = await startProbes(cluster.origin)
    try {
      for (const name of names) yield await suffer(cluster, probes, failovers[name], { rounds, restMs })
      const { lost, duplicates, missed, streams } = await load.check()
      const [log = ''] = cluster.logs()
      const reasons = log.split('\n').filter((line) => line.includes('Not ready to write')).length
      yield {
        fault: 'all of these in one run',
        engine: 'postgres',
        figure: `${load.writes() + probes.seen.writes.answers} writes acknowledged, ${lost} lost, ${duplicates} made twice; ${streams} live streams, ${missed} of them missed or repeated an event; ${reasons} lines in the log of a node with the reason`,
        promised: 'no acknowledged write is lost, none is made twice, every stream gets every event once and in order',
        kept: lost === 0 && duplicates === 0 && missed === 0 && streams > 0 && load.seen.problems.length === 0,
      }
    } finally {
      await probes.stop()
      await load.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function suffer(
  cluster: Shipped,
  probes: Probes,
  { title, happen }: Failover,
  { rounds, restMs }: { rounds: number; restMs: number },
): Promise<Outcome> {
  const longest = { reads: 0, writes: 0 }
  const before = probes.seen.reads.problems.length + probes.seen.writes.problems.length
  let repeated = 0
  let answered = 0
  for (let round = 0; round < rounds; round++) {
    await cluster.databases.healthy()
    probes.begin()
    await happen(cluster)
    await pause(restMs)
    await cluster.databases.healthy()
    probes.end()
    for (const kind of ['reads', 'writes'] as const) {
      longest[kind] = Math.max(longest[kind], probes.seen[kind].silenceMs)
      answered += probes.seen[kind].answers
    }
    repeated += probes.seen.reads.repeated
  }
  const failed = [...probes.seen.reads.problems, ...probes.seen.writes.problems].length - before
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  return {
    fault: `${title}, ${rounds} ${rounds === 1 ? 'time' : 'times'}`,
    engine: 'postgres',
    figure: `${answered} calls answered, ${failed} failed; no write for at most ${seconds(longest.writes)} s, no read for at most ${seconds(longest.reads)} s (${repeated} reads repeated)`,
    promised: `nobody intervenes: writes again within ${maxWriteSilenceMs / 1000} s, reads within ${maxReadSilenceMs / 1000} s`,
    kept: failed === 0 && longest.writes <= maxWriteSilenceMs && longest.reads <= maxReadSilenceMs,
  }
}
