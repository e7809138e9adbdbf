import { hash } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import type { AttemptRow } from '../database/schema.ts'
import { attemptTable } from './attempt-table.ts'

/** At most `max` attempts within `windowMs`, counted under a key. */
export interface Limit {
  key: string
  max: number
  windowMs: number
}

interface Dependencies {
  database: Database
  clock: () => number
  /** The number of rows above which the least important ones are removed. */
  maxRows?: number
}

interface Waiting {
  limits: Limit[]
  settle: PromiseWithResolvers<void>
}

interface Block {
  limit: Limit
  until: number
}

export const maxWindowMs = 3_600_000
const maxTogether = 500
/** How long a block is cached. It must be short, because another node may have given an attempt back. */
const blockKnownMs = 1_000
const maxKnownBlocks = 10_000

/**
 * Counts attempts per account and per address in the database, so that all nodes count together. An attempt is counted before it is made,
 * in a separate transaction, so that a later failure cannot undo the count. A refused attempt is not counted and writes nothing.
 * Concurrent attempts are counted with one read and one write.
 */
export function attemptLimits({ database, clock, maxRows = 100_000 }: Dependencies) {
  const table = attemptTable(database.db)
  const owner = 'attempts'
  const knownBlocks = new Map<string, { until: number; seenAt: number }>()
  let taking: Waiting[] = []
  let returning: Waiting[] = []
  let isRunning = false
  let addedRows = 0

  function enqueue(list: Waiting[], limits: Limit[]): Promise<void> {
    const waiting = { limits, settle: Promise.withResolvers<void>() }
    list.push(waiting)
    if (!isRunning) setImmediate(runAll)
    isRunning = true
    return waiting.settle.promise
  }

  async function runAll() {
    const [returned, taken] = [returning, taking.slice(0, maxTogether)]
    returning = []
    taking = taking.slice(maxTogether)
    try {
      if (returned.length) await giveBackTogether(returned)
      if (taken.length) await takeTogether(taken)
    } catch (error) {
      for (const { settle } of [...returned, ...taken]) settle.reject(error)
    }
    isRunning = taking.length > 0 || returning.length > 0
    if (isRunning) setImmediate(runAll)
  }

  async function takeTogether(all: Waiting[]) {
    const now = clock()
    const stored = new Map((await table.find(keysOf(all))).map((row) => [row.key, row]))
    const counts = new Map<string, AttemptRow>()
    const countOf = (limit: Limit) => {
      const row = counts.get(limit.key) ?? freshRow(limit, now)
      counts.set(limit.key, row)
      return row
    }
    const currentOf = (limit: Limit) => currentCount(stored.get(limit.key), limit, now)

    const admitted: Waiting[] = []
    for (const one of all) {
      const limit = one.limits.find((limit) => currentOf(limit).count + countOf(limit).count >= limit.max)
      if (limit) {
        await shortenImplausible(stored.get(limit.key), limit, now)
        refuse(one, { limit, until: currentOf(limit).until }, now)
      } else {
        for (const limit of one.limits) countOf(limit).count++
        admitted.push(one)
      }
    }
    const added = [...counts.values()].filter(({ count }) => count > 0)
    if (!added.length) return
    const rows = await database.transaction(owner, (tx) => attemptTable(tx).add(added, now))
    admit(admitted, counts, rows, now)
    addedRows += added.filter(({ key }) => !stored.has(key)).length
    if (addedRows >= maxRows / 10) await removeLeastImportant()
  }

  /** Refuses attempts that exceed a limit because another node has counted since the rows were read. */
  function admit(admitted: Waiting[], added: Map<string, AttemptRow>, rows: AttemptRow[], now: number) {
    const places = new Map(rows.map((row) => [row.key, row.count - (added.get(row.key)?.count ?? 0)]))
    const ends = new Map(rows.map((row) => [row.key, row.until]))
    for (const one of admitted) {
      for (const { key } of one.limits) places.set(key, (places.get(key) ?? 0) + 1)
      const limit = one.limits.find(({ key, max }) => (places.get(key) ?? 0) > max)
      if (limit) refuse(one, { limit, until: ends.get(limit.key) ?? now }, now)
      else one.settle.resolve()
    }
  }

  function refuse({ settle }: Waiting, { limit, until }: Block, now: number) {
    knownBlocks.delete(limit.key)
    const oldest = knownBlocks.keys().next()
    if (knownBlocks.size >= maxKnownBlocks && !oldest.done) knownBlocks.delete(oldest.value)
    knownBlocks.set(limit.key, { until, seenAt: now })
    settle.reject(tooMany(until - now))
  }

  function refuseKnown(limits: Limit[]) {
    const now = clock()
    for (const { key } of limits) {
      const { until, seenAt } = knownBlocks.get(key) ?? { until: 0, seenAt: 0 }
      if (now < until && now >= seenAt && now < seenAt + blockKnownMs) throw tooMany(until - now)
    }
  }

  /** Stores a correct end for a window that ends too far ahead, because it was written with a wrong clock. */
  async function shortenImplausible(row: AttemptRow | undefined, { windowMs }: Limit, now: number) {
    if (!row || row.until <= now + windowMs) return
    await table.shorten(row.key, now + windowMs)
    row.until = now + windowMs
  }

  async function giveBackTogether(all: Waiting[]) {
    const counts = new Map<string, number>()
    for (const key of all.flatMap(({ limits }) => limits.map((limit) => limit.key))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      knownBlocks.delete(key)
    }
    const byCount = Map.groupBy(counts, ([, count]) => count)
    await database.transaction(owner, async (tx) => {
      for (const [count, pairs] of byCount) {
        const keys = pairs.map(([key]) => key)
        await attemptTable(tx).subtract(keys.sort(), count)
      }
    })
    for (const { settle } of all) settle.resolve()
  }

  async function removeLeastImportant() {
    await table.removeEnded(clock())
    const size = await table.size()
    if (size > maxRows) await table.evict(size - Math.floor(maxRows * 0.9))
    addedRows = 0
  }

  return {
    /**
     * Counts one attempt under every key, in this order. Fails with `too_many_requests` and counts nothing if one of the limits is
     * reached. A block ends with its window.
     */
    async take(limits: Limit[]): Promise<void> {
      const stored = limits.map(hashed)
      refuseKnown(stored)
      await enqueue(taking, stored)
    },
    /** Gives back a successful attempt. */
    giveBack: (limits: Limit[]): Promise<void> => enqueue(returning, limits.map(hashed)),
    async forgetOld(): Promise<void> {
      await table.shortenAll(clock() + maxWindowMs)
      await removeLeastImportant()
    },
  }
}

export type AttemptLimits = ReturnType<typeof attemptLimits>

const keysOf = (all: Waiting[]) => [...new Set(all.flatMap(({ limits }) => limits.map(({ key }) => key)))]

const freshRow = ({ key, max, windowMs }: Limit, now: number): AttemptRow => ({
  key,
  count: 0,
  until: now + windowMs,
  max_count: max,
})

/** The current count of a row: zero after its window has ended, and with a wait of at most one window. */
function currentCount(row: AttemptRow | undefined, { windowMs }: Limit, now: number) {
  const until = now + windowMs
  return row && row.until > now ? { count: row.count, until: Math.min(row.until, until) } : { count: 0, until }
}

/** Hashes keys, so that they have a fixed length and do not reveal emails. */
const hashed = (limit: Limit): Limit => ({ ...limit, key: hash('sha256', limit.key, 'base64url') })

function tooMany(milliseconds: number) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('too_many_requests', `Too many attempts. Please try again in ${wait}.`, { retryAfter: seconds })
}
