import type { Outcome } from './result.ts'
import { runTests } from './run-tests.ts'
import type { Engine } from './world.ts'

/**
 * Runs random sequences of edits on three devices of one user, with slow and cut lines, lost answers, failing servers, restarts, closed pages,
 * and tasks that are deleted for good.
 */
export async function decks(engine: Engine, rounds: number): Promise<Outcome> {
  const { code, passed, failed } = await runTests(engine, ['test/three-decks.test.ts'], { MODEL_RUNS: String(rounds) })
  const isKept = code === 0 && passed === 1 && failed.length === 0
  return {
    fault: 'three devices of one user over bad lines',
    engine,
    figure: isKept ? `${rounds} rounds, no change vanished or overwrote unseen words` : 'a round failed',
    promised: 'every change is in the log, asked about, or named as left out, and all devices agree',
    kept: isKept,
  }
}
