import type { Result } from './result.ts'

export interface Report {
  date: string
  machine: string
  rounds: number
  seconds: number
  results: Result[]
}

/** The page that says what was promised about speed and what was measured. */
export function page({ date, machine, rounds, seconds, results }: Report): string {
  const rows = results.map(
    ({ row, figure, promised, kept, detail }) =>
      `| ${row} | ${figure} | ${promised} | ${kept ? 'yes' : '**no**'} | ${detail} |`,
  )
  return `# Speed: promised and measured

Written by \`npm run bench -- --seconds ${seconds} --rounds ${rounds}\` on ${date.slice(0, 10)}: ${machine}. It exits with an error when a promise is missed.

"Of bare" compares with a Fastify that answers a constant (or, for lists, the same bytes from memory) in a process of its own, measured in turns in the same run: the
median of ${rounds} rounds, each compared by itself, since the machine is noisier than the difference between two rounds. The spread is the distance between the best and the worst of ours. Lists "from the database" are asked of a server with \`LIST_CACHE_MB=0\`. Requests come from
50 connections on the same machine, which does the asking as well.

| What | Measured | Promised | Kept | Details |
|---|---|---|---|---|
${rows.join('\n')}
`
}
