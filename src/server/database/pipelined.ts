import type { Socket } from 'node:net'
import type pg from 'pg'

/** A statement with its values. One with a name is parsed once per connection. */
export interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

const corked = new WeakSet<Socket>()

/**
 * Sends a statement without waiting for the statements before it, which a connection with `pipeline: true` allows. All statements of one
 * turn of the event loop leave in one packet: sending and receiving costs more than a short statement.
 */
export function send<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
): Promise<pg.QueryResult<Row>> {
  collect((client as unknown as { connection: { stream: Socket } }).connection.stream)
  return new Promise((resolve, reject) => {
    void client.query<Row>(statement as pg.QueryConfig, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

function collect(socket: Socket) {
  if (corked.has(socket)) return
  corked.add(socket)
  socket.cork()
  setImmediate(() => {
    corked.delete(socket)
    socket.uncork()
  })
}
