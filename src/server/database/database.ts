import type { Compilable, Kysely } from 'kysely'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Build } from './prepared.ts'
import type { Schema } from './schema.ts'

export type Work<T> = (tx: Kysely<Schema>) => Promise<T>

/** How long work may take: somebody waits for a request, and nobody for the housekeeping. */
export type Patience = 'request' | 'housekeeping'

/** One long read of an owner at a time. Callers limit how many wait. */
export const asideTurns = { maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY }

/** A database of either engine. What is not here is the same on both. */
export interface Database {
  readonly db: Kysely<Schema>
  /** For single statements that write an owner's rows; see `transaction` for how they queue and fail. */
  of(owner: string): Kysely<Schema>
  /** The database's address as it may be shown: without a password. */
  readonly name: string
  /**
   * All of it or none; resolves when it is on disk. `work` must use nothing but the `tx` it is given, and have no other
   * effect: after a deadlock it is run again. An owner has few transactions at a time; more of them wait outside the
   * database, and fail with `too_many_requests` or `unavailable` where too many do or for too long.
   */
  transaction<T>(owner: string, work: Work<T>, patience?: Patience): Promise<T>
  /** How long one slice of long work may take in a transaction: see slices.ts. With SQLite, the event loop waits for it. */
  readonly maxSliceMs: number
  /** For what is asked on every request: compiled once, run often. Stands outside transactions and sees what is committed. */
  prepare<Args extends unknown[], Row>(build: Build<Args, Row>): (...args: Args) => MaybePromise<Row[]>
  /**
   * For reads that may be long: never blocks the event loop, and never takes a connection from short work. An owner's reads run one after
   * another. A query must look at a bounded number of rows, however many the owner has: long reads are made of many of these.
   */
  readAside<Row>(owner: string, query: Compilable<Row>): Promise<Row[]>
  /** Refreshes the statistics from which the engine chooses its indexes. PostgreSQL does this by itself. */
  optimize(): Promise<void>
  /** Tells all nodes, once this transaction is committed, how far an owner's log has got. */
  notifyNodes(tx: Kysely<Schema>, owner: string, seq: number): Promise<void>
  /** Hears what other nodes tell; `onMissed` when something may have been lost on the way. Answers how to stop listening. */
  listenToNodes(listener: NodeListener): () => Promise<void>
  /** The names of all tables that are in our place, ours or not. */
  tables(): Promise<string[]>
  /** What migrations run on. Calls `onWait` when another node is migrating and this one waits for it. */
  forMigrations(onWait: () => void): { db: Kysely<Schema>; close: () => Promise<void> }
  /** False until the migrations have run. */
  ready: boolean
  /** Why the database cannot be reached or written right now; undefined when the error is something else. */
  outage(error: unknown): Outage | undefined
  close(): Promise<void>
}

export interface NodeListener {
  onNotified(owner: string, seq: number): void
  onMissed(): void
}

export interface Outage {
  /**
   * `refused`: it answers, but not to us (password, name, rights), and waiting does not mend that.
   * `busy`: it is there, but this piece of work waited too long for a lock or took too long, and was rolled back.
   */
  kind: 'unreachable' | 'refused' | 'full' | 'busy'
  reason: string
}

/** A database that cannot be opened, for a reason that waiting does not mend. The message says how to. */
export class DatabaseError extends Error {}
