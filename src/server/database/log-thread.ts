import { Worker } from 'node:worker_threads'
import type { Base, Cut } from './log-reader.ts'

const program = new URL('./log-worker.ts', import.meta.url)

export interface LogPlace {
  /** The SQLite file. */
  path: string
  /** A folder of this machine for what waits for its place, and how much that may be. */
  folder: string
  maxBytes: number
}

export type LogQuestion =
  | { kind: 'look'; now: number }
  | { kind: 'cut' }
  | { kind: 'release'; bytes: number }
  | { kind: 'base'; file: string; now: number }

export interface LogAnswer {
  cut?: Cut
  base?: Base
}

/** Starts a thread that reads the log of a SQLite file. The single executable replaces this file: see sqlite-reader-thread.ts. */
export const startLogThread = (place: LogPlace): Worker => new Worker(program, { workerData: place })
