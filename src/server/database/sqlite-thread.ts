import type { Worker } from 'node:worker_threads'

/** `failure` carries the properties of an error that survive the transfer between threads. */
export type Reply<Answer> =
  | { id: number; answer: Answer; failure?: undefined }
  | { id: number; failure: { message: string; errcode: number | undefined } }

export interface Call<Question> {
  id: number
  question: Question
}

/** The thread has died, so nobody knows how far it has got. */
export class ThreadEnded extends Error {
  constructor() {
    super('The SQLite thread has ended.')
  }
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/**
 * Asks a separate thread, because node:sqlite blocks the thread that calls it. The thread starts with the first question and answers in
 * order. If it dies, pending questions fail and the next one starts another thread.
 */
export function sqliteThread<Question, Answer>(startThread: () => Worker) {
  const waiting = new Map<number, Waiting<Answer>>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = startThread()
    started.on('message', (reply: Reply<Answer>) => {
      const { resolve, reject } = waiting.get(reply.id) ?? {}
      waiting.delete(reply.id)
      // Only a question that is waiting keeps the process alive, or a thread that is being ended.
      if (!waiting.size && worker === started) started.unref()
      if (reply.failure) reject?.(Object.assign(new Error(reply.failure.message), reply.failure))
      else resolve?.(reply.answer)
    })
    started.on('error', (error: Error) => worker === started && forget(error))
    started.on('exit', () => worker === started && forget(new ThreadEnded()))
    return started
  }

  function forget(error: Error) {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  return {
    ask(question: Question): Promise<Answer> {
      worker ??= start()
      const id = ++lastId
      worker.ref()
      worker.postMessage({ id, question } satisfies Call<Question>)
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    /** Ends the thread. Pending questions fail; a later one would start another thread. */
    async close(): Promise<void> {
      const ending = worker
      forget(new ThreadEnded())
      await ending?.terminate()
    },
  }
}
