// npm run core-tests: how much of the web app the browser tests of the core run, and which tests to exchange.
//   npm run core-tests                   runs all browser tests first, at 1440 px
//   npm run core-tests -- --in FOLDER    reads what an earlier run has recorded there
import { spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { charactersBeyond, ranCode, readRecorded, together } from './coverage.ts'

const shown = 10
const { values } = parseArgs({ options: { in: { type: 'string' } } })
const folder = values.in ?? (await recordAll())

const tests = await readRecorded(folder)
const codes = ranCode(tests)
const all = tests.map(({ title, tags, place, milliseconds }, index) => ({
  ...{ title, place, milliseconds, isCore: tags.includes('@core') },
  code: codes[index] ?? new Uint32Array(),
}))
const core = all.filter(({ isCore }) => isCore)
const whole = charactersBeyond(together(codes))
const byCore = together(core.map(({ code }) => code))

console.log(`${core.length} of ${all.length} tests: ${seconds(core)} of ${seconds(all)} s`)
console.log(`They run ${percent(charactersBeyond(byCore))} of the code that all of them run.`)
list('Would add the most for their time', bestOf(all.filter(({ isCore }) => !isCore).map((test) => rate(test, byCore))))
const others = (one: object) => together(core.filter((test) => test !== one).map(({ code }) => code))
list('Add the least for their time', bestOf(core.map((test) => rate(test, others(test)))).toReversed())

/** Returns a folder with the code that each browser test has run. */
async function recordAll() {
  const made = await mkdtemp(join(tmpdir(), 'taskdeck-coverage-'))
  const { status } = spawnSync('playwright', ['test', '--project', 'desktop', '--reporter', 'line'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, RECORD_COVERAGE: made },
  })
  if (status !== 0) throw new Error('Some browser tests failed, so the figures would be wrong.')
  console.log(`Recorded in ${made}`)
  return made
}

function rate<T extends { code: Uint32Array; milliseconds: number }>(test: T, known: Uint32Array) {
  const added = charactersBeyond(test.code, known)
  return { ...test, added, worth: added / Math.max(test.milliseconds, 500) }
}

function bestOf<T extends { worth: number }>(rated: T[]) {
  return rated.toSorted((a, b) => b.worth - a.worth)
}

function list(heading: string, rated: { added: number; milliseconds: number; place: string; title: string }[]) {
  console.log(`\n${heading}:`)
  for (const { added, milliseconds, place, title } of rated.slice(0, shown)) {
    console.log(`${percent(added).padStart(8)}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s  ${place}  ${title}`)
  }
}

function percent(characters: number) {
  return `${((characters / whole) * 100).toFixed(2)} %`
}

function seconds(some: { milliseconds: number }[]) {
  return Math.round(some.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000)
}
