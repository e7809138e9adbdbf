import type { Result } from './result.ts'

export interface Report {
  date: string
  machine: string
  rounds: number
  seconds: number
  results: Result[]
}

/** The page with the promised and the measured figures. */
export function page({ date, machine, rounds, seconds, results }: Report): string {
  const rows = results.map(
    ({ row, figure, promised, kept, detail }) =>
      `| ${row} | ${figure} | ${promised} | ${kept ? 'yes' : '**no**'} | ${detail} |`,
  )
  return `# Benchmarks: promised and measured

Written by \`npm run bench -- --seconds ${seconds} --rounds ${rounds}\` on ${date.slice(0, 10)}: ${machine}. It exits with an error if a promise is missed.

- "Of bare" is Taskdeck's throughput divided by that of a bare Fastify server, which runs in a process of its own and answers with a constant (for lists, with the same bytes from memory). Both are measured in turns, in the same run.
  The figure is the median of ${rounds} rounds. Each round is compared on its own, because the machine varies more than the two servers differ.
- "Spread" is the difference between the best and the worst round of Taskdeck.
- Lists "from the database" are measured with \`LIST_CACHE_MB=0\`.
- The emulated line is a TCP proxy that delays bytes. It has no slow start and loses nothing, so a real line takes longer, with and without compression.
- The load comes from 50 connections on the same machine, and shares its cores with the servers.

| Benchmark | Measured | Promised | Kept | Details |
|---|---|---|---|---|
${rows.join('\n')}
`
}
