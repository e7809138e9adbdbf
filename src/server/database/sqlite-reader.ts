import type { SQLInputValue } from 'node:sqlite'
import type { SomeRows } from './database.ts'
import { startReaderThread } from './sqlite-reader-thread.ts'
import { sqliteThread } from './sqlite-thread.ts'

export interface Query {
  sql: string
  parameters: SQLInputValue[]
  /** The limit of the query, if fewer rows will do when they are large. */
  limit?: number
}

/** Reads a SQLite file in a separate thread: see `sqliteThread`. */
export function sqliteReader(path: string) {
  const thread = sqliteThread<Query, SomeRows<unknown>>(() => startReaderThread(path))
  return {
    read: async (sql: string, parameters: SQLInputValue[]): Promise<unknown[]> =>
      (await thread.ask({ sql, parameters })).rows,
    /** The first rows of a query with this limit, fewer if they are large. */
    readSome: (sql: string, parameters: SQLInputValue[], limit: number): Promise<SomeRows<unknown>> =>
      thread.ask({ sql, parameters, limit }),
    /** Ends the thread. Pending reads fail; a later read would start another thread. */
    close: thread.close,
  }
}
