import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { cachedStatements } from './sqlite-statements.ts'

const maxStatements = 500

/** Called before each statement. */
type BeforeEach = (values: number, returnsRows: boolean, mayWrite: boolean) => void

/** Adapts Node's SQLite to the interface that Kysely expects, and caches prepared statements. */
export function forKysely(sqlite: DatabaseSync, beforeEach: BeforeEach) {
  const prepare = cachedStatements(
    (sql) => adapted(sqlite.prepare(sql), beforeEach, !isSelect.test(sql)),
    maxStatements,
  )
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

const isSelect = /^\s*select\b/i

function adapted(statement: StatementSync, beforeEach: BeforeEach, mayWrite: boolean) {
  const reader = statement.columns().length > 0
  return {
    reader,
    all: (parameters: readonly unknown[]) => {
      beforeEach(parameters.length, reader, mayWrite)
      return statement.all(...(parameters as SQLInputValue[]))
    },
    run: (parameters: readonly unknown[]) => {
      beforeEach(parameters.length, reader, mayWrite)
      return statement.run(...(parameters as SQLInputValue[]))
    },
    iterate: (parameters: readonly unknown[]) => {
      beforeEach(parameters.length, reader, mayWrite)
      return statement.iterate(...(parameters as SQLInputValue[]))
    },
  }
}

/** Kysely on the SQLite of Node. */
export class Dialect extends SqliteDialect {
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
