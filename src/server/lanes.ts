import { AppError } from '../contract/errors.ts'
import type { MaybePromise } from './maybe-promise.ts'

interface Limits {
  /** Pieces of work of one key that run at the same time. */
  maxRunning: number
  /** Pieces of work of one key that wait for their turn; one more is refused with 429. */
  maxWaiting: number
  /** How long a piece of work waits for its turn before it is refused with 503; without it, for as long as it takes. */
  maxWaitMs?: number
  /** How long a place stays empty before a waiting piece of work takes it, so that a crowded lane leaves time for others. */
  restMs?: number
  /** Whether a place stays empty for as long as its work has taken: for work that blocks the event loop. */
  restsAsLong?: boolean
  /** What the 429 says. */
  refusal?: string
}

interface Lane {
  running: number
  /** Each lets one piece of work run. */
  waiting: Set<() => void>
}

const tooMany = 'Too many requests at once. Wait for some of them to finish.'

/**
 * Runs work in lanes: each key (a user, an address) has its own, so that one busy key delays only itself. Work beyond
 * `maxRunning` waits in order; work beyond `maxWaiting` fails with `too_many_requests`, and work that waits for longer
 * than `maxWaitMs` with `unavailable`. Neither has any effect.
 */
export function lanes({ maxRunning, maxWaiting, maxWaitMs, restMs = 0, restsAsLong, refusal = tooMany }: Limits) {
  const busy = new Map<string, Lane>()

  /** Takes a place in the lane of a key: at once where one is free, and else as a promise. Must be followed by one `leave`. */
  function enter(key: string): MaybePromise<void> {
    let lane = busy.get(key)
    if (!lane) {
      lane = { running: 0, waiting: new Set() }
      busy.set(key, lane)
    }
    if (lane.running >= maxRunning) {
      if (lane.waiting.size >= maxWaiting) throw new AppError('too_many_requests', refusal, { retryAfter: 1 })
      return turnIn(lane)
    }
    lane.running++
  }

  function turnIn({ waiting }: Lane) {
    return new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(go)
        reject(waitedTooLong())
      }
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(go)
    })
  }

  function leave(key: string): void {
    const lane = busy.get(key)
    if (!lane) return
    if (restMs && lane.waiting.size) setTimeout(handOn, restMs, key, lane)
    else handOn(key, lane)
  }

  function leaveAfterRest(key: string, tookMs: number) {
    const lane = busy.get(key)
    if (tookMs < 1 || !lane) return leave(key)
    setTimeout(handOn, tookMs, key, lane).unref()
  }

  function handOn(key: string, lane: Lane) {
    const [next] = lane.waiting
    // The next piece of work takes over the place of the one that ends.
    if (next) {
      lane.waiting.delete(next)
      next()
    } else if (--lane.running === 0) busy.delete(key)
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      await enter(key)
      const begun = performance.now()
      try {
        return await work()
      } finally {
        if (restsAsLong) leaveAfterRest(key, performance.now() - begun)
        else leave(key)
      }
    },
    enter,
    leave,
    /** Keys that have work running or waiting. */
    get size() {
      return busy.size
    },
  }
}

function waitedTooLong() {
  return new AppError('unavailable', 'Your earlier requests are still being worked on. Please try again in a moment.', {
    retryAfter: 2,
  })
}
