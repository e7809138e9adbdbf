import type { SQLInputValue } from 'node:sqlite'
import { type DatabaseConnection, type Dialect, Kysely, type QueryResult } from 'kysely'
import { lanes } from '../work/lanes.ts'
import type { Work } from './database.ts'
import { whileFlushing } from './flushing.ts'
import type { Schema } from './schema.ts'
import { startStagingThread } from './sqlite-staging-thread.ts'
import { sqliteThread, ThreadEnded } from './sqlite-thread.ts'

export type StagingQuestion =
  | { kind: 'begin'; owner: string }
  | { kind: 'run'; sql: string; parameters: SQLInputValue[] }
  | { kind: 'complete' | 'apply' | 'end' }

export interface StagingAnswer {
  rows?: unknown[]
  /** The number of rows that a statement without a result has written. */
  changes?: number
  /** False if the owner's deck has changed since the transaction began. */
  isApplied?: boolean
}

interface Dependencies {
  path: string
  db: Kysely<Schema>
  dialect: Dialect
  /** Runs work while nothing else uses the connection that writes. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

/** Another process may have changed the owner's deck meanwhile. */
const maxAttempts = 3

/** Long work cannot be staged. Nothing was written, and it must run in an ordinary transaction. */
export class NotStaged extends Error {}

/**
 * Runs long transactions of SQLite without holding up the writes of other owners: one at a time, in a separate thread, which stages their
 * rows and writes all of them at the end (sqlite-staging.ts). Meanwhile the owner must have no other transaction.
 */
export function stagedTransactions({ path, db, dialect, alone }: Dependencies) {
  const thread = sqliteThread<StagingQuestion, StagingAnswer>(() => startStagingThread(path))
  const turns = lanes({ maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY })
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const asked = thread.ask({ kind: 'run', sql, parameters: parameters as SQLInputValue[] })
      const { rows = [], changes } = await asked.catch(unstaged)
      const result = { rows: rows as Row[] }
      return (changes === undefined ? result : { ...result, numAffectedRows: BigInt(changes) }) as QueryResult<Row>
    },
    /** Kysely requires it, and no transaction streams. */
    streamQuery() {
      throw new Error('A staged transaction cannot stream')
    },
  }
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const tx = new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })

  async function attempt<T>(owner: string, work: Work<T>): Promise<{ value: T; isApplied: boolean }> {
    try {
      await thread.ask({ kind: 'begin', owner }).catch(unstaged)
      const value = await work(tx)
      await thread.ask({ kind: 'complete' }).catch(unstaged)
      const { isApplied = false } = await alone(() => whileFlushing(`${path}-wal`, thread.ask({ kind: 'apply' })))
      return { value, isApplied }
    } finally {
      // A thread that has ended has nothing left.
      await thread.ask({ kind: 'end' }).catch(() => {})
    }
  }

  async function run<T>(owner: string, work: Work<T>): Promise<T> {
    for (let count = 0; count < maxAttempts; count++) {
      const { value, isApplied } = await attempt(owner, work)
      if (isApplied) return value
    }
    throw new NotStaged('The deck is changed all the time')
  }

  return {
    /** Runs the work, and resolves when it is on disk. Fails with `NotStaged` if it must run in an ordinary transaction. */
    run: <T>(owner: string, work: Work<T>): Promise<T> => turns.run('', () => run(owner, work)),
    close: thread.close,
  }
}

/** A statement that views do not accept, and a full disk, are left to the ordinary transaction, which reports what it finds. */
function unstaged(error: Error & { errcode?: number }): never {
  throw error.errcode === undefined && !(error instanceof ThreadEnded) ? error : new NotStaged(error.message)
}
