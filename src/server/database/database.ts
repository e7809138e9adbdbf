import type { Kysely } from 'kysely'
import type { JsonBuilder } from './json.ts'
import type { Build } from './prepared.ts'
import type { Schema } from './schema.ts'

export type Work<T> = (tx: Kysely<Schema>) => Promise<T>

/** A database of either engine. What is not here is the same on both. */
export interface Database {
  readonly db: Kysely<Schema>
  readonly json: JsonBuilder
  /** The database's address as it may be shown: without a password. */
  readonly name: string
  /** All of it or none; resolves when it is on disk. `work` must use nothing but the `tx` it is given. */
  transaction<T>(work: Work<T>): Promise<T>
  /** For what is asked on every request: compiled once, run often. Stands outside transactions and sees what is committed. */
  prepare<Args extends unknown[], Row>(build: Build<Args, Row>): (...args: Args) => Promise<Row[]>
  /** False until the migrations have run. */
  ready: boolean
  /** Why the database cannot be reached or written right now; undefined when the error is something else. */
  outage(error: unknown): Outage | undefined
  close(): Promise<void>
}

export interface Outage {
  /** `refused`: it answers, but not to us (password, name, rights), and waiting does not mend that. */
  kind: 'unreachable' | 'refused' | 'full'
  reason: string
}

/** A database that cannot be opened, for a reason that waiting does not mend. The message says how to. */
export class DatabaseError extends Error {}
