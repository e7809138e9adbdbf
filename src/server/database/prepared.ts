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

/** Compiles a query once, to be run within transactions. */
export function preparedQuery<Args extends unknown[], Row>(db: Kysely<Schema>, build: Build<Args, Row>) {
  const { compiled, bind } = compileOnce(db, build)
  return async (tx: Kysely<Schema>, ...args: Args): Promise<Row[]> =>
    (await tx.executeQuery<Row>({ ...compiled, parameters: bind(args) } as CompiledQuery<Row>)).rows
}

/**
 * Compiles an insert of rows, to be run within transactions. `columns` lists every column, so that the compiler reports missing ones. Each
 * number of rows is compiled once, so there must not be many different ones.
 */
export function preparedInsert<Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  columns: Record<keyof Schema[Table], true>,
) {
  const names = Object.keys(columns) as (keyof Schema[Table])[]
  const compiled = new Map<number, CompiledQuery>()

  function statementFor(count: number): CompiledQuery {
    const known = compiled.get(count)
    if (known) return known
    const rows = Array.from({ length: count }, () => Object.fromEntries(names.map((name) => [name, new Slot(0)])))
    const statement = (db as Kysely<Record<string, never>>)
      .insertInto(table)
      .values(rows as never)
      .compile()
    compiled.set(count, statement)
    return statement
  }

  return async (tx: Kysely<Schema>, ...rows: Schema[Table][]): Promise<void> => {
    const parameters = rows.flatMap((row) => names.map((name) => row[name]))
    await tx.executeQuery({ ...statementFor(rows.length), parameters } as CompiledQuery)
  }
}
