import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { lanes } from '../work/lanes.ts'
import { asideTurns, type Database, type Outage } from './database.ts'
import { decksIn, groupCommit } from './group-commit.ts'
import { compileOnce } from './prepared.ts'
import type { Schema } from './schema.ts'
import { Dialect, forKysely } from './sqlite-dialect.ts'
import { renewEpochOfFile } from './sqlite-epoch.ts'
import { FileMoved, openFile } from './sqlite-file.ts'
import { sqliteReader } from './sqlite-reader.ts'
import { sharedSnapshot } from './sqlite-shared-snapshot.ts'
import { sqliteSnapshot } from './sqlite-snapshot.ts'
import { removeStaging } from './sqlite-staging.ts'
import { fastRows } from './sqlite-statements.ts'
import { stagedTransactions } from './staged-transactions.ts'
import { workMeter } from './work-meter.ts'

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
  const beforeEach = (values: number, returnsRows: boolean, mayWrite: boolean) => {
    meter.count(values, returnsRows, mayWrite)
    snapshot.end()
    // A transaction is checked when it begins.
    if (!sqlite.isTransaction) file.assertInPlace()
  }
  const statements = forKysely(sqlite, beforeEach)
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
  const commitTogether = groupCommit({
    db,
    meter,
    isOpen: () => sqlite.isTransaction,
    run: statements.run,
    stage: staged.run,
  })
  const lane = lanes({ maxRunning: maxPerOwner, maxWaiting, maxWaitMs })
  return {
    db,
    of: () => db,
    transaction: (owner, work, _patience, length) => lane.run(owner, () => commitTogether(owner, work, length)),
    lockedDecks: decksIn,
    excludesOthers: true,
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
    distributeOwners: async () => [],
    dividesOwners: async () => false,
    isDistributed: false,
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
