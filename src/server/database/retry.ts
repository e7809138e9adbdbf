import { setTimeout as pause } from 'node:timers/promises'

const maxTries = 5
const firstPauseMs = 20

/**
 * Runs work, and runs it again after an error that `isTransient` accepts: one that left no trace, such as a deadlock. Gives up
 * with the last error after a few tries. The pauses are random, so that two conflicting transactions do not collide again.
 */
export async function retry<T>(work: () => Promise<T>, isTransient: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !isTransient(error)) throw error
      await pause(firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random()))
    }
  }
}
