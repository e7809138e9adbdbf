import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { lanes } from '../work/lanes.ts'
import { distributedTables } from './citus.ts'
import { asideTurns, type Database, type DatabaseLoad, type Work } from './database.ts'
import { distributeOwners } from './distribute-owners.ts'
import { dividesOwners } from './distributed.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { channel, listenOn, settingsChannel } from './listener.ts'
import { ownerConnections, ownerLanes } from './owner-connections.ts'
import { refuseSharedSessions } from './pooler.ts'
import { renewEpoch } from './postgres-epoch.ts'
import { isRolledBack, postgresOutage } from './postgres-errors.ts'
import { postgresGroupCommit, sharedTransactionOf } from './postgres-group-commit.ts'
import { migrationConnections } from './postgres-migrations.ts'
import { openPool } from './postgres-pool.ts'
import { readPool, readRunner, sharedReadsOf } from './postgres-reads.ts'
import { type ConnectsTo, postgresServers } from './postgres-servers.ts'
import { postgresSnapshot } from './postgres-snapshot.ts'
import type { Notification } from './postgres-transaction.ts'
import { hostsIn } from './postgres-url.ts'
import { type Build, compileOnce, newStatementName } from './prepared.ts'
import type { Schema } from './schema.ts'
import { ownersOfStatements, type WorkKind, workerLanes } from './worker-lanes.ts'

// Return times and sums as numbers, as SQLite does.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A process that hangs in the middle of a transaction must not keep its locks. */
const maxIdleInTransactionMs = 30_000
/** For background jobs: no user waits for them. */
const housekeepingTimeouts = { lock_timeout: 30_000, statement_timeout: 5 * 60_000 }
const maxHousekeepingConnections = 2
/** For long reads: each statement reads a bounded number of rows, and this is the backstop. */
const asideTimeouts = { lock_timeout: 1_000, statement_timeout: 5_000 }
const maxAsideConnections = 2
/** Rows of a page whose sizes are unknown: a task may have 60 kB of JSON. */
const maxSomeRows = 100
/** A connection is given up after this share of the timeout of a statement: a commit that waits for a standby has no timeout. */
const silencePerTimeout = 1.5
/** Transactions of one owner that wait for a shared commit, and those that wait for their turn. */
const togetherLimits = { maxRunning: 20, maxWaiting: 200, maxWaitMs: 10_000 }

/** Ignores the tables of extensions, and partitions, whose rows belong to their table. */
const tablesOfOurSchema = sql<{ name: string }>`select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by relname`

/** The worker that has the rows of an owner, from the tables of Citus on the coordinator. */
const workerOfOwner = `select nodename || ':' || nodeport as worker from pg_dist_shard_placement
  where shardid = get_shard_id_for_distribution_column('decks', $1::text)`

const tablesIn = async (db: Kysely<Schema>) => (await tablesOfOurSchema.execute(db)).rows.map((row) => row.name)

export function openPostgres(url: string, limits: Limits = defaultLimits): Database {
  const servers = postgresServers(url)
  const open = (name: string, max: number, timeouts: Timeouts, to: ConnectsTo = servers) =>
    openPool(to, {
      max,
      connectionTimeoutMillis: limits.maxWaitMs,
      application_name: name,
      maxSilenceMs: timeouts.statement_timeout * silencePerTimeout,
      pipeline: true,
      timeouts: { ...timeouts, idle_in_transaction_session_timeout: maxIdleInTransactionMs },
    })
  // For requests: fail early, so that the client can try again and the connection is free for others.
  const requestTimeouts = { lock_timeout: limits.maxLockMs, statement_timeout: limits.maxStatementMs }
  const pool = open('taskdeck', limits.connections, requestTimeouts)
  const asidePool = open('taskdeck long reads', maxAsideConnections, asideTimeouts)
  const housekeepingPool = open('taskdeck jobs', maxHousekeepingConnections, housekeepingTimeouts)
  const run = readRunner(servers)
  const pools = { primary: pool, standby: open('taskdeck reads', limits.connections, requestTimeouts, servers.readers) }
  const reads = readPool(run, pools)
  const asideReads = readPool(run, {
    primary: asidePool,
    standby: open('taskdeck long reads', maxAsideConnections, asideTimeouts, servers.readers),
  })
  const turns = lanes(asideTurns)
  const read = sharedReadsOf(run, pools, limits.connections)
  /** Whether Citus has distributed the tables of owners. Partitions are all on one server. */
  let hasWorkers = false
  const onWorkers = workerLanes(async (owner) => {
    const [found] = await read<{ worker: string }>({ text: workerOfOwner, values: [owner] })
    return found?.worker ?? ''
  })
  const onWorker = <T>(owner: string | undefined, kind: WorkKind, work: () => Promise<T>): Promise<T> =>
    hasWorkers && owner !== undefined ? onWorkers.run(owner, kind, work) : work()
  const ownerOf = ownersOfStatements()
  const singleReads = {
    // A statement is known only when its connection is there. So it gets one of its own, which is taken when it runs.
    connect: async () => {
      if (!hasWorkers) return reads.connect()
      const query = (text: string, values: unknown[]) =>
        onWorker(ownerOf(text, values), 'reads', () => reads.query(text, values))
      return { query, release: () => {} }
    },
    end: () => reads.end(),
  }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: singleReads as unknown as PostgresPool }) })
  const dialect = new PostgresDialect({ pool })
  const writer = new Kysely<Schema>({ dialect })
  const writes = ownerLanes(limits.connections)
  const of = ownerConnections(writer, dialect, isRolledBack, writes)
  const housekeepingDialect = new PostgresDialect({ pool: housekeepingPool })
  const ofHousekeeping = ownerConnections(
    new Kysely<Schema>({ dialect: housekeepingDialect }),
    housekeepingDialect,
    isRolledBack,
    ownerLanes(maxHousekeepingConnections),
  )
  const ofRequest = ownerConnections(writer, dialect, isRolledBack, {
    run: (owner, work) => onWorker(owner, 'writes', () => writes.run(owner, work)),
  })
  const alone = <T>(owner: string, work: Work<T>) => of(owner).transaction().execute(work)
  const commitTogether = postgresGroupCommit({
    ...{ pool, db: writer, dialect, alone, isRolledBack, limits },
    // Two owners may be on two servers.
    isOfOneOwner: () => limits.sharedCommits === 'owner' || database.isDistributed,
  })
  const together = lanes(togetherLimits)
  const database: Database = {
    db,
    of: ofRequest,
    transaction: (owner, work, patience = 'request', length) =>
      patience === 'housekeeping'
        ? onWorker(owner, 'jobs', () => ofHousekeeping(owner).transaction().execute(work))
        : together.run(owner, () =>
            onWorker(owner, 'writes', () => (length === 'long' ? alone : commitTogether)(owner, work)),
          ),
    lockedDecks: (tx) => sharedTransactionOf(tx)?.decks,
    excludesOthers: false,
    maxSliceMs: 50,
    prepare<Args extends unknown[], Row>(build: Build<Args, Row>) {
      const query = compileOnce(db, build)
      const name = newStatementName()
      return async (...args: Args): Promise<Row[]> => {
        const [text, values] = [query.sql, query.bind(args)]
        const owner = hasWorkers ? ownerOf(text, values) : undefined
        try {
          // Reads that share a connection follow each other, and so would wait for one that hangs.
          if (owner !== undefined)
            return await onWorker(owner, 'reads', async () => (await reads.query({ name, text, values })).rows)
          return await read<Row & pg.QueryResultRow>({ name, text, values })
        } catch (error) {
          // A newer node has added a column. This connection will be closed, and others may have the same old plan.
          if (!isOutdatedPlan(error)) throw error
          return (await reads.query(text, values)).rows
        }
      }
    },
    // Another node may have changed the answer in the meantime.
    readOnce: (read) => read,
    async readAside(owner, query) {
      const { sql: text, parameters } = query.compile()
      const { rows } = await turns.run(owner, () =>
        onWorker(owner, 'longReads', () => asideReads.query(text, [...parameters])),
      )
      return rows
    },
    async readSome(owner, query) {
      const { sql: text, parameters } = query(maxSomeRows).compile()
      const { rows } = await turns.run(owner, () =>
        onWorker(owner, 'longReads', () => asideReads.query(text, [...parameters])),
      )
      return { rows, isLast: rows.length < maxSomeRows }
    },
    withIndex: () => sql``,
    snapshot: (work) =>
      postgresSnapshot(
        migrationConnections(servers, () => {}),
        tablesIn,
        work,
      ),
    renewEpoch: () => renewEpoch(housekeepingPool),
    // Autovacuum does this in PostgreSQL.
    optimize: async () => {},
    notifyNodes: (tx, owner, seq) => notify(tx, { channel, owner, payload: `${owner} ${seq}` }),
    notifyNodesOfSettings: (tx, owner) => notify(tx, { channel: settingsChannel, owner, payload: owner }),
    listenToNodes: (listener) => listenOn(servers, listener),
    tables: () => tablesIn(db),
    refuseUnusable: () => refuseSharedSessions(servers),
    forMigrations: (onWait) => migrationConnections(servers, onWait),
    name: `PostgreSQL at ${hostsIn(url)}`,
    distributeOwners,
    async dividesOwners() {
      hasWorkers = (await distributedTables(db)).includes('decks')
      return dividesOwners(db)
    },
    isDistributed: false,
    ready: false,
    outage: postgresOutage,
    load: () => ({
      writes: sumOf(together.load(), writes.load()),
      longReads: turns.load(),
      pools: [poolLoad('requests', pool), poolLoad('long reads', asidePool), poolLoad('jobs', housekeepingPool)],
    }),
    close: async () => {
      await Promise.all([reads.end(), asideReads.end(), housekeepingPool.end()])
    },
  }
  return database
}

async function notify(tx: Kysely<Schema>, notification: Notification) {
  const shared = sharedTransactionOf(tx)
  if (shared) shared.notify(notification)
  else await sql`select pg_notify(${notification.channel}, ${notification.payload})`.execute(tx)
}

interface Timeouts {
  lock_timeout: number
  statement_timeout: number
}

type Queue = DatabaseLoad['writes']

const sumOf = (a: Queue, b: Queue): Queue => ({ running: a.running + b.running, waiting: a.waiting + b.waiting })

function poolLoad(name: string, { options, totalCount, idleCount, waitingCount }: pg.Pool) {
  return { name, max: options.max, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** A prepared statement that selects all columns of a table which has one more now. */
function isOutdatedPlan(error: unknown) {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return code === '0A000' && /cached plan/.test(message)
}
