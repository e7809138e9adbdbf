import type pg from 'pg'
import { type Statement, send } from './pipelined.ts'
import type { ReadPool } from './postgres-pool.ts'

/** Connections that reads share. More would only divide the same processors. */
const maxShared = 3
/** Connections that reads leave to others, because they keep theirs for as long as there are reads. */
const unshared = 2
/** Reads on one connection. Each waits for those before it, which are short. */
const maxTogether = 40

interface Shared {
  connected: Promise<pg.PoolClient>
  /** Set when it is connected. */
  client: pg.PoolClient | undefined
  running: number
  error: Error | undefined
}

/**
 * Runs short reads outside transactions. Concurrent ones share a few connections of the pool, on which they follow each other without
 * waiting for answers. A connection goes back to the pool when it has no reads, and is closed after an error.
 */
export function sharedReads(pool: Pick<ReadPool, 'connect' | 'query'>, connections: number) {
  const maxConnections = Math.min(maxShared, connections - unshared)
  const open = new Set<Shared>()

  /** The connection with the fewest reads; a new one if there may be more; undefined if all are busy. */
  function choose(): Shared | undefined {
    if (open.size < maxConnections) return connect()
    let best: Shared | undefined
    for (const shared of open) if (shared.running < (best?.running ?? maxTogether)) best = shared
    return best
  }

  function connect(): Shared {
    const shared: Shared = { connected: pool.connect(), client: undefined, running: 0, error: undefined }
    open.add(shared)
    shared.connected.then(
      (client) => {
        shared.client = client
      },
      () => open.delete(shared),
    )
    return shared
  }

  function leave(shared: Shared, error?: Error) {
    shared.running--
    // Like a pool, this closes a connection after any error: it may have an outdated plan, or be broken.
    if (error) shared.error = error
    if (error || shared.running === 0) open.delete(shared)
    if (shared.running === 0) shared.client?.release(shared.error)
  }

  return async <Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> => {
    const shared = choose()
    if (!shared) return (await pool.query(statement as pg.QueryConfig)).rows
    shared.running++
    let failure: Error | undefined
    try {
      const client = shared.client ?? (await shared.connected)
      return (await send<Row>(client, statement)).rows
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      leave(shared, failure)
    }
  }
}
