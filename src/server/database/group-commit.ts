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
/** A commit that has run for this long takes no more work, so that the event loop can read requests. */
const maxTogetherMs = 10
/** An owner whose work has taken this long rests afterwards, for as long as its commit delayed others. */
const longWorkMs = 5
/** Work that has taken this long, such as a change of thousands of tasks, is followed by a rest that many writes of others fit into. */
const veryLongWorkMs = 50
const longRestMs = 1_000
const [savepoint, release, rollback] = ['savepoint one', 'release one', 'rollback to one'].map((text) =>
  CompiledQuery.raw(text),
) as [CompiledQuery, CompiledQuery, CompiledQuery]

/**
 * SQLite waits for the disk at every commit. Concurrent transactions therefore share one: they run one after another, each behind a
 * savepoint, and are acknowledged when the shared commit is on disk. A failed transaction is rolled back alone. Owners take turns, and
 * an owner with long work rests afterwards, so that others get at least half of the time.
 */
export function groupCommit(db: Kysely<Schema>) {
  const waiting = fairQueue<Waiting>()
  let isRunning = false
  let restTimer: NodeJS.Timeout | undefined

  function schedule() {
    if (isRunning) return
    clearTimeout(restTimer)
    const restMs = waiting.untilNext(performance.now())
    if (restMs === undefined) return
    if (restMs > 0) {
      restTimer = setTimeout(schedule, Math.ceil(restMs))
      return
    }
    isRunning = true
    // After all requests that have arrived by now have been read, so that they share the commit.
    setImmediate(runAll)
  }

  async function runAll() {
    await runTogether()
    isRunning = false
    schedule()
  }

  async function runTogether() {
    const done: (() => void)[] = []
    const begun: Waiting[] = []
    const busy = new Set<string>()
    const start = performance.now()
    try {
      await db.transaction().execute(async (tx) => {
        for (let now = start; begun.length < maxTogether && now < start + maxTogetherMs; ) {
          const [owner, next] = waiting.next(now) ?? []
          if (!owner || !next) break
          begun.push(next)
          done.push(await runOne(tx, next))
          const end = performance.now()
          if (end - now >= longWorkMs) busy.add(owner)
          now = end
        }
      })
      for (const answer of done) answer()
    } catch (error) {
      // A transaction that could not begin fails for all waiting work.
      for (const { reject } of begun.length ? begun : waiting.takeAll()) reject(error)
    }
    const now = performance.now()
    for (const owner of busy) waiting.rest(owner, now + restAfter(now - start), now)
  }

  return <T>(owner: string, work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.add(owner, { work, resolve: resolve as (value: unknown) => void, reject })
      schedule()
    })
}

function restAfter(workedMs: number): number {
  return workedMs < veryLongWorkMs ? workedMs : Math.max(workedMs, Math.min(2 * workedMs, longRestMs))
}

/** Runs one piece of work. Returns a function that settles its promise, to be called after the commit. */
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
      // SQLite has ended the whole transaction, as it does if the disk is full: all work in it fails with this error.
      throw error
    }
    return () => reject(error)
  }
}
