import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Question } from './sqlite-reader.ts'

const maxStatements = 100

/** Runs in a separate thread and executes one query after another on a read-only connection. */
const { path } = workerData as { path: string }
const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
// Enough for the tasks of one large deck, which a search reads again with every letter.
sqlite.exec('pragma cache_size = -32768; pragma temp_store = memory')
const statements = new Map<string, StatementSync>()

function prepared(sql: string): StatementSync {
  const known = statements.get(sql)
  if (known) return known
  if (statements.size >= maxStatements) statements.clear()
  const statement = sqlite.prepare(sql)
  statements.set(sql, statement)
  return statement
}

function answer({ id, sql, parameters }: Question): Answer {
  try {
    return { id, rows: prepared(sql).all(...parameters) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { id, failure: { message, errcode } }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
