import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { renewEpochIfKnown } from './postgres-epoch.ts'
import { type ConnectsTo, readOnlyCode } from './postgres-servers.ts'

interface PoolConfig extends pg.PoolConfig {
  max: number
  connectionTimeoutMillis: number
  /** How long the server may be silent while a connection is in use. Its own timeouts end a statement earlier, unless it is gone. */
  maxSilenceMs?: number
  /** Settings of every session, in milliseconds. They are set by a statement, because connection poolers refuse them at the start. */
  timeouts?: Record<string, number>
}

const retryPauseMs = 200

/** The error if all connections stay in use for too long. It is the text of pg-pool. */
export const exhausted = /timeout exceeded when trying to connect/

/** A pool whose connections may only read. */
export interface ReadPool {
  connect(): Promise<pg.PoolClient>
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  end(): Promise<void>
}

export interface ServerPool extends pg.Pool {
  /** Like `connect`, but fails at once if the server is not there. */
  connectNow(): Promise<pg.PoolClient>
}

/**
 * Opens a pool of connections to the server that accepts writes, or to a standby. If there are several servers, a request for a connection waits while
 * another one takes over, for as long as it would wait for a free connection; later requests of a long outage do not wait. A connection to a
 * server that refuses writes is closed.
 */
export function openPool(servers: ConnectsTo, { maxSilenceMs, timeouts = {}, ...config }: PoolConfig): ServerPool {
  const inUse = new Set<pg.ClientBase>()
  /** With those that are not connected yet: their server may hang. */
  const open = new Set<Client>()

  class Client extends pg.Client {
    readonly server: string
    isReadOnly = false

    constructor(options: pg.ClientConfig) {
      const server = servers.current
      super({ ...options, connectionString: server })
      this.server = server
      open.add(this)
      this.once('end', () => open.delete(this))
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        this.isReadOnly ||= code === readOnlyCode
      })
    }
  }

  class Pool extends pg.Pool {
    override connect(): Promise<pg.PoolClient>
    override connect(callback: Callback): void
    override connect(callback?: Callback) {
      if (servers.isOne) return callback ? super.connect(callback) : super.connect()
      const client = this.connectToWritable()
      if (!callback) return client
      client.then(
        (found) => callback(undefined, found, found.release),
        (error) => callback(error, undefined, () => {}),
      )
    }

    connectNow(): Promise<pg.PoolClient> {
      return super.connect()
    }

    async connectToWritable() {
      const giveUpAt = performance.now() + config.connectionTimeoutMillis
      for (;;) {
        try {
          await servers.find()
          return await super.connect()
        } catch (error) {
          // All connections are in use, or no server has taken over in time.
          const isLongGone = servers.goneMs() > config.connectionTimeoutMillis
          if (exhausted.test((error as Error).message) || this.ending || isLongGone || performance.now() > giveUpAt)
            throw error
          servers.doubt(servers.current)
        }
        await pause(retryPauseMs)
      }
    }
  }

  const pool = new Pool({
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...config,
    Client: Client as unknown as new () => pg.ClientBase,
    onConnect: async (client) => {
      await prepareSession(client, timeouts, servers.isOne || servers.acceptsReadOnly)
      if (!servers.acceptsReadOnly) await renewEpochIfKnown(client)
    },
  })
  // The next query replaces a broken connection, and a running query fails itself. Without listeners the process would end: the pool
  // reports errors of idle connections only, and a connection in a transaction is usually between two queries.
  pool.on('error', () => {})
  pool.on('connect', (connected) => {
    const client = connected as unknown as Client
    client.on('error', () => {})
    if (!maxSilenceMs) return
    const socket = client.connection.stream as Socket
    socket.setTimeout(maxSilenceMs).on('timeout', () => {
      if (inUse.has(client)) socket.destroy()
    })
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, released) => {
    const client = released as unknown as Client
    inUse.delete(client)
    if (!client.isReadOnly) return
    void client.end()
    servers.lost(client.server)
  })
  servers.onLost((lost) => {
    for (const client of open) if (client.server === lost) client.connection.stream.destroy()
  })
  return pool
}

/** Sets the time limits of a session. Refuses a server that was demoted if there are others and it may not be read. */
async function prepareSession(client: pg.ClientBase, timeouts: Record<string, number>, mayBeReadOnly: boolean) {
  const settings = Object.entries(timeouts).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  if (mayBeReadOnly && !settings.length) return
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select ${[...settings, `current_setting('transaction_read_only') = 'on' as "isReadOnly"`].join(', ')}`,
  )
  if (mayBeReadOnly || !rows[0]?.isReadOnly) return
  throw Object.assign(new Error('the server accepts no writes'), { code: readOnlyCode })
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient['release']) => void
