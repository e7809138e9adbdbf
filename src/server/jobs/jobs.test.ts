import { expect, onTestFinished, test } from 'vitest'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { openDatabase } from '../database/open.ts'
import { type Job, jobRules } from './jobs.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const leaseMs = minute

/** A database, and nodes that share it. Every node has its own clocks, which stand still until a test moves them. */
async function cluster(engine: Engine) {
  const url = await migratedDatabase(engine)
  const first = openDatabase(url)
  onTestFinished(() => first.close())
  const warnings: string[] = []

  async function node(run: Job['run'], { renewMs = leaseMs / 4 } = {}) {
    const database = openDatabase(url)
    database.ready = true
    let [now, monotonic] = [Date.UTC(2026, 0, 1), 0]
    const jobs = jobRules({
      database,
      clock: () => now,
      monotonic: () => monotonic,
      log: { warn: (_details, message) => void warnings.push(message) },
      leaseMs: renewMs * 4,
    })
    jobs.register({ name: 'tidy', everyMs: hour, run })
    onTestFinished(async () => {
      await jobs.stop()
      await database.close()
    })
    return {
      ...jobs,
      pass(milliseconds: number) {
        now += milliseconds
        monotonic += milliseconds
      },
      setClock(milliseconds: number) {
        now += milliseconds
      },
    }
  }
  const row = () => first.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
  return { node, row, warnings }
}

/** A run that starts and ends when the test says so. */
function longRun() {
  const [begun, end] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()]
  return {
    run: (signal: AbortSignal) => {
      begun.resolve(signal)
      return end.promise
    },
    begun: begun.promise,
    end: end.resolve,
  }
}

test.for(engines)('%s: two nodes together run a job once per interval', async (engine) => {
  const { node } = await cluster(engine)
  const runs: string[] = []
  const [a, b] = [await node(async () => void runs.push('a')), await node(async () => void runs.push('b'))]
  for (let round = 0; round < 3; round++) {
    await Promise.all([a.runDue(), b.runDue()])
    await Promise.all([a.runDue(), b.runDue()])
    expect(runs).toHaveLength(round + 1)
    for (const each of [a, b]) each.pass(hour)
  }
})

test.for(engines)('%s: a server that restarts more often than the interval still runs its jobs', async (engine) => {
  const { node } = await cluster(engine)
  const runs: number[] = []
  for (let start = 0; start < 8; start++) {
    const server = await node(async () => void runs.push(start))
    server.pass(start * 25 * minute)
    await server.runDue()
    await server.stop()
  }
  expect(runs).toEqual([0, 3, 6])
})

test.for(engines)('%s: after downtime a job runs once, not once per missed interval', async (engine) => {
  const { node } = await cluster(engine)
  let runs = 0
  const server = await node(async () => void runs++)
  await server.runDue()
  server.pass(20 * hour)
  await server.runDue()
  await server.runDue()
  expect(runs).toBe(2)
})

test.for(engines)('%s: a failed job is logged and retried with growing delays', async (engine) => {
  const { node, row, warnings } = await cluster(engine)
  let fails = true
  const server = await node(async () => {
    if (fails) throw new Error('no')
  })
  const pauses: number[] = []
  for (let round = 0; round < 8; round++) {
    await server.runDue()
    const { due_at, failures } = await row()
    expect(failures).toBe(round + 1)
    const pause = due_at - Date.UTC(2026, 0, 1) - pauses.reduce((sum, each) => sum + each, 0)
    pauses.push(pause)
    server.pass(pause)
  }
  expect(pauses.map((pause) => pause / minute)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(warnings[2]).toBe('The job "tidy" failed. Trying again in 4 min.')
  fails = false
  await server.runDue()
  expect(await row()).toMatchObject({ failures: 0, holder: null })
  await server.runDue()
  expect(server.states()).toEqual([
    {
      name: 'tidy',
      runs: { completed: 1, failed: 8, interrupted: 0 },
      dueAt: (await row()).due_at,
      failures: 0,
      lastRunAt: (await row()).due_at - hour,
      lastRunMs: 0,
    },
  ])
})

test.for(engines)(
  '%s: a node that stops responding loses its lease to another node and cannot complete the job',
  async (engine) => {
    const { node, row } = await cluster(engine)
    const [stuck, second] = [longRun(), longRun()]
    const [a, b] = [await node(stuck.run, { renewMs: day }), await node(second.run)]
    const stuckRun = a.runDue()
    await stuck.begun

    await b.runDue()
    b.pass(leaseMs - 1)
    await b.runDue()
    expect((await row()).fence).toBe(1)
    b.pass(1)
    const taken = b.runDue()
    await second.begun
    expect(await row()).toMatchObject({ fence: 2 })

    const before = await row()
    stuck.end()
    await stuckRun
    expect(await row()).toEqual(before)
    second.end()
    await taken
    expect(await row()).toMatchObject({ holder: null, fence: 2 })
  },
)

test.for(engines)('%s: a long job renews and keeps its lease', async (engine) => {
  const { node, row } = await cluster(engine)
  const long = longRun()
  let taken = false
  const a = await node(long.run, { renewMs: 5 })
  const b = await node(async () => {
    taken = true
  })
  const running = a.runDue()
  await long.begun
  for (let round = 0; round < 3; round++) {
    await b.runDue()
    const { beat } = await row()
    await expect.poll(async () => (await row()).beat, { interval: 5 }).toBeGreaterThan(beat)
    b.pass(leaseMs)
  }
  await b.runDue()
  expect(taken).toBe(false)
  long.end()
  await running
})

test.for(engines)('%s: a job that has lost its lease is aborted', async (engine) => {
  const { node } = await cluster(engine)
  const long = longRun()
  const a = await node(long.run, { renewMs: 200 })
  const b = await node(async () => {})
  const running = a.runDue()
  const signal = await long.begun
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve))
  await b.runDue()
  b.pass(leaseMs)
  await b.runDue()
  await stopped
  long.end()
  await running
})

test.for(engines)('%s: a job that is stopped by a shutdown is due at the next start', async (engine) => {
  const { node, row } = await cluster(engine)
  const long = longRun()
  const a = await node(long.run)
  void a.runDue()
  const signal = await long.begun
  const stopped = a.stop()
  expect(signal.aborted).toBe(true)
  long.end()
  await stopped
  expect(await row()).toMatchObject({ holder: null, failures: 0, due_at: Date.UTC(2026, 0, 1) })
})

test.for(engines)('%s: while the clock is a year ahead no job runs, and a warning says why', async (engine) => {
  const { node, warnings } = await cluster(engine)
  let runs = 0
  const server = await node(async () => void runs++)
  await server.runDue()
  server.setClock(365 * day)
  for (let times = 0; times < 3; times++) {
    server.pass(minute)
    await server.runDue()
  }
  expect(runs).toBe(1)
  expect(warnings).toEqual([
    'The clock shows 2027-01-01T00:01:00.000Z, but the last known time is 2026-01-01T00:00:00.000Z. Nothing is deleted by its age until the clock is correct again or has run on from there for a day.',
  ])
  server.setClock(-365 * day)
  server.pass(hour)
  await server.runDue()
  expect(runs).toBe(2)
})

test.for(engines)(
  '%s: a job that was completed while the clock was far ahead is not delayed for years',
  async (engine) => {
    const { node, row } = await cluster(engine)
    let runs = 0
    const server = await node(async () => void runs++)
    await server.runDue()
    server.setClock(365 * day)
    for (let hours = 0; hours <= 25; hours++) {
      await server.runDue()
      server.pass(hour)
    }
    const afterwards = runs
    expect((await row()).due_at).toBeGreaterThan(Date.UTC(2027, 0, 1))
    server.setClock(-365 * day)
    for (let hours = 0; hours <= 25; hours++) {
      await server.runDue()
      server.pass(hour)
    }
    expect(runs).toBeGreaterThan(afterwards)
    expect((await row()).due_at).toBeLessThan(Date.UTC(2026, 1, 1))
  },
)
