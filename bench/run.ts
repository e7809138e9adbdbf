import { arch, cpus } from 'node:os'
import { programOptions } from '../test/program-options.ts'
import { writeSection } from '../test/section.ts'
import { browser } from './browser.ts'
import { burst } from './burst.ts'
import { caldav } from './caldav.ts'
import { calendar } from './calendar.ts'
import { claims } from './claims.ts'
import { commandLine } from './command-line.ts'
import { fields } from './fields.ts'
import { firstRelease } from './first-release.ts'
import { growth } from './growth.ts'
import { type HookCost, hooks } from './hooks.ts'
import { inAndOut } from './in-and-out.ts'
import { line } from './line.ts'
import { metrics } from './metrics.ts'
import { notes } from './notes.ts'
import { type Part, parts, section, start } from './page.ts'
import { questions } from './questions.ts'
import { ratios, ratiosOnPostgres } from './ratios.ts'
import { reminders } from './reminders.ts'
import type { Result } from './result.ts'
import { search } from './search.ts'
import { streams } from './streams.ts'
import { tokens } from './tokens.ts'

const everything = Object.keys(parts).join(',')
const [usualSeconds, usualRounds] = ['1', '11']
const values = programOptions({
  usage: `npm run bench                       every part; rewrites docs/benchmarks.md
npm run bench -- --only search      some parts, whose sections are rewritten: ${everything.replaceAll(',', ', ')}
npm run bench -- --seconds 2 --rounds 3   longer rounds, and fewer; the page is rewritten only with as many rounds as usual, or more`,
  names: everything.split(','),
  options: {
    seconds: { type: 'string', default: usualSeconds },
    rounds: { type: 'string', default: usualRounds },
    only: { type: 'string', default: everything },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)

const results: Result[] = []
const hookCosts: HookCost[] = []

const measure: Record<Part, () => Promise<Result | Result[]>> = {
  ratios: () => ratios(seconds, rounds),
  first: () => firstRelease(seconds, rounds),
  postgres: () => ratiosOnPostgres(seconds, rounds),
  tokens: () => tokens(seconds, rounds),
  hooks: async () => {
    hookCosts.push(...(await hooks(seconds, rounds)))
    return []
  },
  metrics: () => metrics(seconds, rounds),
  fields: () => fields(seconds, rounds),
  burst: () => burst(seconds),
  growth,
  line,
  search,
  claims: () => claims(rounds),
  notes,
  questions: () => questions(rounds),
  reminders,
  calendar: () => calendar(seconds, rounds),
  inAndOut,
  caldav: () => caldav(seconds, rounds),
  streams,
  cli: commandLine,
  browser,
}

const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}`
const isWritten = seconds >= Number(usualSeconds) && rounds >= Number(usualRounds)
const page = 'docs/benchmarks.md'

for (const part of values.only.split(',') as Part[]) {
  const begun = performance.now()
  const rows = [await measure[part]().catch(failed(part))].flat()
  results.push(...rows)
  for (const { row, figure, promised, kept } of rows)
    console.log(`${kept ? 'yes' : 'NO '}  ${row}: ${figure}, promised ${promised}`)
  console.log(`${part} took ${Math.round((performance.now() - begun) / 1000)} s`)
  const report = { part, date: new Date().toISOString(), machine, rounds, seconds, results: rows, hookCosts }
  if (isWritten) await writeSection(page, parts[part], section(report))
}
if (isWritten) await writeSection(page, '', start)

console.table(results.map(({ kept, ...result }) => ({ ...result, kept: kept ? 'yes' : 'NO' })))
if (hookCosts.length) console.table(hookCosts)
console.log(`${machine}.${isWritten ? ` Written to ${page}.` : ''}`)
if (results.some((result) => !result.kept)) process.exitCode = 1

/** A part that fails is a promise that is not kept, and the other parts go on. */
function failed(part: Part) {
  return (error: Error): Result => {
    console.error(error)
    return { row: `${part} (the whole part)`, figure: 'failed', promised: 'to run', kept: false, detail: error.message }
  }
}
