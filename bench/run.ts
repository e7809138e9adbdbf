import { mkdir, writeFile } from 'node:fs/promises'
import { arch, cpus } from 'node:os'
import { programOptions } from '../test/program-options.ts'
import { browser } from './browser.ts'
import { burst } from './burst.ts'
import { caldav } from './caldav.ts'
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
import { page } from './page.ts'
import { questions } from './questions.ts'
import { ratios, ratiosOnPostgres } from './ratios.ts'
import { reminders } from './reminders.ts'
import type { Result } from './result.ts'
import { search } from './search.ts'
import { streams } from './streams.ts'
import { tokens } from './tokens.ts'

const everything =
  'ratios,first,postgres,hooks,tokens,metrics,fields,burst,growth,line,search,claims,notes,questions,reminders,inAndOut,caldav,streams,cli,browser'
const values = programOptions({
  usage: `npm run bench                       every row; rewrites docs/benchmarks.md
npm run bench -- --only search      some rows: ${everything.replaceAll(',', ', ')}
npm run bench -- --seconds 2 --rounds 3   shorter rounds, and fewer`,
  names: everything.split(','),
  options: {
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '11' },
    only: { type: 'string', default: everything },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)

const results: Result[] = []
const hookCosts: HookCost[] = []

const parts: Record<string, () => Promise<Result | Result[]>> = {
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
  inAndOut,
  caldav: () => caldav(seconds, rounds),
  streams,
  cli: commandLine,
  browser,
}
for (const name of values.only.split(',')) {
  const begun = performance.now()
  const rows = [(await parts[name]?.().catch(failed(name))) ?? []].flat()
  results.push(...rows)
  for (const { row, figure, promised, kept } of rows)
    console.log(`${kept ? 'yes' : 'NO '}  ${row}: ${figure}, promised ${promised}`)
  console.log(`${name} took ${Math.round((performance.now() - begun) / 1000)} s`)
}

/** A part that fails is a promise that is not kept, and the other parts go on. */
function failed(name: string) {
  return (error: Error): Result => {
    console.error(error)
    return { row: `${name} (the whole part)`, figure: 'failed', promised: 'to run', kept: false, detail: error.message }
  }
}

const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}`
console.table(results.map(({ kept, ...result }) => ({ ...result, kept: kept ? 'yes' : 'NO' })))
if (hookCosts.length) console.table(hookCosts)
const report = { date: new Date().toISOString(), machine, rounds, seconds, results, hookCosts }
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/latest.json', JSON.stringify(report, null, 2))
// Only a full run covers all promises.
if (values.only === everything) await writeFile('docs/benchmarks.md', page(report))
console.log(
  `${machine}. Written to bench/results/latest.json${values.only === everything ? ' and docs/benchmarks.md' : ''}`,
)
if (results.some((result) => !result.kept)) process.exitCode = 1
