import type { SQLInputValue } from 'node:sqlite'
import { startReaderThread } from './sqlite-reader-thread.ts'
import { sqliteThread } from './sqlite-thread.ts'

export interface Query {
  sql: string
  parameters: SQLInputValue[]
}

/** Reads a SQLite file in a separate thread: see `sqliteThread`. */
export function sqliteReader(path: string) {
  const thread = sqliteThread<Query, unknown[]>(() => startReaderThread(path))
  return {
    read: (sql: string, parameters: SQLInputValue[]): Promise<unknown[]> => thread.ask({ sql, parameters }),
    /** Ends the thread. Pending reads fail; a later read would start another thread. */
    close: thread.close,
  }
}
