import { Worker } from 'node:worker_threads'

const program = new URL('./sqlite-reader-worker.ts', import.meta.url)

/** Starts a thread that reads a SQLite file. The single executable has no files: its build replaces this one with the text of the program. */
export const startReaderThread = (path: string): Worker => new Worker(program, { workerData: { path } })
