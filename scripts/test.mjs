// npm test: runs every check, even when one fails. The last line counts over all runners.
//   npm test -- --only server|web|browser   one runner, with types and lint
//   npm test -- --engine sqlite|postgres    the tests of one database, and those without a database
//   npm test -- --engine postgres --partitioned   with the tables of users partitioned by owner, as a distributed engine does
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { failedInPlaywright, failedInVitest } from './failed-tests.mjs'
import { slowestInPlaywright, slowestInVitest } from './slowest-files.mjs'
import { leftOut } from './test-programs.mjs'

const { only, engine, partitioned } = parseArgs({
  options: { only: { type: 'string' }, engine: { type: 'string' }, partitioned: { type: 'boolean' } },
}).values
demand('only', only, ['server', 'web', 'browser'])
demand('engine', engine, ['sqlite', 'postgres'])

const results = 'test-results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const started = Date.now()

const unit = {
  passed: (report) => report.numPassedTests,
  failed: (report) => report.numFailedTests,
  skipped: (report) => report.numPendingTests + report.numTodoTests,
  titles: failedInVitest,
  slowest: slowestInVitest,
}
const otherEngine = { sqlite: 'postgres', postgres: 'sqlite' }[engine]
const runners = [
  { title: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { title: 'format and lint', command: ['biome', 'check'] },
  {
    title: 'server tests',
    part: 'server',
    command: ['vitest', 'run', '--project', 'server', ...(engine ? ['-t', `^(?!${otherEngine}: )`] : [])],
    env: { ...(engine ? { TEST_ENGINE: engine } : {}), ...(partitioned ? { TEST_PARTITIONED: 'yes' } : {}) },
    report: `${results}/server.json`,
    // With one engine, the tests of the other one are left out on purpose.
    read: engine
      ? { ...unit, skipped: () => 0, titles: (report) => failedInVitest(report, { withSkipped: false }) }
      : unit,
  },
  {
    title: 'web tests',
    part: 'web',
    command: ['vitest', 'run', '--project', 'web'],
    report: `${results}/web.json`,
    read: unit,
  },
  {
    title: 'browser tests',
    part: 'browser',
    command: ['playwright', 'test'],
    report: `${results}/playwright.json`,
    read: {
      passed: ({ stats }) => stats.expected,
      failed: ({ stats }) => stats.unexpected + stats.flaky,
      skipped: ({ stats }) => stats.skipped,
      titles: failedInPlaywright,
      slowest: slowestInPlaywright,
    },
  },
].filter(({ part }) => !only || !part || part === only)

const counts = await Promise.all(runners.map(count))
const total = (key) => counts.reduce((sum, run) => sum + run[key], 0)
for (const { title, passed, failed, seconds } of counts) {
  console.log(`${failed ? 'FAILED' : 'ok'}  ${title}: ${passed} passed, ${failed} failed, ${seconds} s`)
}
for (const { title, slowest } of counts) for (const file of slowest) console.log(`slowest  ${title}: ${file}`)
// Logs are often truncated to their end, so the titles are printed again after the output of all runners.
for (const { title, titles } of counts) for (const name of titles) console.log(`FAILED  ${title}: ${name}`)
console.log(`${Math.round((Date.now() - started) / 1000)} s in all`)
process.exitCode = total('failed') ? 1 : 0
console.log(`${total('passed')} passed, ${total('failed')} failed${leftOut()}`)

/** A skipped test counts as failed, and so does a runner that exits with an error without naming a failed test. */
async function count({ title, command, env, report, read }) {
  const begun = Date.now()
  const ok = await run(title, command, env, report)
  const seconds = Math.round((Date.now() - begun) / 1000)
  if (!report) return { title, passed: ok ? 1 : 0, failed: ok ? 0 : 1, titles: [], slowest: [], seconds }
  let found = { passed: 0, failed: 0, skipped: 0, titles: [], slowest: [] }
  try {
    const parsed = JSON.parse(readFileSync(report, 'utf8'))
    found = {
      passed: read.passed(parsed),
      failed: read.failed(parsed),
      skipped: read.skipped(parsed),
      titles: read.titles(parsed),
      slowest: read.slowest(parsed),
    }
  } catch (error) {
    found.titles = [`no report: ${error.message}`]
  }
  const failed = found.failed + found.skipped
  const isSilent = failed === 0 && (found.passed === 0 || !ok)
  const titles = isSilent ? [...found.titles, 'ended badly without naming a failed test'] : found.titles
  return { title, passed: found.passed, failed: isSilent ? 1 : failed, titles, slowest: found.slowest, seconds }
}

/** The name of the runner marks its lines, because several run at the same time. */
function run(title, [command, ...args], env = {}, report = '') {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, ...env, TEST_REPORT: report },
    })
    for (const stream of [child.stdout, child.stderr]) {
      let rest = ''
      stream.setEncoding('utf8').on('data', (text) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) console.log(`${title}  ${line}`)
      })
      stream.on('end', () => rest && console.log(`${title}  ${rest}`))
    }
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

function demand(name, value, allowed) {
  if (value === undefined || allowed.includes(value)) return
  console.error(`--${name} must be one of ${allowed.join(', ')}.`)
  process.exit(1)
}
