import type { HookCost } from './hooks.ts'
import type { Result } from './result.ts'

export interface Report {
  date: string
  machine: string
  rounds: number
  seconds: number
  results: Result[]
  hookCosts: HookCost[]
}

/** The page with the promised and the measured figures. */
export function page({ date, machine, rounds, seconds, results, hookCosts }: Report): string {
  const rows = results.map(
    ({ row, figure, promised, kept, detail }) =>
      `| ${row} | ${figure} | ${promised} | ${kept ? 'yes' : '**no**'} | ${detail} |`,
  )
  return `# Benchmarks: promised and measured

Written by \`npm run bench -- --seconds ${seconds} --rounds ${rounds}\` on ${date.slice(0, 10)}: ${machine}. It exits with an error if a promise is missed.

- "Of bare" is the processor time per request of a bare Fastify server, divided by that of Taskdeck. The bare server runs in a process of its own and answers with a constant (for lists, with the same bytes from memory). "Of the first release", "of the cookie", "of before" and "of the same without" are such quotients too.
  Both servers are measured in turns, in the same run. The figure is the median of ${rounds} rounds. Each round is compared on its own, because the machine varies more than the two servers differ. The processor time of PostgreSQL does not count.
- Lists "from the database" are measured with \`LIST_CACHE_MB=0\`.
- The emulated line is a TCP proxy that delays bytes. It has no slow start and loses nothing, so a real line takes longer, with and without compression.
- The load comes from 50 connections on the same machine, and shares its cores with the servers.

| Benchmark | Measured | Promised | Kept | Details |
|---|---|---|---|---|
${rows.join('\n')}

## The cost of each hook of a request

The same load (verify), with one hook left out in every second turn; the median of ${rounds} rounds. Differences below a microsecond are within the noise. \`npm run bench -- --only hooks\` prints this table.

| Hook | Processor time | Of the request |
|---|---|---|
${hookCosts.map(({ hook, cost, request }) => `| ${hook} | ${cost.toFixed(1)} µs | ${((100 * cost) / request).toFixed(1)} % |`).join('\n')}
`
}
