import { arch, cpus } from 'node:os'
import type { Outcome } from '../result.ts'

/** The section about a cluster whose parts are killed and cut off. */
export const clusterPage = (outcomes: Outcome[], users: number) => `${written()}

One machine runs HAProxy, three nodes, a PostgreSQL primary with a synchronous standby, an S3 server (Ceph's radosgw), and ${load(users)} HAProxy has the settings of \`deploy/haproxy.cfg\`. The test promotes the standby as soon as the primary is gone: this table is about the nodes, and the
next one about a database that decides by itself. \`npm test -- --all\` includes a short version, without the S3 server and without limits of time.

\`\`\`sh
npm run cluster                            # every fault; rewrites this section and the next one
npm run cluster -- --only node --rounds 1  # one fault; leaves this page unchanged
\`\`\`

${table(outcomes)}
`

/** The section about the files in deploy/. */
export const failoverPage = (outcomes: Outcome[], users: number) => `${written()}

The files in \`deploy/\` as they are: HAProxy with \`haproxy.cfg\`, three nodes, and three servers with Debian's PostgreSQL 15, Patroni and etcd from \`deploy/patroni\`, with the addresses, ports and paths of these files. Each part has a network of its own, a Linux namespace on one machine. Nobody intervenes. The load is ${load(users)} Two more
callers only write and two only read without a break: *no write* and *no read* are the longest times in which none of theirs was answered.

\`\`\`sh
npm run cluster -- --only crash,power,freeze,cut,standby,etcd,switchover  # rewrites this section; needs Linux and root
npm run cluster -- --only power --rounds 1                           # one fault; leaves this page unchanged
\`\`\`

${table(outcomes)}
`

const load = (users: number) =>
  `${users} users who create, change, list, upload and sign in all the time, each with two live streams. The users repeat a call with its \`Idempotency-Key\` until it is answered, as the web app does.`

function written() {
  const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}`
  return `Written by \`npm run cluster\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. It exits with an error if a promise is broken.`
}

function table(outcomes: Outcome[]) {
  const rows = outcomes.map(
    ({ fault, figure, promised, kept }) => `| ${fault} | ${figure} | ${promised} | ${kept ? 'yes' : '**no**'} |`,
  )
  return ['| Fault | Result | Promised | Kept |', '|---|---|---|---|', ...rows].join('\n')
}
