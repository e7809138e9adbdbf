import { readFile } from 'node:fs/promises'
import { arch, cpus } from 'node:os'
import { programOptions } from '../test/program-options.ts'
import { writeSection } from '../test/section.ts'
import { type Attack, hostileAttacks } from './attacks.ts'
import { agentAttacks } from './attacks-agents.ts'
import { bulkAttacks } from './attacks-bulk.ts'
import { greedyAttacks } from './attacks-greedy.ts'
import { killedBackups } from './backups.ts'
import { bulkKills } from './bulk-kills.ts'
import { manyCases } from './cases.ts'
import { closing } from './closing.ts'
import { decks } from './decks.ts'
import { fullDisk } from './full-disk.ts'
import { hostile } from './hostile.ts'
import { kills } from './kills.ts'
import { malformed } from './malformed.ts'
import { objectStorage } from './object-storage.ts'
import { outage } from './outage.ts'
import { powerCut } from './power-cut.ts'
import { readers } from './readers.ts'
import { reminderKills } from './reminders.ts'
import { repeats } from './repeats.ts'
import type { Outcome } from './result.ts'
import { slowClients } from './slow.ts'
import { abortedUploads } from './uploads.ts'
import { webhookKills } from './webhooks.ts'
import type { Engine } from './world.ts'

const everything =
  'kills,bulkKills,repeats,reminders,webhooks,powerCut,fullDisk,closing,slow,uploads,malformed,readers,outage,backups,objectStorage,hostile,greedy,cases,decks'
const values = programOptions({
  usage: `npm run torture                        every fault; rewrites docs/reliability.md
npm run torture -- --only slow,kills   some faults: ${everything.replaceAll(',', ', ')}
npm run torture -- --part 0.1          a tenth of each fault; leaves the page unchanged
npm run torture -- --engine sqlite     the faults of one engine, or of postgres
npm run torture -- --only hostile --attack search   hostile accounts whose name contains a text`,
  names: everything.split(','),
  options: {
    only: { type: 'string', default: everything },
    /** The share of the full run. */
    part: { type: 'string', default: '1' },
    /** Runs only hostile accounts whose name contains this text. */
    attack: { type: 'string', default: '' },
    engine: { type: 'string', default: 'both' },
  },
})
const engines = (['sqlite', 'postgres'] as const).filter((engine) => ['both', engine].includes(values.engine))
if (!engines.length) {
  console.error(`There is no engine ${values.engine}: choose sqlite, postgres or both.`)
  process.exit(1)
}
const some = (whole: number) => Math.max(1, Math.round(whole * Number(values.part)))

const faults: Record<string, () => Promise<Outcome>[] | AsyncGenerator<Outcome>> = {
  kills: () => onBoth((engine) => kills(engine, some(100))),
  bulkKills: () => onBoth((engine) => bulkKills(engine, some(50))),
  repeats: () => onBoth((engine) => repeats(engine, some(50))),
  reminders: () => onBoth((engine) => reminderKills(engine, some(1_000), some(20))),
  webhooks: () => onBoth((engine) => webhookKills(engine, some(1_000), some(20))),
  powerCut: () => onBoth((engine) => powerCut(engine, some(50))),
  fullDisk: () => onBoth((engine) => fullDisk(engine, some(10))),
  closing: () => onBoth((engine) => closing(engine, some(5))),
  slow: () => onBoth((engine) => slowClients(engine, some(1_000))),
  uploads: () => onBoth((engine) => abortedUploads(engine, some(1_000))),
  malformed: () => onBoth((engine) => malformed(engine, some(100_000))),
  readers: () => onBoth((engine) => readers(engine, some(50) * 100)),
  backups: () => onBoth((engine) => killedBackups(engine, some(5))),
  decks: () => onBoth((engine) => decks(engine, some(5_000))),
  cases: () => onBoth((engine) => manyCases(engine, Number(values.part))),
  outage: () => [outage(some(10))],
  objectStorage: () => objectStorage(some(5)),
  hostile: () => attacked(hostileAttacks),
  greedy: () => attacked([...bulkAttacks, ...greedyAttacks, ...agentAttacks]),
}

async function* onBoth(run: (engine: Engine) => Promise<Outcome>): AsyncGenerator<Outcome> {
  for (const engine of engines) yield await run(engine)
}

async function* attacked(attacks: Attack[]): AsyncGenerator<Outcome> {
  const options = { size: some(1_000) * 100, seconds: 10, only: values.attack }
  for (const engine of engines) yield* hostile(engine, attacks, options)
}

const outcomes: Outcome[] = []
for (const name of values.only.split(',')) {
  for await (const outcome of faults[name]?.() ?? []) {
    outcomes.push(outcome)
    console.log(`${outcome.kept ? 'kept  ' : 'BROKEN'}  ${outcome.engine}: ${outcome.fault}: ${outcome.figure}`)
  }
}

const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}`
// Only a full run is evidence for a promise.
if (values.part === '1') await writeSection('docs/reliability.md', '', await page())
process.exit(outcomes.some((outcome) => !outcome.kept) ? 1 : 0)

/** The page with the new results; rows of faults that did not run stay unchanged. */
async function page() {
  const today = new Date().toISOString().slice(0, 10)
  const before = await readFile('docs/reliability.md', 'utf8').catch(() => '')
  const rows = new Map(
    [...before.matchAll(/^\| (.*? \| (?:sqlite|postgres)) \|.*$/gm)].map(([row, key = '']) => [key, row]),
  )
  for (const { fault, engine, figure, promised, kept } of outcomes) {
    const key = `${fault} | ${engine}`
    rows.set(key, `| ${key} | ${figure} | ${promised} | ${kept ? 'yes' : '**no**'} | ${today} |`)
  }
  return `# Reliability: promised and tested

Written by \`npm run torture\`: ${machine}. It exits with an error if a promise is broken.

\`\`\`sh
npm run torture                   # every fault; rewrites this page
npm run torture -- --only slow    # one fault; rewrites its rows
npm run torture -- --only greedy --engine sqlite   # greedy accounts beside others, in about five minutes
npm run torture -- --part 0.1     # a tenth of each fault; leaves this page unchanged
\`\`\`

The program needs Linux, and strace for the power cut. \`npm test -- --all\` includes a short version of every fault, with one engine, except the power cut; slow clients, malformed requests and streams that nobody reads as tests of one client each; and the faults of the S3 server in another form ([Object storage](#object-storage)); of the hostile accounts, it includes a few, and only failures count; of random cases, it tries a few.

Memory: the server of hostile and greedy accounts runs with the heap that Node gives itself in a container of 1,024 MB, and the most memory that the kernel has counted for its process must stay below those 1,024 MB. No limit of the kernel is set: those of a process count address space that Node reserves and does not use (800 MB of data where 240 MB are in memory), and one of a control group needs permissions that the program does not have everywhere.

| Fault | Engine | Result | Promised | Kept | Date |
|---|---|---|---|---|---|
${[...rows.values()].join('\n')}
`
}
