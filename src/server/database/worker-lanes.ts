import { lanes } from '../work/lanes.ts'
import { ownerTables } from './distributed.ts'

/** Statements and transactions that run on one worker at a time, of all connections of their kind. The rest is left to the owners on other workers. */
const maxOnWorker = { reads: 3, writes: 4, longReads: 1, jobs: 1 }
export type WorkKind = keyof typeof maxOnWorker

/** A worker that answers frees a place within milliseconds. */
const maxWaitMs = 2_000
const jobWaitMs = 30_000
const late = 'A part of the database does not answer. Please try again in a moment.'

/** A part of the owners may be moved to another worker. */
const knownMs = 60_000
const maxKnown = 10_000

/**
 * Limits the work that runs on each worker of a distributed database. A worker that hangs then holds a part of the connections, and not all
 * of them: its owners are refused with 503, and other owners notice nothing. `find` returns the worker of an owner.
 */
export function workerLanes(find: (owner: string) => Promise<string>) {
  const places = (kind: WorkKind) =>
    lanes({
      maxRunning: maxOnWorker[kind],
      maxWaiting: Number.POSITIVE_INFINITY,
      maxWaitMs: kind === 'jobs' ? jobWaitMs : maxWaitMs,
      late,
    })
  const kinds = {
    reads: places('reads'),
    writes: places('writes'),
    longReads: places('longReads'),
    jobs: places('jobs'),
  }
  const known = new Map<string, { worker: string; until: number }>()

  async function workerOf(owner: string): Promise<string> {
    const found = known.get(owner)
    if (found && found.until > performance.now()) return found.worker
    const worker = await find(owner)
    if (known.size >= maxKnown) known.clear()
    known.set(owner, { worker, until: performance.now() + knownMs })
    return worker
  }

  return {
    run: async <T>(owner: string, kind: WorkKind, work: () => Promise<T>): Promise<T> =>
      kinds[kind].run(await workerOf(owner), work),
  }
}

const namesOwners = new RegExp(`\\b(${ownerTables.join('|')})\\b`)
const ownerValue = /\buser_id"? = \$(\d+)/
const maxTexts = 2_000

/** Finds the owner whose rows a statement reads, among its values; undefined if it reads only the directory, or several owners. */
export function ownersOfStatements() {
  const indexes = new Map<string, number>()
  return (text: string, values: readonly unknown[]): string | undefined => {
    let index = indexes.get(text)
    if (index === undefined) {
      index = namesOwners.test(text) ? Number(ownerValue.exec(text)?.[1] ?? 0) : 0
      if (indexes.size >= maxTexts) indexes.clear()
      indexes.set(text, index)
    }
    const owner = values[index - 1]
    return typeof owner === 'string' ? owner : undefined
  }
}
