import { Worker } from 'node:worker_threads'

const program = new URL('./sqlite-staging-worker.ts', import.meta.url)

/** Starts a thread that stages long transactions of a SQLite file. The single executable replaces this file: see sqlite-reader-thread.ts. */
export const startStagingThread = (path: string): Worker => new Worker(program, { workerData: { path } })
