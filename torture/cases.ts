import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../test/process.ts'
import type { Outcome } from './result.ts'
import type { Engine } from './world.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, 'test-results/cases.json')

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs the tests with random input, with this share of many more cases than `npm test` tries. */
export async function manyCases(engine: Engine, share: number): Promise<Outcome> {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: root }).filter((file) =>
    /from '.*\/cases\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  )
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--project', 'server', '--testTimeout', '0', '-t', `^(?!${other}: )`, ...files]
  const env = { MANY_CASES: String(share), TEST_ENGINE: engine, TEST_REPORT: report }
  const program = startProcess(process.execPath, [vitest, ...args], { env })
  const code = await program.ended()
  const found = JSON.parse(await readFile(report, 'utf8')) as Report
  const failed = found.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName)
  return {
    fault: 'random requests, texts, rules and sequences of changes, and large sizes, many more than in `npm test`',
    engine,
    figure: `${found.numPassedTests} tests in ${files.length} files passed, ${failed.length} failed${failed.length ? ` (${failed.slice(0, 3).join('; ')})` : ''}`,
    promised: 'every test passes in every case',
    // A file whose tests are all of the other engine does not exist.
    kept: code === 0 && failed.length === 0 && found.numPassedTests >= files.length,
  }
}
