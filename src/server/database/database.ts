import type { Compilable, Kysely, RawBuilder } from 'kysely'
import type { MaybePromise } from '../work/maybe-promise.ts'
import type { Build } from './prepared.ts'
import type { DeckRow, Schema } from './schema.ts'

/** The first rows of a query. */
export interface SomeRows<Row> {
  rows: Row[]
  /** Whether no row follows. */
  isLast: boolean
}

export type Work<T> = (tx: Kysely<Schema>) => Promise<T>

/** The counters of a deck that a transaction has locked, as the transaction has left them. */
export type LockedDeck = Pick<DeckRow, 'last_number' | 'last_seq' | 'text_bytes'>

/** How long work may take. Requests have shorter limits than background jobs, because a user waits for them. */
export type Patience = 'request' | 'housekeeping'

/** How much work a change is, if it is not known to be short. */
export type Length = 'may be long' | 'long'

/** One long read per owner at a time. Callers limit the number of waiting reads. */
export const asideTurns = { maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY }

/** A database of either engine: everything in which the engines differ. */
export interface Database {
  /**
   * For single statements. With several servers of PostgreSQL, they run on a standby while no server accepts writes: reads succeed there, and
   * writes fail at once.
   */
  readonly db: Kysely<Schema>
  /** For single statements that write an owner's rows. They queue and fail like `transaction`. */
  of(owner: string): Kysely<Schema>
  /** The address of the database without its password, for messages. */
  readonly name: string
  /**
   * Runs work in a transaction, and resolves when it is on disk. `work` must use only its `tx` and have no other effects,
   * because it runs again after a deadlock. An owner has few transactions at a time. Others wait outside the database: they
   * fail with `too_many_requests` if too many wait, and with `unavailable` if they wait for too long.
   * A change of the owner's tasks `may be long`: it locks the owner's deck first. If it turns out to be long, it runs again, while other owners
   * write. One that is known to be `long` runs only there.
   */
  transaction<T>(owner: string, work: Work<T>, patience?: Patience, length?: Length): Promise<T>
  /**
   * The decks that earlier work in the same transaction has locked, by owner, so that later work need not ask for them. Work that changes
   * a deck keeps its entry up to date or removes it. Undefined if the transaction is not shared.
   */
  lockedDecks(tx: Kysely<Schema>): Map<string, LockedDeck> | undefined
  /** Whether no other transaction can write at the same time, so that a row that was read needs no lock. */
  readonly excludesOthers: boolean
  /** How long one slice of long work may take in a transaction: see slices.ts. With SQLite, it blocks the event loop. */
  readonly maxSliceMs: number
  /** For queries of every request: compiled once, run often. They run outside transactions and see committed data. */
  prepare<Args extends unknown[], Row>(build: Build<Args, Row>): (...args: Args) => MaybePromise<Row[]>
  /**
   * For prepared reads that several requests of one caller repeat. The answer to an equal question may be the one that was read at the same
   * moment for another request, so it must not be changed.
   */
  readOnce<T>(read: (key: string) => MaybePromise<T>): (key: string) => MaybePromise<T>
  /**
   * For long reads: never blocks the event loop, and never takes a connection from short work. An owner's reads run one after another.
   * A query must read a bounded number of rows, however many the owner has; a long read consists of many such queries.
   */
  readAside<Row>(owner: string, query: Compilable<Row>): Promise<Row[]>
  /**
   * Like `readAside`, for pages of rows of very different sizes: as many rows as are quick to read and to transfer, up to the limit that
   * the query is given. The next page begins after the last row.
   */
  readSome<Row>(owner: string, query: (limit: number) => Compilable<Row>): Promise<SomeRows<Row>>
  /**
   * Follows the name of a table in a query that needs an index with a condition. Without statistics, SQLite would scan all rows of the
   * owner by their key. PostgreSQL has statistics.
   */
  withIndex(name: string): RawBuilder<unknown>
  /**
   * Runs work on one consistent state of the whole database while others write, for backups. It neither blocks the event loop nor takes a
   * connection from requests.
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** Begins another epoch of the history if this database is not where it was (epoch.ts). Fails if that cannot be known. */
  renewEpoch(): Promise<void>
  /** Refreshes the statistics of the query planner. PostgreSQL does this itself. */
  optimize(): Promise<void>
  /** Notifies all nodes, when this transaction is committed, that an owner's log has reached `seq`. */
  notifyNodes(tx: Kysely<Schema>, owner: string, seq: number): Promise<void>
  /** Notifies all nodes, when this transaction is committed, that data of an owner other than tasks has changed. */
  notifyNodesOfSettings(tx: Kysely<Schema>, owner: string): Promise<void>
  /** Listens to the notifications of other nodes. Returns a function that stops listening. */
  listenToNodes(listener: NodeListener): () => Promise<void>
  /** The names of all tables in our schema, including those of other programs. */
  tables(): Promise<string[]>
  /** Throws a DatabaseError if something between this node and its database makes it unusable. */
  refuseUnusable(): Promise<void>
  /** Opens connections for migrations. Calls `onWait` if this node waits for another one that is migrating. */
  forMigrations(onWait: () => void): { db: Kysely<Schema>; close: () => Promise<void> }
  /** Distributes the tables of owners that are not yet distributed, if the server can. Returns their names. */
  distributeOwners(db: Kysely<Schema>): Promise<string[]>
  /** Whether the rows of owners are divided by owner, so that statements on them must not read other tables. For `isDistributed`. */
  dividesOwners(): Promise<boolean>
  /** Whether the rows of owners are on other servers than the directory, or in partitions. Known when `ready`. */
  isDistributed: boolean
  /** False until the migrations have run. */
  ready: boolean
  /** Why the database cannot be reached or written; undefined if the error has another cause. */
  outage(error: unknown): Outage | undefined
  /** How much the database has to do at this moment, for the metrics. */
  load(): DatabaseLoad
  close(): Promise<void>
}

interface Queue {
  running: number
  waiting: number
}

export interface DatabaseLoad {
  /** Writes of owners. Those that wait have not taken a connection yet. */
  writes: Queue
  longReads: Queue
  /** Connections to the server of PostgreSQL. */
  pools: { name: string; max: number; inUse: number; idle: number; waiting: number }[]
}

/** The database at one moment. */
export interface Snapshot {
  /** The names of all tables in our schema, including those of other programs. */
  tables(): Promise<string[]>
  /** All rows of a table, in pages. Values are texts, numbers, bytes or null on both engines. */
  pages(table: string): AsyncIterable<Record<string, unknown>[]>
}

/** The number of rows in a page of a snapshot. */
export const snapshotPageRows = 200

export interface NodeListener {
  onNotified(owner: string, seq: number): void
  onSettings(owner: string): void
  /** Called when notifications may have been lost. */
  onMissed(): void
}

export interface Outage {
  /**
   * `refused`: the database refuses our password, name or permissions, and waiting does not help.
   * `busy`: this work took too long or waited too long for a lock, and was rolled back.
   */
  kind: 'unreachable' | 'refused' | 'full' | 'busy'
  reason: string
  /** The database can be read, and this work would have changed it. */
  isReadOnly?: boolean
  /** The way out of a refusal, for the operator. Absent if the name or the password is wrong. */
  advice?: string
}

/** The database cannot be opened, and waiting does not help. The message says how to solve the problem. */
export class DatabaseError extends Error {}
