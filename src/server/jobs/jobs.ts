import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { JobRow } from '../database/schema.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { currentWork, runFor, type WorkContext } from '../tracing/work-context.ts'
import { jobTable } from './job-table.ts'
import { type Lease, leases } from './lease.ts'
import { trustedTime } from './trusted-time.ts'

/** Work that is due regularly. It must be idempotent, and should stop between two steps when the signal is aborted. */
export interface Job {
  name: string
  everyMs: number
  /** For long work, such as a backup: the job may take this long, and other jobs run at the same time. */
  maxRunMs?: number
  run(signal: AbortSignal): Promise<void>
}

/** The state of a job as this node knows it, for the metrics. Times are milliseconds since 1970. */
export interface JobState {
  name: string
  /** When the job is due, and how often it has failed in a row on any node, when this node last looked. */
  dueAt?: number
  failures?: number
  /** The last run on this node. */
  lastRunAt?: number
  lastRunMs?: number
  /** The runs on this node since it started. */
  runs: Record<'completed' | 'failed' | 'interrupted', number>
}

interface Dependencies {
  database: Database
  clock: () => number
  monotonic: () => number
  log: { warn(details: object, message: string): void }
  tracing?: Tracing | undefined
  leaseMs?: number
}

const checkEveryMs = 30_000
const firstRetryMs = 60_000
const maxClockSkewMs = 10 * 60_000

/**
 * Runs each job once per interval on one of the nodes that share the database, and after downtime as soon as a node is up.
 * A failed job is retried with growing pauses. No job runs while the clock is not trusted.
 */
export function jobRules({ database, clock, monotonic, log, tracing, leaseMs = 60_000 }: Dependencies) {
  const table = jobTable(database.db)
  const { take } = leases({ table, node: randomUUID(), monotonic, leaseMs })
  const isTimeTrusted = trustedTime({ table, clock, warn: (message) => log.warn({}, message) })
  const jobs: { job: Job; state: JobState }[] = []
  const stopping = new AbortController()
  const aside = new Set<Promise<void>>()
  let current: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const isDue = ({ due_at }: JobRow, { everyMs }: Job) => {
    const untilDueMs = due_at - clock()
    // A due date much more than one interval ahead was written by a clock that was wrong.
    return untilDueMs <= 0 || untilDueMs > everyMs + maxClockSkewMs
  }

  async function runAll() {
    if (!database.ready || !(await isTimeTrusted())) return
    for (const { job, state } of jobs) {
      if (stopping.signal.aborted) return
      const row = await table.find(job.name, clock())
      Object.assign(state, { dueAt: row.due_at, failures: row.failures })
      const lease = isDue(row, job) ? await take(row, job.maxRunMs) : undefined
      if (!lease) continue
      const running = runFor(contextOf(job), () => run(job, state, lease))
      if (job.maxRunMs === undefined) await running
      else runAside(running)
    }
  }

  function runAside(running: Promise<void>) {
    const ended = running.catch(report).finally(() => aside.delete(ended))
    aside.add(ended)
  }

  function contextOf({ name }: Job): WorkContext {
    const logFields = { job: name, runId: randomUUID() }
    const span = tracing?.begin(`job ${name}`, { attributes: { 'taskdeck.run_id': logFields.runId } })
    return span ? { logFields: { ...logFields, traceId: span.traceId }, span } : { logFields }
  }

  async function run(job: Job, state: JobState, lease: Lease) {
    const { failures = 0 } = state
    const stop = () => lease.abort()
    stopping.signal.addEventListener('abort', stop, { once: true })
    const begun = monotonic()
    let failure: unknown
    state.lastRunAt = clock()
    try {
      await job.run(lease.signal)
      const isInterrupted = lease.signal.aborted
      // An interrupted job stays due.
      await lease.release(isInterrupted ? {} : { due_at: clock() + job.everyMs, failures: 0 })
      state.runs[isInterrupted ? 'interrupted' : 'completed']++
    } catch (error) {
      state.runs.failed++
      failure = error
      const retryMs = Math.min(firstRetryMs * 2 ** Math.min(failures, 20), job.everyMs)
      log.warn({ err: error }, `The job "${job.name}" failed. Trying again in ${Math.round(retryMs / 60_000)} min.`)
      await lease.release({ due_at: clock() + retryMs, failures: failures + 1 })
    } finally {
      currentWork()?.span?.end(failure)
      state.lastRunMs = monotonic() - begun
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  function report(error: unknown) {
    // While the database cannot be reached, every request reports it already.
    if (!database.outage(error)) log.warn({ err: error }, 'The background jobs could not be run')
  }

  /** Runs all jobs that are due. Concurrent calls share one run. */
  async function runDue(): Promise<void> {
    current ??= runAll().finally(() => {
      current = undefined
    })
    await current
  }

  /** Resolves when the long jobs of this node have ended. */
  async function settled(): Promise<void> {
    await Promise.all(aside)
  }

  return {
    register(job: Job) {
      jobs.push({ job, state: { name: job.name, runs: { completed: 0, failed: 0, interrupted: 0 } } })
    },
    states: (): JobState[] => jobs.map(({ state }) => state),
    runDue,
    start() {
      timer = setInterval(() => runDue().catch(report), checkEveryMs).unref()
    },
    settled,
    /** Stops the running jobs between two of their steps. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await current?.catch(() => {})
      await settled()
    },
  }
}

export type JobRules = ReturnType<typeof jobRules>
