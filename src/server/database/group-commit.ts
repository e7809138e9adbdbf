import { CompiledQuery, type Kysely } from 'kysely'
import type { Length, LockedDeck, Work } from './database.ts'
import { fairQueue } from './fair-queue.ts'
import { commandCompiled, withDirectRuns } from './prepared.ts'
import type { Schema } from './schema.ts'
import { NotStaged } from './staged-transactions.ts'
import { TooLong, type WorkMeter, workMeter } from './work-meter.ts'

interface Waiting {
  owner: string
  work: Work<unknown>
  /** Long work leaves the group. Without a length, work stays in it. */
  length: Length | undefined
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
/** Work that has left delays others only by the processor time of its thread. */
const maxRestAwayMs = 500
/** For how long the work of an owner runs behind a savepoint after some of it has failed. */
const savepointMs = 60_000
/** The owners that are remembered. */
const maxFailing = 10_000
const [savepoint, release, rollback] = ['savepoint one', 'release one', 'rollback to one'].map((text) =>
  CompiledQuery.raw(text),
) as [CompiledQuery, CompiledQuery, CompiledQuery]

/** The decks that the work of a shared transaction has read. */
const decksOf = new WeakMap<Kysely<Schema>, Map<string, LockedDeck>>()

/** For `Database.lockedDecks`. */
export const decksIn = (tx: Kysely<Schema>) => decksOf.get(tx)

/** Work that ran without a savepoint has failed after it wrote. */
class NotSeparable extends Error {}

interface Dependencies {
  db: Kysely<Schema>
  /** Counts the statements that run on the connection. */
  meter?: WorkMeter
  /** Whether the connection is in a transaction, which SQLite ends itself after some errors. Without it, all work runs behind a savepoint. */
  isOpen?: () => boolean
  /** Runs a compiled statement on the connection at once. Without it, statements pass the layers of Kysely. */
  run?: Parameters<typeof withDirectRuns>[1]
  /** Runs long work without the write lock: see staged-transactions.ts. */
  stage?: <T>(owner: string, work: Work<T>) => Promise<T>
}

/**
 * SQLite waits for the disk at every commit. Concurrent transactions therefore share one: they run one after another, and are
 * acknowledged when the shared commit is on disk. A failed transaction is rolled back alone: if it has written, the whole group begins
 * again, and work of its owner runs behind a savepoint for a while. A savepoint before all work would copy every page that is written,
 * which costs half as much as the statements themselves. Owners take turns, and an owner with long work rests afterwards, so that others get
 * at least half of the time. Work that may leave does so when it turns out to be long, is staged, and only its owner waits for it.
 */
export function groupCommit({ db, meter = workMeter(), isOpen, run, stage }: Dependencies) {
  const waiting = fairQueue<Waiting>()
  /** The owners whose work has left and is not done yet. */
  const away = new Set<string>()
  const isAway = (owner: string) => away.has(owner)
  /** The owners whose work has failed after it wrote, each with the time until which it runs behind a savepoint. */
  const failing = new Map<string, number>()
  let isRunning = false
  let restTimer: NodeJS.Timeout | undefined

  function schedule() {
    if (isRunning) return
    clearTimeout(restTimer)
    const restMs = waiting.untilNext(performance.now(), isAway)
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
    let start = performance.now()
    try {
      await db.transaction().execute(async (tx) => {
        start = performance.now()
        decksOf.set(tx, new Map())
        const runEach = async () => {
          for (let now = start; begun.length < maxTogether && now < start + maxTogetherMs; ) {
            const [owner, next] = waiting.next(now, isAway) ?? []
            if (!owner || !next) break
            begun.push(next)
            done.push(await runOne(tx, next))
            const end = performance.now()
            if (end - now >= longWorkMs) busy.add(owner)
            now = end
          }
        }
        await (run ? withDirectRuns(tx, run, runEach) : runEach())
      })
      for (const answer of done) answer()
    } catch (error) {
      for (const { owner } of begun) away.delete(owner)
      if (error instanceof NotSeparable) {
        for (const [owner, items] of Map.groupBy(begun, (item) => item.owner))
          for (const item of items.toReversed()) waiting.addFirst(owner, item)
        return
      }
      // A transaction that could not begin fails for all waiting work.
      for (const { reject } of begun.length ? begun : waiting.takeAll()) reject(error)
    }
    const now = performance.now()
    for (const owner of busy) waiting.rest(owner, now + restAfter(now - start), now)
  }

  /** Runs one piece of work. Returns a function that settles its promise, to be called after the commit. */
  async function runOne(tx: Kysely<Schema>, item: Waiting): Promise<() => void> {
    const { owner, work, resolve, reject } = item
    if (item.length === 'long' && stage) {
      away.add(owner)
      return () => void leave(item, stage)
    }
    const isSeparate = !isOpen || hasFailed(owner)
    if (isSeparate) await commandCompiled(tx, savepoint)
    try {
      const value = await meter.measure(item.length !== undefined && stage !== undefined, () => work(tx))
      if (isSeparate) await commandCompiled(tx, release)
      return () => resolve(value)
    } catch (error) {
      decksIn(tx)?.clear()
      if (!isSeparate && meter.hasWritten) {
        if (failing.size >= maxFailing) failing.clear()
        failing.set(owner, performance.now() + savepointMs)
        throw new NotSeparable()
      }
      // If SQLite has ended the whole transaction, as it does if the disk is full, all work in it fails with this error.
      if (!isSeparate && !isOpen()) throw error
      try {
        if (isSeparate) await commandCompiled(tx, rollback)
        if (isSeparate) await commandCompiled(tx, release)
      } catch {
        throw error
      }
      if (!(error instanceof TooLong) || !stage) return () => reject(error)
      away.add(owner)
      return () => void leave(item, stage)
    }
  }

  function hasFailed(owner: string): boolean {
    const until = failing.get(owner)
    if (until === undefined) return false
    if (performance.now() < until) return true
    failing.delete(owner)
    return false
  }

  async function leave(item: Waiting, stage: NonNullable<Dependencies['stage']>): Promise<void> {
    const { owner, work, resolve, reject } = item
    const begun = performance.now()
    try {
      resolve(await stage(owner, work))
    } catch (error) {
      if (error instanceof NotStaged) waiting.addFirst(owner, { ...item, length: undefined })
      else reject(error)
    }
    away.delete(owner)
    const now = performance.now()
    waiting.rest(owner, now + Math.min(now - begun, maxRestAwayMs), now)
    schedule()
  }

  return <T>(owner: string, work: Work<T>, length?: Length): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.add(owner, { owner, work, length, resolve: resolve as (value: unknown) => void, reject })
      schedule()
    })
}

function restAfter(workedMs: number): number {
  return workedMs < veryLongWorkMs ? workedMs : Math.max(workedMs, Math.min(2 * workedMs, longRestMs))
}
