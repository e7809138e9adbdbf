import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProcess, startTaskdeck } from '../test/process.ts'
import { load, median } from './load.ts'
import { makeRows, type Row } from './rows.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)

const folder = await mkdtemp(join(tmpdir(), 'taskdeck-bench-'))
const taskdeck = startTaskdeck({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn' })
const bare = startProcess(process.execPath, [join(import.meta.dirname, 'bare.ts')])
try {
  const origin = await address(taskdeck)
  const bareOrigin = await address(bare)
  const results = []
  for (const row of await makeRows(origin)) results.push(await measure(row, origin, bareOrigin))
  await report(results)
} finally {
  await Promise.all([taskdeck.stop(), bare.stop()])
  await rm(folder, { recursive: true, force: true })
}

async function address(program: typeof taskdeck) {
  const [, origin = ''] = await program.said(/ready at (http:\/\/[^/\s]+)/)
  return origin.replace('localhost', '127.0.0.1')
}

/** Both servers take turns, so that a noisy machine disturbs both alike. */
async function measure(row: Row, origin: string, bareOrigin: string) {
  const ours = []
  const theirs = []
  await load(origin, row.request, 1)
  await load(bareOrigin, row.bare, 1)
  for (let round = 0; round < rounds; round++) {
    theirs.push(await load(bareOrigin, row.bare, seconds))
    ours.push(await load(origin, row.request, seconds))
  }
  const [figures, yardstick] = [median(ours), median(theirs)]
  return {
    name: row.name,
    promise: row.promise,
    ratio: figures.perSecond / yardstick.perSecond,
    figures,
    bare: yardstick,
  }
}

async function report(results: Awaited<ReturnType<typeof measure>>[]) {
  const table = results.map(({ name, promise, ratio, figures, bare }) => ({
    row: name,
    'requests/s': Math.round(figures.perSecond),
    'p50 ms': figures.p50,
    'p99 ms': figures.p99,
    'spread %': Math.round(figures.spread * 100),
    'bare/s': Math.round(bare.perSecond),
    ratio: Number(ratio.toFixed(2)),
    promised: promise,
    kept: ratio >= promise ? 'yes' : 'NO',
  }))
  console.table(table)
  const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()} ${arch()}, Node ${process.versions.node}`
  await mkdir('bench/results', { recursive: true })
  await writeFile(
    'bench/results/latest.json',
    JSON.stringify({ date: new Date().toISOString(), machine, rounds, seconds, results }, null, 2),
  )
  console.log(`${machine}. Written to bench/results/latest.json`)
  if (results.some(({ promise, ratio }) => ratio < promise)) process.exitCode = 1
}
