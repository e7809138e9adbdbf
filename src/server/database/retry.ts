import { setTimeout as pause } from 'node:timers/promises'

const maxTries = 5
const firstPauseMs = 20

/**
 * Runs work again when it failed in a way that `isTransient` knows to have left no trace, such as a deadlock. Gives up
 * after a few tries with the last error. The pauses are random, so that two transactions that met do not meet again.
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
