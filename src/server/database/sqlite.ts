import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
} from 'kysely'
import { lanes } from '../work/lanes.ts'
import { asideTurns, type Database, type Outage } from './database.ts'
import { groupCommit } from './group-commit.ts'
import { compileOnce } from './prepared.ts'
import type { Schema } from './schema.ts'
import { renewEpochOfFile } from './sqlite-epoch.ts'
import { FileMoved, openFile } from './sqlite-file.ts'
import { sqliteReader } from './sqlite-reader.ts'
import { sqliteSnapshot } from './sqlite-snapshot.ts'
import { removeStaging } from './sqlite-staging.ts'
import { stagedTransactions } from './staged-transactions.ts'
import { workMeter } from './work-meter.ts'

const maxCachedStatements = 500
const maxSnapshotMs = 5
/** Transactions of one owner in one commit: enough to share the wait for the disk, few enough to leave room for other owners. */
const maxPerOwner = 20
/** The reading thread returns fewer rows if they are large. Each answer waits for a turn of the event loop, so there should be few. */
const maxSomeRows = 1_000
const maxWaiting = 200
const maxWaitMs = 10_000
/** Covers all tables that have grown, even those that this connection has not read yet. SQLite limits the number of rows it reads. */
const optimizeAll = CompiledQuery.raw('pragma optimize = 0x10002')
const sqliteFull = 13
const sqliteBusy = 5
/** SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN. */
const sqliteUnwritable = new Set([8, 10, 14])

export function openSqlite(path: string): Database {
  const name = `SQLite file ${path}`
  const file = openFile(path, name)
  removeStaging(path)
  const { sqlite } = file
  const reader = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  const snapshot = sharedSnapshot(reader)
  const aside = sqliteReader(path)
  const turns = lanes(asideTurns)
  const meter = workMeter()
  const beforeEach = (values: number, isRead: boolean) => {
    meter.count(values, isRead)
    snapshot.end()
    // A transaction is checked when it begins.
    if (!sqlite.isTransaction) file.assertInPlace()
  }
  const statements = withCachedStatements(sqlite, beforeEach)
  const dialect = new Dialect(sqlite, { database: statements })
  const db = new Kysely<Schema>({ dialect })
  /** Others write before and afterwards. Reads that begin afterwards see what was written. */
  const alone = <T>(work: () => Promise<T>) =>
    db.connection().execute(async () => {
      file.assertInPlace()
      const done = await work()
      snapshot.end()
      return done
    })
  const staged = stagedTransactions({ path, db, dialect, alone })
  const commitTogether = groupCommit({ db, meter, run: statements.run, stage: staged.run })
  const lane = lanes({ maxRunning: maxPerOwner, maxWaiting, maxWaitMs })
  return {
    db,
    of: () => db,
    transaction: (owner, work, _patience, length) => lane.run(owner, () => commitTogether(owner, work, length)),
    lockedDecks: () => undefined,
    maxSliceMs: 5,
    prepare(build) {
      const query = compileOnce(db, build)
      let run: ReturnType<typeof fastRows> | undefined
      return (...args) => {
        run ??= fastRows(reader.prepare(query.sql))
        snapshot.begin()
        return run(query.bind(args) as SQLInputValue[]) as never
      }
    },
    readOnce: snapshot.remembering,
    readAside(owner, query) {
      const { sql: text, parameters } = query.compile()
      return turns.run(owner, () => aside.read(text, parameters as SQLInputValue[])) as never
    },
    readSome(owner, query) {
      const { sql: text, parameters } = query(maxSomeRows).compile()
      return turns.run(owner, () => aside.readSome(text, parameters as SQLInputValue[], maxSomeRows)) as never
    },
    withIndex: (name) => sql`indexed by ${sql.ref(name)}`,
    snapshot: (work) => sqliteSnapshot(path, work),
    renewEpoch: () => renewEpochOfFile(path, (work) => commitTogether('housekeeping', work)),
    optimize: async () => {
      await commitTogether('housekeeping', (tx) => tx.executeQuery(optimizeAll))
    },
    // A SQLite file has one node.
    notifyNodes: async () => {},
    notifyNodesOfSettings: async () => {},
    listenToNodes: () => async () => {},
    tables: async () => file.tables(),
    refuseUnusable: async () => {},
    // Another process that migrates holds the write lock. Waiting for it in vain counts as an outage, which is retried.
    forMigrations: () => ({ db, close: async () => {} }),
    name,
    ready: false,
    outage,
    load: () => ({ writes: lane.load(), longReads: turns.load(), pools: [] }),
    close: async () => {
      snapshot.end()
      await Promise.all([aside.close(), staged.close()])
      removeStaging(path)
      reader.close()
      sqlite.close()
    },
  }
}

/** Called before each statement. */
type BeforeEach = (values: number, isRead: boolean) => void

/** Adapts Node's SQLite to the interface that Kysely expects, and caches prepared statements. */
function withCachedStatements(sqlite: DatabaseSync, beforeEach: BeforeEach) {
  const cached = new Map<string, ReturnType<typeof adapted>>()
  function prepare(sql: string) {
    let statement = cached.get(sql)
    if (!statement) {
      statement = adapted(sqlite.prepare(sql), beforeEach)
      const oldest = cached.keys().next()
      if (cached.size >= maxCachedStatements && !oldest.done) cached.delete(oldest.value)
      cached.set(sql, statement)
    }
    return statement
  }
  return {
    close: () => sqlite.close(),
    prepare,
    run({ sql, parameters }: CompiledQuery): unknown[] {
      const statement = prepare(sql)
      if (statement.reader) return statement.all(parameters)
      statement.run(parameters)
      return []
    },
  }
}

function adapted(statement: StatementSync, beforeEach: BeforeEach) {
  const reader = statement.columns().length > 0
  return {
    reader,
    all: (parameters: readonly unknown[]) => {
      beforeEach(parameters.length, reader)
      return statement.all(...(parameters as SQLInputValue[]))
    },
    run: (parameters: readonly unknown[]) => {
      beforeEach(parameters.length, reader)
      return statement.run(...(parameters as SQLInputValue[]))
    },
    iterate: (parameters: readonly unknown[]) => {
      beforeEach(parameters.length, reader)
      return statement.iterate(...(parameters as SQLInputValue[]))
    },
  }
}

/**
 * Shares one snapshot between reads that follow each other closely, which saves taking the locks for each of them. A write of this process
 * ends the snapshot first, so that no read is outdated; writes of other processes become visible after a few milliseconds. Within a snapshot,
 * an equal question has an equal answer, which is read once.
 */
function sharedSnapshot(reader: DatabaseSync) {
  const [begin, commit] = [reader.prepare('begin'), reader.prepare('commit')]
  let open = false
  const remembered: Map<unknown, unknown>[] = []
  const end = () => {
    if (!open) return
    open = false
    for (const answers of remembered) answers.clear()
    commit.run()
  }
  return {
    begin() {
      if (open) return
      begin.run()
      open = true
      setTimeout(end, maxSnapshotMs).unref()
    },
    /** Reads once in each snapshot for each key. */
    remembering<T>(read: (key: string) => T): (key: string) => T {
      const answers = new Map<string, T>()
      remembered.push(answers)
      return (key) => {
        const known = answers.get(key)
        if (known !== undefined) return known
        const answer = read(key)
        // Without a snapshot, nothing would clear it.
        if (open) answers.set(key, answer)
        return answer
      }
    },
    end,
  }
}

/** Reads rows as arrays and turns them into objects of one shape, a third faster than with the objects that Node creates. */
function fastRows(statement: StatementSync) {
  const names = statement.columns().map((column) => column.name)
  statement.setReturnArrays(true)
  return (parameters: SQLInputValue[]) =>
    (statement.all(...parameters) as unknown as unknown[][]).map((values) => {
      const row: Record<string, unknown> = {}
      for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index]
      return row
    })
}

class Dialect extends SqliteDialect {
  readonly #sqlite: DatabaseSync
  readonly #config: SqliteDialectConfig

  constructor(sqlite: DatabaseSync, config: SqliteDialectConfig) {
    super(config)
    this.#sqlite = sqlite
    this.#config = config
  }

  override createDriver() {
    return new Driver(this.#sqlite, this.#config)
  }

  override createAdapter() {
    return new Adapter()
  }
}

class Driver extends SqliteDriver {
  readonly #sqlite: DatabaseSync

  constructor(sqlite: DatabaseSync, config: SqliteDialectConfig) {
    super(config)
    this.#sqlite = sqlite
  }

  /** Takes the write lock at the start of a transaction, so that a second process waits there instead of failing later. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite ends a transaction itself if the disk is full. A rollback would then fail and hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** SQLite rolls back schema changes with their transaction, so all migrations run in one, behind the write lock. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

function outage(error: unknown): Outage | undefined {
  if (error instanceof FileMoved) return { kind: 'unreachable', reason: error.message }
  const code = (error as { errcode?: number } | undefined)?.errcode
  if (code === undefined) return undefined
  const primary = code & 0xff
  if (primary === sqliteFull) return { kind: 'full', reason: 'the disk is full' }
  if (primary === sqliteBusy) return { kind: 'unreachable', reason: 'another process has locked the SQLite file' }
  if (sqliteUnwritable.has(primary)) return { kind: 'unreachable', reason: (error as Error).message }
  return undefined
}
