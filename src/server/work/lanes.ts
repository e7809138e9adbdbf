import { AppError } from '../../contract/errors.ts'
import type { MaybePromise } from './maybe-promise.ts'

interface Limits {
  /** The number of concurrent pieces of work per key. */
  maxRunning: number
  /** The number of waiting pieces of work per key. Further ones are refused with 429. */
  maxWaiting: number
  /** How long work waits before it is refused with 503; without a limit if absent. */
  maxWaitMs?: number
  /** How long a place stays empty before waiting work takes it, so that a crowded lane leaves time for others. */
  restMs?: number
  /** Whether a place stays empty for as long as its work took. For work that blocks the event loop. */
  restsAsLong?: boolean
  /** The longest of these rests. For work that waits for other things most of the time. */
  maxRestMs?: number
  /** The message of the 429. */
  refusal?: string
  /** The message of the 503. */
  late?: string
}

interface Lane {
  running: number
  /** Each function starts one piece of work. Most lanes never have any. */
  waiting: Set<() => void> | undefined
}

const tooMany = 'Too many requests at once. Wait for some of them to finish.'
const stillBusy = 'Your earlier requests are still being processed. Please try again in a moment.'

/**
 * Runs work in lanes: each key (a user, an address) has its own, so that one busy key delays only itself. Work beyond
 * `maxRunning` waits in order. Work beyond `maxWaiting` fails with `too_many_requests`, and work that waits for longer than
 * `maxWaitMs` fails with `unavailable`. Failed work has not been started.
 */
export function lanes({
  maxRunning,
  maxWaiting,
  maxWaitMs,
  restMs = 0,
  restsAsLong,
  maxRestMs = Number.POSITIVE_INFINITY,
  refusal = tooMany,
  late = stillBusy,
}: Limits) {
  const busy = new Map<string, Lane>()

  /** Takes a place in the lane of a key: immediately if one is free, otherwise as a promise. Must be followed by one `leave`. */
  function enter(key: string): MaybePromise<void> {
    let lane = busy.get(key)
    if (!lane) {
      lane = { running: 0, waiting: undefined }
      busy.set(key, lane)
    }
    if (lane.running >= maxRunning) {
      lane.waiting ??= new Set()
      if (lane.waiting.size >= maxWaiting) throw new AppError('too_many_requests', refusal, { retryAfter: 1 })
      return turnIn(lane.waiting)
    }
    lane.running++
  }

  function turnIn(waiting: Set<() => void>) {
    return new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(go)
        reject(new AppError('unavailable', late, { retryAfter: 2 }))
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
    if (restMs && lane.waiting?.size) setTimeout(handOn, restMs, key, lane)
    else handOn(key, lane)
  }

  function leaveAfterRest(key: string, tookMs: number) {
    const lane = busy.get(key)
    if (tookMs < 1 || !lane) return leave(key)
    setTimeout(handOn, tookMs, key, lane).unref()
  }

  function handOn(key: string, lane: Lane) {
    const { waiting } = lane
    const next = waiting?.size ? waiting.values().next().value : undefined
    // The next piece of work takes over the place of the finished one.
    if (next) {
      waiting?.delete(next)
      next()
    } else if (--lane.running === 0) busy.delete(key)
  }

  return {
    /** Runs work in the lane of a key. Work that only waits from now on may leave its place early. */
    async run<T>(key: string, work: (leaveEarly: () => void) => Promise<T>): Promise<T> {
      await enter(key)
      const begun = performance.now()
      let hasLeft = false
      const leaveOnce = () => {
        if (hasLeft) return
        hasLeft = true
        if (restsAsLong) leaveAfterRest(key, Math.min(performance.now() - begun, maxRestMs))
        else leave(key)
      }
      try {
        return await work(leaveOnce)
      } finally {
        leaveOnce()
      }
    },
    enter,
    leave,
    /** The running and waiting work of all keys. */
    load() {
      const load = { running: 0, waiting: 0 }
      for (const { running, waiting } of busy.values()) {
        load.running += running
        load.waiting += waiting?.size ?? 0
      }
      return load
    },
    /** The number of keys with running or waiting work. */
    get size() {
      return busy.size
    },
  }
}
