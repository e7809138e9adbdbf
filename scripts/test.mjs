// npm test: runs the checks of every change, even when one fails. The last line counts over all runners.
//   npm test -- --all                       every test, as before a release: also the long ones, and all browser tests
//   npm test -- --only server|web|browser   one runner, with types and lint
//   npm test -- --engine sqlite|postgres    the tests of one database, and those without a database
//   npm test -- --engine postgres --partitioned   with the tables of users partitioned by owner, as a distributed engine does
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { failedInPlaywright, failedInVitest, leftOutInVitest } from './failed-tests.mjs'
import { slowestInPlaywright, slowestInVitest } from './slowest-files.mjs'
import { missingPrograms } from './test-programs.mjs'

const { all, only, engine, partitioned } = parseArgs({
  options: {
    all: { type: 'boolean' },
    only: { type: 'string' },
    engine: { type: 'string' },
    partitioned: { type: 'boolean' },
  },
}).values
demand('only', only, ['server', 'web', 'browser'])
demand('engine', engine, ['sqlite', 'postgres'])

const results = 'test-results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const started = Date.now()

const otherEngine = { sqlite: 'postgres', postgres: 'sqlite' }[engine]
const isLong = ({ tags = [] }) => !all && tags.includes('long')
const isOfOtherEngine = ({ fullName }) => Boolean(otherEngine) && fullName.startsWith(`${otherEngine}: `)
const unit = {
  passed: (report) => report.numPassedTests,
  failed: (report) => failedInVitest(report, (test) => isLong(test) || isOfOtherEngine(test)),
  long: (report) => leftOutInVitest(report, isLong),
  slowest: slowestInVitest,
}
const runners = [
  { title: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { title: 'format and lint', command: ['biome', 'check'] },
  {
    title: 'server tests',
    part: 'server',
    command: [
      ...['vitest', 'run', '--project', 'server'],
      // A third process uses the time in which tests wait.
      ...['--maxWorkers', '3'],
      ...(all ? [] : ['--tags-filter', '!long']),
      ...(engine ? ['-t', `^(?!${otherEngine}: )`] : []),
    ],
    env: { ...(engine ? { TEST_ENGINE: engine } : {}), ...(partitioned ? { TEST_PARTITIONED: 'yes' } : {}) },
    report: `${results}/server.json`,
    read: unit,
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
    // All of them take longer than the server tests: with a third worker, both cores stay busy until the end.
    command: ['playwright', 'test', ...(all ? ['--workers', '3'] : ['--grep', '@core', '--project', 'desktop'])],
    report: `${results}/playwright.json`,
    read: {
      passed: ({ stats }) => stats.expected,
      failed: failedInPlaywright,
      long: () => 0,
      slowest: slowestInPlaywright,
    },
  },
].filter(({ part }) => !only || !part || part === only)

const counts = await Promise.all(runners.map(count))
const total = (key) => counts.reduce((sum, run) => sum + run[key], 0)
for (const { title, passed, failed, seconds } of counts) {
  console.log(`${failed.length ? 'FAILED' : 'ok'}  ${title}: ${passed} passed, ${failed.length} failed, ${seconds} s`)
}
for (const { title, slowest } of counts) for (const file of slowest) console.log(`slowest  ${title}: ${file}`)
// Logs are often truncated to their end, so the titles are printed again after the output of all runners.
for (const { title, failed } of counts) for (const name of failed) console.log(`FAILED  ${title}: ${name}`)
console.log(`${Math.round((Date.now() - started) / 1000)} s in all`)
const failures = counts.flatMap(({ failed }) => failed).length
process.exitCode = failures ? 1 : 0
const notRun = [...(all ? [] : restOfTests()), ...missingPrograms()]
console.log(`${total('passed')} passed, ${failures} failed${notRun.length ? ` (not run: ${notRun.join('; ')})` : ''}`)

/** A skipped test counts as failed, and so does a runner that exits with an error without naming a failed test. */
async function count({ title, command, env, report, read }) {
  const begun = Date.now()
  const ok = await run(title, command, env, report)
  const seconds = Math.round((Date.now() - begun) / 1000)
  const found = report ? readReport(report, read) : { passed: ok ? 1 : 0, failed: [], long: 0, slowest: [] }
  if (found.failed.length === 0 && (found.passed === 0 || !ok)) {
    found.failed.push(report ? 'ended badly without naming a failed test' : 'found an error')
  }
  return { title, seconds, ...found }
}

function readReport(file, { passed, failed, long, slowest }) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: passed(report), failed: failed(report), long: long(report), slowest: slowest(report) }
  } catch (error) {
    return { passed: 0, failed: [`no report: ${error.message}`], long: 0, slowest: [] }
  }
}

/** The tests that only `--all` runs, for the chosen runners. */
function restOfTests() {
  const long = total('long')
  const hasBrowser = runners.some(({ part }) => part === 'browser')
  const parts = [...(long ? [`${long} long tests`] : []), ...(hasBrowser ? ['browser tests without @core'] : [])]
  return parts.length ? [`${parts.join(' and ')}, which npm test -- --all runs`] : []
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
