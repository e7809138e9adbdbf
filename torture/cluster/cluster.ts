import type { Outcome } from '../result.ts'
import { type Agents, agentsAtWork } from './agents.ts'
import { type FaultName, suffer } from './faults.ts'
import { startLoad } from './load.ts'
import { startCluster } from './parts.ts'

interface Options {
  names: FaultName[]
  rounds: number
  nodeCount: number
  users: number
  /** Left out if no agents work. */
  atWork?: Agents | undefined
  withS3: boolean
  restMs: number
  /** Ends everything at once. */
  signal?: AbortSignal
}

/** Starts a cluster, lets each fault happen under load, and compares everything that was acknowledged with everything that is there. */
export async function* cluster({ names, rounds, users, atWork, restMs, ...options }: Options): AsyncGenerator<Outcome> {
  const parts = await startCluster(options)
  try {
    const load = await startLoad(parts.origin, users, options.signal)
    try {
      for (const name of names) {
        yield await suffer(parts, load, name, { rounds, pace: { restMs, awayMs: 2 * restMs } })
      }
      const { lost, duplicates, missed, streams } = await load.check()
      yield {
        fault: 'all of these in one run',
        engine: 'postgres',
        figure: `${load.writes()} writes acknowledged, ${lost} lost, ${duplicates} made twice; ${streams} live streams, ${missed} of them missed or repeated an event`,
        promised: 'no acknowledged write is lost, none is made twice, every stream gets every event once and in order',
        kept: lost === 0 && duplicates === 0 && missed === 0 && streams > 0 && load.seen.problems.length === 0,
      }
    } finally {
      await load.stop()
    }
    if (atWork) yield await agentsAtWork(parts, { ...atWork, restMs, signal: options.signal })
  } finally {
    await parts.stop()
  }
}
