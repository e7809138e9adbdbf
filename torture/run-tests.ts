import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../test/process.ts'
import type { Engine } from './world.ts'

export const root = join(import.meta.dirname, '..')
const report = join(root, 'test-results/cases.json')

interface Report {
  numPassedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs tests of one engine without a limit of time, and returns their numbers. */
export async function runTests(engine: Engine, files: string[], env: Record<string, string>) {
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--project', 'server', '--testTimeout', '0', '-t', `^(?!${other}: )`, ...files]
  const program = startProcess(process.execPath, [vitest, ...args], {
    env: { ...env, TEST_ENGINE: engine, TEST_REPORT: report },
  })
  const code = await program.ended()
  const found = JSON.parse(await readFile(report, 'utf8')) as Report
  const failed = found.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName)
  return { code, passed: found.numPassedTests, failed }
}
