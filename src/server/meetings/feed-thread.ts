import { Worker } from 'node:worker_threads'

const program = new URL('./feed-worker.ts', import.meta.url)

/** A feed that needs more memory fails alone. */
export const feedThreadOptions = { resourceLimits: { maxOldGenerationSizeMb: 256 } }

/** Starts a thread that reads feeds. The single executable has no files: its build replaces this one with the text of the program. */
export const startFeedThread = (): Worker => new Worker(program, feedThreadOptions)
