import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../test/process.ts'
import type { Engine } from './world.ts'

export const root = join(import.meta.dirname, '..')
const report = join(root, 'test-results/cases.json')

interface Report {
  numPassedTests: number
  testResults: {
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** Runs tests of one engine without a limit of time, and returns their numbers. The reasons of failures are printed to stderr. */
export async function runTests(engine: Engine, files: string[], env: Record<string, string>) {
  await rm(report, { force: true })
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--project', 'server', '--testTimeout', '0', '-t', `^(?!${other}: )`, ...files]
  const program = startProcess(process.execPath, [vitest, ...args], {
    env: { ...env, TEST_ENGINE: engine, TEST_REPORT: report },
  })
  const code = await program.ended()
  const found = await readReport()
  const results = found?.testResults ?? []
  const failed = results.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'failed')
  const reasons = [
    ...results.flatMap(({ message }) => message || []),
    ...failed.flatMap(({ fullName, failureMessages = [] }) => [fullName, ...failureMessages]),
  ]
  if (code) console.error(reasons.join('\n') || program.output())
  return { code, passed: found?.numPassedTests ?? 0, failed: failed.map(({ fullName }) => fullName) }
}

/** Nothing if the program has died before it could write a report. */
async function readReport(): Promise<Report | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
