import type { HookCost } from './hooks.ts'
import type { Result } from './result.ts'

/** The parts of the benchmarks, in the order of the page: the name for `--only`, and the heading of the section. */
export const parts = {
  ratios: 'Requests beside a bare server',
  first: 'Requests beside the first release',
  postgres: 'Requests beside a bare server, on PostgreSQL',
  hooks: 'The cost of each hook of a request',
  tokens: 'Requests with a token',
  metrics: 'Requests while metrics are counted',
  fields: 'Tasks with repeats and links',
  burst: 'Many sign-ins at once',
  growth: 'Many users, and long lists',
  line: 'A slow line',
  search: 'Search',
  claims: 'Claims',
  notes: 'Notes',
  questions: 'Questions that wait',
  reminders: 'Reminders',
  calendar: 'Calendar feeds',
  inAndOut: 'Imports and exports',
  caldav: 'CalDAV',
  streams: 'Live streams',
  cli: 'The command line',
  browser: 'The web app',
}

export type Part = keyof typeof parts

/** The start of the page with the promised and the measured figures. */
export const start = `# Benchmarks: promised and measured

Written by \`npm run bench\`, which needs a machine that does nothing else. \`npm run bench -- --only search,claims\` measures some parts and rewrites only their sections. It exits with an error if a promise is missed.

- "Of bare" is the processor time per request of a bare Fastify server, divided by that of Taskdeck. The bare server runs in a process of its own and answers with a constant (for lists, with the same bytes from memory). "Of the first release", "of the cookie", "of before" and "of the same without" are such quotients too.
  Both servers are measured in turns, in the same run. The figure is the median of the rounds. Each round is compared on its own, because the machine varies more than the two servers differ. The processor time of PostgreSQL does not count.
- Lists "from the database" are measured with \`LIST_CACHE_MB=0\`.
- The emulated line is a TCP proxy that delays bytes. It has no slow start and loses nothing, so a real line takes longer, with and without compression.
- The load comes from 50 connections on the same machine, and shares its cores with the servers.
`

export interface Report {
  part: Part
  date: string
  machine: string
  rounds: number
  seconds: number
  results: Result[]
  hookCosts: HookCost[]
}

/** The section of a part. */
export function section({ part, date, machine, rounds, seconds, results, hookCosts }: Report): string {
  const measured = `Measured on ${date.slice(0, 10)} by \`npm run bench -- --only ${part}\`: ${machine}; ${rounds} rounds of ${seconds} s where there are rounds.`
  if (part === 'hooks' && !results.length) return `${measured}\n\n${hookTable(hookCosts)}`
  const rows = results.map(
    ({ row, figure, promised, kept, detail }) =>
      `| ${row} | ${figure} | ${promised} | ${kept ? 'yes' : '**no**'} | ${detail} |`,
  )
  return `${measured}

| Benchmark | Measured | Promised | Kept | Details |
|---|---|---|---|---|
${rows.join('\n')}
`
}

const hookTable = (
  costs: HookCost[],
) => `The same load (verify), with one hook left out in every second turn. Differences below a microsecond are within the noise.

| Hook | Processor time | Of the request |
|---|---|---|
${costs.map(({ hook, cost, request }) => `| ${hook} | ${cost.toFixed(1)} µs | ${((100 * cost) / request).toFixed(1)} % |`).join('\n')}
`
