import type { SQLInputValue } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { startReaderThread } from './sqlite-reader-thread.ts'

export interface Question {
  id: number
  sql: string
  parameters: SQLInputValue[]
}

/** `failure` carries the properties of an error that survive the transfer between threads. */
export type Answer =
  | { id: number; rows: unknown[]; failure?: undefined }
  | { id: number; failure: { message: string; errcode: number | undefined } }

interface Waiting {
  resolve: (rows: unknown[]) => void
  reject: (error: Error) => void
}

/**
 * Reads a SQLite file in a separate thread, because node:sqlite blocks the thread that calls it. The thread starts with the first read.
 * If it dies, pending reads fail and the next read starts another thread.
 */
export function sqliteReader(path: string) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = startReaderThread(path)
    started.on('message', ({ id, ...answer }: Answer) => {
      const { resolve, reject } = waiting.get(id) ?? {}
      waiting.delete(id)
      // Only a read that is waiting keeps the process alive, or a thread that is being ended.
      if (!waiting.size && worker === started) started.unref()
      if (answer.failure) reject?.(Object.assign(new Error(answer.failure.message), answer.failure))
      else resolve?.(answer.rows)
    })
    started.on('error', (error: Error) => worker === started && forget(error))
    started.on('exit', () => worker === started && forget(ended()))
    return started
  }

  function forget(error: Error) {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  return {
    read(sql: string, parameters: SQLInputValue[]): Promise<unknown[]> {
      worker ??= start()
      const id = ++lastId
      worker.ref()
      worker.postMessage({ id, sql, parameters } satisfies Question)
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    /** Ends the thread. Pending reads fail; a later read would start another thread. */
    async close(): Promise<void> {
      const ending = worker
      forget(ended())
      await ending?.terminate()
    },
  }
}

const ended = () => new Error('The SQLite reader thread has ended.')
