import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import type { SomeRows } from './database.ts'
import { answerQuestions } from './sqlite-answering.ts'
import type { Query } from './sqlite-reader.ts'
import { cachedStatements } from './sqlite-statements.ts'

/** Runs in a separate thread and executes one query after another on a read-only connection. */
const { path } = workerData as { path: string }
const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
// Enough for the tasks of one large deck, which a search reads again with every letter.
sqlite.exec('pragma cache_size = -32768; pragma temp_store = memory')
const prepared = cachedStatements((sql) => sqlite.prepare(sql))

/** What is read and transferred in a few milliseconds. */
const maxCharacters = 256 * 1024

function lengthOf(row: object): number {
  let length = 0
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length
  return length
}

/** Stops with the row that exceeds the size of an answer. */
function firstRows({ sql, parameters, limit }: Query): SomeRows<unknown> {
  const rows: unknown[] = []
  let characters = 0
  for (const row of prepared(sql).iterate(...parameters)) {
    rows.push(row)
    characters += lengthOf(row)
    if (characters > maxCharacters) return { rows, isLast: false }
  }
  return { rows, isLast: rows.length < (limit ?? 0) }
}

answerQuestions(
  (query: Query): SomeRows<unknown> =>
    query.limit === undefined ? { rows: prepared(query.sql).all(...query.parameters), isLast: true } : firstRows(query),
)
