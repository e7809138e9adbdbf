import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Builds a query from its arguments. It may only pass them on as values, because it is called once, with placeholders. */
export type Build<Args extends unknown[], Row> = (db: Kysely<Schema>, ...args: Args) => Compilable<Row>

class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/** Compiles a query once; `bind` then fills in the arguments. Building a query costs more than running it. */
export function compileOnce<Args extends unknown[], Row>(db: Kysely<Schema>, build: Build<Args, Row>) {
  const slots = Array.from({ length: build.length - 1 }, (_, index) => new Slot(index))
  const compiled = build(db, ...(slots as unknown as Args)).compile()
  const { sql, parameters } = compiled
  return {
    compiled,
    sql,
    bind: (args: Args): unknown[] =>
      parameters.map((parameter) => (parameter instanceof Slot ? args[parameter.index] : parameter)),
  }
}

let names = 0

/** A name under which each connection of PostgreSQL parses a statement once. */
export const newStatementName = () => `prepared_${++names}`

/** A query that was compiled once, with hints for PostgreSQL. */
export interface PreparedQuery extends CompiledQuery {
  readonly statementName?: string
  /** Its result is not needed. If it fails, so does the whole transaction, which need not wait for it before the next statement. */
  readonly isDeferrable?: boolean
}

type Run = (query: CompiledQuery) => unknown[]

/** The transactions whose engine answers at once. */
const direct = new WeakMap<Kysely<Schema>, Run>()

/** Lets compiled statements of a transaction run without the layers of Kysely, which cost more than a statement, while `work` runs. */
export async function withDirectRuns<T>(tx: Kysely<Schema>, run: Run, work: () => Promise<T>): Promise<T> {
  direct.set(tx, run)
  try {
    return await work()
  } finally {
    direct.delete(tx)
  }
}

/** Runs a compiled statement within a transaction, and returns its rows. */
async function runCompiled<Row>(tx: Kysely<Schema>, query: CompiledQuery): Promise<Row[]> {
  const run = direct.get(tx)
  return run ? (run(query) as Row[]) : (await tx.executeQuery<Row>(query as CompiledQuery<Row>)).rows
}

/** The same for a statement without rows. */
export async function commandCompiled(tx: Kysely<Schema>, query: CompiledQuery): Promise<void> {
  const run = direct.get(tx)
  if (run) run(query)
  else await tx.executeQuery(query)
}

/** Compiles a query once, to be run within transactions. */
export function preparedQuery<Args extends unknown[], Row>(db: Kysely<Schema>, build: Build<Args, Row>) {
  const { compiled, bind } = compileOnce(db, build)
  const named: PreparedQuery = { ...compiled, statementName: newStatementName() }
  return (tx: Kysely<Schema>, ...args: Args): Promise<Row[]> =>
    runCompiled(tx, { ...named, parameters: bind(args) } as CompiledQuery)
}

/**
 * Compiles a statement without a result, to be run within transactions. A failure may be reported by a later statement of the transaction
 * or at its end, so it must not be handled.
 */
export function preparedCommand<Args extends unknown[]>(db: Kysely<Schema>, build: Build<Args, unknown>) {
  const { compiled, bind } = compileOnce(db, build)
  const named: PreparedQuery = { ...compiled, statementName: newStatementName(), isDeferrable: true }
  return async (tx: Kysely<Schema>, ...args: Args): Promise<void> => {
    await commandCompiled(tx, { ...named, parameters: bind(args) } as CompiledQuery)
  }
}

/**
 * Compiles an insert of rows, to be run within transactions. `columns` lists every column, so that the compiler reports missing ones. Each
 * number of rows is compiled once, so there must not be many different ones. A failure may be reported by a later statement of the
 * transaction or at its end, so it must not be handled.
 */
export function preparedInsert<Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  columns: Record<keyof Schema[Table], true>,
) {
  const names = Object.keys(columns) as (keyof Schema[Table])[]
  const compiled = new Map<number, PreparedQuery>()

  function statementFor(count: number): PreparedQuery {
    const known = compiled.get(count)
    if (known) return known
    const rows = Array.from({ length: count }, () => Object.fromEntries(names.map((name) => [name, new Slot(0)])))
    const query = (db as Kysely<Record<string, never>>)
      .insertInto(table)
      .values(rows as never)
      .compile()
    const statement = { ...query, statementName: newStatementName(), isDeferrable: true }
    compiled.set(count, statement)
    return statement
  }

  return async (tx: Kysely<Schema>, ...rows: Schema[Table][]): Promise<void> => {
    const parameters = rows.flatMap((row) => names.map((name) => row[name]))
    await commandCompiled(tx, { ...statementFor(rows.length), parameters } as CompiledQuery)
  }
}

/** Other combinations of columns are compiled at every use, because each connection of PostgreSQL keeps every statement that has a name. */
const maxShapes = 200

/**
 * Compiles updates of single rows, to be run within transactions: once for each combination of columns. A failure may be reported by a later
 * statement of the transaction or at its end, so it must not be handled.
 */
export function preparedUpdate<Table extends keyof Schema & string, Key extends keyof Schema[Table] & string>(
  db: Kysely<Schema>,
  table: Table,
  key: readonly Key[],
) {
  const compiled = new Map<string, PreparedQuery>()

  function compile(names: readonly string[]): PreparedQuery {
    const columns = Object.fromEntries(names.map((name, index) => [name, new Slot(index)]))
    let update = (db as unknown as Kysely<Record<string, Record<string, unknown>>>)
      .updateTable(table as string)
      .set(columns)
    for (const [index, name] of key.entries())
      update = update.where(name as string, '=', new Slot(names.length + index))
    return { ...update.compile(), isDeferrable: true }
  }

  function statementFor(names: readonly string[]): PreparedQuery {
    const shape = names.join()
    const known = compiled.get(shape)
    if (known) return known
    if (compiled.size >= maxShapes) return compile(names)
    const statement = { ...compile(names), statementName: newStatementName() }
    compiled.set(shape, statement)
    return statement
  }

  return async (tx: Kysely<Schema>, row: Pick<Schema[Table], Key>, columns: Partial<Schema[Table]>): Promise<void> => {
    const names = Object.keys(columns) as (keyof Schema[Table] & string)[]
    const values: unknown[] = [...names.map((name) => columns[name]), ...key.map((name) => row[name])]
    const statement = statementFor(names)
    const parameters = statement.parameters.map((slot) => (slot instanceof Slot ? values[slot.index] : slot))
    await commandCompiled(tx, { ...statement, parameters } as CompiledQuery)
  }
}
