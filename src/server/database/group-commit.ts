import { CompiledQuery, type Kysely } from 'kysely'
import type { Work } from './database.ts'
import { fairQueue } from './fair-queue.ts'
import type { Schema } from './schema.ts'

interface Waiting {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const maxTogether = 100
/** A commit that has run for this long takes no more work: the event loop has requests to read. */
const maxTogetherMs = 10
const [savepoint, release, rollback] = ['savepoint one', 'release one', 'rollback to one'].map((text) =>
  CompiledQuery.raw(text),
) as [CompiledQuery, CompiledQuery, CompiledQuery]

/**
 * SQLite waits for the disk at every commit. Transactions that are asked for at the same time share one: each runs behind a savepoint
 * of its own, one after another, and is acknowledged when the common commit is on disk. One that fails is rolled back alone. Owners take
 * turns, so that one with much to write delays others by one piece of work only.
 */
export function groupCommit(db: Kysely<Schema>) {
  const waiting = fairQueue<Waiting>()
  let running = false

  /** Begins after every request that has arrived by now was read, so that they come together. */
  async function runAll() {
    await runTogether()
    running = !waiting.isEmpty
    if (running) setImmediate(runAll)
  }

  async function runTogether() {
    const done: (() => void)[] = []
    const begun: Waiting[] = []
    const end = performance.now() + maxTogetherMs
    const isFull = () => begun.length >= maxTogether || performance.now() >= end
    try {
      await db.transaction().execute(async (tx) => {
        for (let next = waiting.next(); next; next = isFull() ? undefined : waiting.next()) {
          begun.push(next)
          done.push(await runOne(tx, next))
        }
      })
      for (const answer of done) answer()
    } catch (error) {
      // A transaction that could not even begin fails for everybody who waits for it.
      for (const { reject } of begun.length ? begun : waiting.all()) reject(error)
    }
  }

  return <T>(owner: string, work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.add(owner, { work, resolve: resolve as (value: unknown) => void, reject })
      if (!running) setImmediate(runAll)
      running = true
    })
}

/** Runs one piece of work and answers what to tell its caller once everything is committed. */
async function runOne(tx: Kysely<Schema>, { work, resolve, reject }: Waiting): Promise<() => void> {
  await tx.executeQuery(savepoint)
  try {
    const value = await work(tx)
    await tx.executeQuery(release)
    return () => resolve(value)
  } catch (error) {
    try {
      await tx.executeQuery(rollback)
      await tx.executeQuery(release)
    } catch {
      // SQLite has ended the whole transaction, as it does when the disk is full: it fails for everybody in it, for this reason.
      throw error
    }
    return () => reject(error)
  }
}
