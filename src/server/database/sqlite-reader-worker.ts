import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { answerQuestions } from './sqlite-answering.ts'
import type { Query } from './sqlite-reader.ts'
import { cachedStatements } from './sqlite-statements.ts'

/** Runs in a separate thread and executes one query after another on a read-only connection. */
const { path } = workerData as { path: string }
const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
// Enough for the tasks of one large deck, which a search reads again with every letter.
sqlite.exec('pragma cache_size = -32768; pragma temp_store = memory')
const prepared = cachedStatements(sqlite)

answerQuestions(({ sql, parameters }: Query): unknown[] => prepared(sql).all(...parameters))
