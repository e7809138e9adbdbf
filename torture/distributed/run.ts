import { parseArgs } from 'node:util'
import { tryBackup } from './backup.ts'
import { type FaultName, faultNames, tryFaults } from './faults.ts'
import { controlBy } from './nodes.ts'
import { tryRebalancing } from './rebalancing.ts'
import { runTests } from './tests.ts'
import { measureThroughput } from './throughput.ts'

const usage = `npm run distributed -- --url postgres://USER@HOST:5432/DATABASE [FILE…]   the server tests on this coordinator of Citus, with its workers
npm run distributed -- --url … --load                    throughput, adding a worker, backup and restore; rewrites sections of docs/distributed.md
npm run distributed -- --url … --load --control COMMAND  and faults: runs COMMAND kill, start, freeze or continue HOST:PORT for a server
npm run distributed -- --url … --load --only PART,…      some parts: throughput, ${faultNames.join(', ')}, rebalancing, backup
npm run distributed -- --url … --load --rounds 5 --seconds 3

The role must be allowed to create databases and the extension. All databases that this program creates are removed again.`

const options = {
  url: { type: 'string' },
  load: { type: 'boolean' },
  control: { type: 'string' },
  only: { type: 'string' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  help: { type: 'boolean', short: 'h' },
} as const

const { values, positionals } = parseArgs({ options, allowPositionals: true })
const { url, control, only } = values
if (!url || values.help) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
if (!values.load) process.exit(await runTests(url, positionals))

const asked = only?.split(',')
const wants = (part: string) => !asked || asked.includes(part)
const faults = faultNames.filter((name): name is FaultName => wants(name))
let isKept = true
if (wants('throughput'))
  await measureThroughput(url, { rounds: Number(values.rounds), seconds: Number(values.seconds) })
if (faults.length && control) isKept = (await tryFaults(url, faults, controlBy(control))) && isKept
else if (faults.length) console.log('No server is killed, because there is no --control.')
if (wants('rebalancing')) isKept = (await tryRebalancing(url)) && isKept
if (wants('backup')) isKept = (await tryBackup(url)) && isKept
process.exit(isKept ? 0 : 1)
