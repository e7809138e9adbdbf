import { AppError } from '../contract/errors.ts'

interface Limits {
  /** Pieces of work of one key that run at the same time. */
  maxRunning: number
  /** Pieces of work of one key that wait for their turn; one more is refused with 429. */
  maxWaiting: number
}

interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Runs work in lanes: each key (a user, an address) has its own, so that one busy key delays only itself. Work beyond
 * `maxRunning` waits in order; work beyond `maxWaiting` fails with `too_many_requests` and has no effect.
 */
export function lanes({ maxRunning, maxWaiting }: Limits) {
  const busy = new Map<string, Lane>()

  async function enter(key: string): Promise<Lane> {
    const lane = busy.get(key) ?? { running: 0, waiting: [] }
    busy.set(key, lane)
    if (lane.running < maxRunning) {
      lane.running++
      return lane
    }
    if (lane.waiting.length >= maxWaiting) throw tooManyAtOnce()
    await new Promise<void>((resolve) => lane.waiting.push(resolve))
    return lane
  }

  function leave(key: string, lane: Lane) {
    const next = lane.waiting.shift()
    // The next piece of work takes over the place of the one that ends.
    if (next) next()
    else if (--lane.running === 0) busy.delete(key)
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const lane = await enter(key)
      try {
        return await work()
      } finally {
        leave(key, lane)
      }
    },
    /** Keys that have work running or waiting. */
    get size() {
      return busy.size
    },
  }
}

function tooManyAtOnce() {
  return new AppError('too_many_requests', 'Too many requests at once. Wait for some of them to finish.', {
    retryAfter: 1,
  })
}
