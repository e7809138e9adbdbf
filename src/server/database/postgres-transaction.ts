import type { DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import type { LockedDeck } from './database.ts'
import { type Statement, send } from './pipelined.ts'
import type { PreparedQuery } from './prepared.ts'
import { TooLong } from './work-meter.ts'

/** More statements and values than any short change has. */
const maxStatements = 40
const maxValues = 3_000
/** For work whose statements are slow. */
const maxWorkMs = 250

export interface Notification {
  channel: string
  owner: string
  payload: string
}

/** A piece of work in a shared transaction. */
export interface Piece {
  /** Statements that the work has not waited for. */
  sent: Promise<unknown>[]
  notifications: Notification[]
  statements: number
  values: number
  endsAt: number
  isTooLong: boolean
}

/**
 * The connection of transactions that share one commit: see postgres-group-commit.ts. Statements whose results nobody needs are sent
 * without waiting for them.
 */
export class SharedTransaction implements DatabaseConnection {
  readonly #client: pg.ClientBase
  #piece = newPiece()
  /** See `lockedDecks` of the database. */
  readonly decks = new Map<string, LockedDeck>()

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  send(statement: Statement): Promise<pg.QueryResult> {
    return send(this.#client, statement)
  }

  /** Begins a piece of work. The statements that follow belong to it. */
  begin(): Piece {
    this.#piece = newPiece()
    return this.#piece
  }

  /** Notifies all nodes when the piece of work is committed. A later notification of the same owner replaces an earlier one. */
  notify(notification: Notification): void {
    this.#piece.notifications.push(notification)
  }

  async executeQuery<Row>(query: PreparedQuery): Promise<QueryResult<Row>> {
    const piece = this.#piece
    const { statementName: name, sql: text, parameters, isDeferrable } = query
    piece.statements++
    piece.values += parameters.length
    piece.isTooLong ||= piece.statements > maxStatements || piece.values > maxValues || performance.now() > piece.endsAt
    if (piece.isTooLong) throw new TooLong()
    const sent = this.send({ ...(name ? { name } : {}), text, values: parameters as unknown[] })
    if (!isDeferrable) return resultOf<Row>(await sent)
    piece.sent.push(quiet(sent))
    return { rows: [] }
  }

  /** Kysely requires it, and no transaction streams. */
  streamQuery(): never {
    throw new Error('A shared transaction cannot stream')
  }
}

function newPiece(): Piece {
  return {
    sent: [],
    notifications: [],
    statements: 0,
    values: 0,
    endsAt: performance.now() + maxWorkMs,
    isTooLong: false,
  }
}

/** For promises that are checked later. Without this, a failure before that would end the process. */
export function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return writes.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as Row[] } : { rows: rows as Row[] }
}
