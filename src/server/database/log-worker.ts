import { parentPort, workerData } from 'node:worker_threads'
import { type Log, openLog } from './log-reader.ts'
import type { LogAnswer, LogQuestion } from './log-thread.ts'
import type { Call, Reply } from './sqlite-thread.ts'
import { LogBroken } from './wal.ts'

/** Runs in a separate thread and reads the log of a SQLite file. */
const { path, folder, maxBytes } = workerData as { path: string; folder: string; maxBytes: number }
let log: Log | undefined

async function answer(question: LogQuestion): Promise<LogAnswer> {
  log ??= openLog(path, folder, maxBytes)
  switch (question.kind) {
    case 'look':
      log.look(question.now)
      return {}
    case 'cut': {
      const cut = log.cut()
      return cut ? { cut } : {}
    }
    case 'release':
      log.release(question.bytes)
      return {}
    case 'base':
      return { base: await log.base(question.file, question.now) }
  }
}

parentPort?.on('message', async ({ id, question }: Call<LogQuestion>) => {
  const reply = await answer(question).then(
    (found): Reply<LogAnswer> => ({ id, answer: found }),
    (error: Error & { errcode?: number }): Reply<LogAnswer> => {
      const message =
        error instanceof LogBroken ? `The log of ${path} cannot be followed: ${error.message}` : error.message
      return { id, failure: { message, errcode: error.errcode } }
    },
  )
  parentPort?.postMessage(reply)
})
