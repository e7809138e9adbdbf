import type pg from 'pg'
import type { Statement } from './pipelined.ts'
import { isOfWorker, postgresOutage } from './postgres-errors.ts'
import type { ReadPool, ServerPool } from './postgres-pool.ts'
import type { PostgresServers } from './postgres-servers.ts'
import { sharedReads } from './shared-reads.ts'

/** The pools of reads: one to the server that accepts writes, and one to a standby for the time in which there is none. */
interface Pools {
  primary: ServerPool
  standby: ServerPool
}

/** Runs a read on a server that can be read. One whose connection breaks runs once more, because a read changes nothing. */
type RunRead = <T>(on: (place: keyof Pools) => Promise<T>) => Promise<T>

export function readRunner(servers: PostgresServers): RunRead {
  return async (on) => {
    const place = await servers.findForReads()
    try {
      return await on(place)
    } catch (error) {
      if (servers.isOne || isOfWorker(error) || postgresOutage(error)?.kind !== 'unreachable') throw error
      const used = place === 'primary' ? servers : servers.readers
      used.doubt(used.current)
      return await on(await servers.findForReads())
    }
  }
}

export function readPool(run: RunRead, pools: Pools): ReadPool {
  return {
    connect: () => run((place) => pools[place].connectNow()),
    query: (statement, values) => run((place) => directly(pools[place]).query(statement, values)),
    end: async () => void (await Promise.all([pools.primary.end(), pools.standby.end()])),
  }
}

/** Short reads that share the connections of one server each. */
export function sharedReadsOf(run: RunRead, { primary, standby }: Pools, connections: number) {
  const read = {
    primary: sharedReads(directly(primary), connections),
    standby: sharedReads(directly(standby), connections),
  }
  return <Row extends pg.QueryResultRow>(statement: Statement) => run((place) => read[place]<Row>(statement))
}

/** A pool whose requests fail at once if its server is not there, so that another one can answer. */
function directly(pool: ServerPool): Pick<ReadPool, 'connect' | 'query'> {
  return {
    connect: () => pool.connectNow(),
    async query(statement: string | pg.QueryConfig, values?: unknown[]) {
      const client = await pool.connectNow()
      try {
        const result = await client.query(statement as string, values)
        client.release()
        return result
      } catch (error) {
        client.release(error as Error)
        throw error
      }
    },
  }
}
