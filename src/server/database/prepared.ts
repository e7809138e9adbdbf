import type { Compilable, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Builds a query from its arguments. Arguments may only be passed on as values: it is called once, before there are any. */
export type Build<Args extends unknown[], Row> = (db: Kysely<Schema>, ...args: Args) => Compilable<Row>

class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/** Compiles a query once; `bind` then only fills in the arguments. Building one anew costs more than running it. */
export function compileOnce<Args extends unknown[], Row>(db: Kysely<Schema>, build: Build<Args, Row>) {
  const slots = Array.from({ length: build.length - 1 }, (_, index) => new Slot(index))
  const { sql, parameters } = build(db, ...(slots as unknown as Args)).compile()
  return {
    sql,
    bind: (args: Args): unknown[] =>
      parameters.map((parameter) => (parameter instanceof Slot ? args[parameter.index] : parameter)),
  }
}
