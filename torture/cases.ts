import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './result.ts'
import { root, runTests } from './run-tests.ts'
import type { Engine } from './world.ts'

/** Runs the tests with random input, with this share of many more cases than `npm test` tries. */
export async function manyCases(engine: Engine, share: number): Promise<Outcome> {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: root }).filter((file) =>
    /from '.*\/cases\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  )
  const { code, passed, failed } = await runTests(engine, files, { MANY_CASES: String(share) })
  return {
    fault: 'random requests, texts, rules and sequences of changes, and large sizes, many more than in `npm test`',
    engine,
    figure: `${passed} tests in ${files.length} files passed, ${failed.length} failed${failed.length ? ` (${failed.slice(0, 3).join('; ')})` : ''}`,
    promised: 'every test passes in every case',
    // A file whose tests are all of the other engine does not exist.
    kept: code === 0 && failed.length === 0 && passed >= files.length,
  }
}
