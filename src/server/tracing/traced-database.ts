import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely'
import type { Database } from '../database/database.ts'
import { compileOnce } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { type Attributes, inSpan, type Span } from './tracing.ts'
import { currentWork, runFor } from './work-context.ts'

const doNothing: KyselyPlugin = { transformQuery: ({ node }) => node, transformResult: async ({ result }) => result }

/** A database whose transactions and statements are spans of the request or job that they run for. Values are never recorded. */
export function tracedDatabase(database: Database): Database {
  const system = database.name.startsWith('PostgreSQL') ? 'postgresql' : 'sqlite'
  const originals = new WeakMap<Kysely<Schema>, Kysely<Schema>>()

  /** A statement is parsed once, and runs often. */
  const described = new Map<string, { name: string; attributes: Attributes }>()
  function describe(sql: string) {
    const known = described.get(sql) ?? statementIn(sql, system)
    if (described.size < 1_000) described.set(sql, known)
    return known
  }

  const timed = <T>(sql: string, run: () => Promise<T>): Promise<T> => {
    const span = currentWork()?.span
    if (!span) return run()
    const { name, attributes } = describe(sql)
    return inSpan(span, name, { kind: 'client', attributes }, run)
  }

  /** The same connections, through an executor of its own that times its statements. */
  function observed<K extends Kysely<Schema>>(db: K): K {
    const copy = db.withPlugin(doNothing) as K
    const executor = copy.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    executor.executeQuery = ((query: CompiledQuery, ...more: never[]) =>
      timed(query.sql, () => execute(query, ...more))) as typeof executor.executeQuery
    originals.set(copy, db)
    return copy
  }
  const originalOf = (db: Kysely<Schema>) => originals.get(db) ?? db

  return {
    ...database,
    db: observed(database.db),
    of: (owner) => (currentWork()?.span ? observed(database.of(owner)) : database.of(owner)),
    transaction(owner, work, ...more) {
      const current = currentWork()
      if (!current?.span) return database.transaction(owner, work, ...more)
      const options = { attributes: { 'db.system.name': system } }
      return inSpan(current.span, 'transaction', options, (span) =>
        // Transactions of several requests may share a commit, which runs in the context of the first.
        database.transaction(owner, (tx) => runFor(withSpan(current, span), () => work(observed(tx))), ...more),
      )
    },
    prepare(build) {
      const run = database.prepare(build)
      const { sql } = compileOnce(database.db, build)
      return (...args) => (currentWork()?.span ? timed(sql, async () => run(...args)) : run(...args))
    },
    // Every read has a span of its own.
    readOnce: (read) => read,
    readAside: (owner, query) => timed(query.compile().sql, () => database.readAside(owner, query)),
    readSome: (owner, query) => timed(query(1).compile().sql, () => database.readSome(owner, query)),
    notifyNodes: (tx, ...more) => database.notifyNodes(originalOf(tx), ...more),
    notifyNodesOfSettings: (tx, ...more) => database.notifyNodesOfSettings(originalOf(tx), ...more),
  }
}

const withSpan = (work: NonNullable<ReturnType<typeof currentWork>>, span: Span | undefined) =>
  span ? { ...work, span } : work

/** The name and attributes of a statement, by the semantic conventions of OpenTelemetry. */
function statementIn(sql: string, system: string) {
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'
  const table = /\b(?:from|into|update)\s+"(\w+)"/i.exec(sql)?.[1]
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.query.text': sql,
      ...(table ? { 'db.collection.name': table } : {}),
    },
  }
}
