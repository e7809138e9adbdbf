import type { Outcome } from './result.ts'
import { runTests } from './run-tests.ts'
import type { Engine } from './world.ts'

/** A process stops and starts its server thousands of times, and keeps a little of each one. */
const roundsPerProcess = 250

/**
 * Runs random sequences of edits on three devices of one user, with slow and cut lines, lost answers, failing servers, restarts, closed pages,
 * and tasks that are deleted for good. The seeds follow each other; the reason of a failed round is printed to stderr, with its seed.
 */
export async function decks(engine: Engine, rounds: number): Promise<Outcome> {
  const failedSeeds: number[] = []
  let done = 0
  for (let seed = 1; done < rounds; seed++) {
    const some = Math.min(roundsPerProcess, rounds - done)
    const env = { MODEL_SEED: String(seed), MODEL_RUNS: String(some) }
    const { code, passed } = await runTests(engine, ['test/three-decks.test.ts'], env)
    if (code !== 0 || passed !== 1) failedSeeds.push(seed)
    done += some
    console.error(
      `${done} of ${rounds} rounds on ${engine}, ${failedSeeds.length} failed runs of up to ${roundsPerProcess}`,
    )
  }
  const isKept = failedSeeds.length === 0
  return {
    fault: 'three devices of one user over bad lines',
    engine,
    figure: isKept
      ? `${rounds} rounds, no change vanished or overwrote unseen words`
      : `a round failed with MODEL_SEED=${failedSeeds.join(', ')}`,
    promised: 'every change is in the log, asked about, or named as left out, and all devices agree',
    kept: isKept,
  }
}
