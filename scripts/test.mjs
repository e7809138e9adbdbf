// npm test: every check there is, all of them even when one fails. The last line counts over all runners.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

const results = 'test-results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const [types, style] = await Promise.all([
  check('types', ['npm', 'run', '--silent', 'types']),
  check('format, lint and import rules', ['biome', 'check']),
])
const unit = await counted('unit and integration tests', ['vitest', 'run'], `${results}/vitest.json`, (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
}))
const browser = await counted('browser tests', ['playwright', 'test'], `${results}/playwright.json`, ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
}))

const runs = [types, style, unit, browser]
const total = (key) => runs.reduce((sum, run) => sum + run[key], 0)
for (const run of runs)
  console.log(`${run.failed ? 'FAILED' : 'ok'}  ${run.title}: ${run.passed} passed, ${run.failed} failed`)
process.exitCode = total('failed') ? 1 : 0
console.log(`${total('passed')} passed, ${total('failed')} failed`)

async function check(title, command) {
  const ok = await run(command)
  return { title, passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/** A skipped test counts as failed, and so does a runner that ends badly without naming a failed test. */
async function counted(title, command, report, read) {
  const ok = await run(command)
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    console.error(`${title} left no report: ${error.message}`)
  }
  const failed = counts.failed + counts.skipped
  const silent = counts.passed === 0 || !ok
  return { title, passed: counts.passed, failed: failed || (silent ? 1 : 0) }
}

function run([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}
