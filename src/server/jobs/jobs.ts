import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { JobRow } from '../database/schema.ts'
import { jobTable } from './job-table.ts'
import { type Lease, leases } from './lease.ts'
import { trustedTime } from './trusted-time.ts'

/** Work that is due regularly. It must be idempotent, and should stop between two steps when the signal is aborted. */
export interface Job {
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<void>
}

interface Parts {
  database: Database
  clock: () => number
  monotonic: () => number
  log: { warn(details: object, message: string): void }
  leaseMs?: number
}

const checkEveryMs = 30_000
const firstRetryMs = 60_000
const maxClockSkewMs = 10 * 60_000

/**
 * Runs each job once per interval on one of the nodes that share the database, and after downtime as soon as a node is up.
 * A failed job is retried with growing pauses. No job runs while the clock is not trusted.
 */
export function jobRules({ database, clock, monotonic, log, leaseMs = 60_000 }: Parts) {
  const table = jobTable(database.db)
  const { take } = leases({ table, node: randomUUID(), monotonic, leaseMs })
  const isTimeTrusted = trustedTime({ table, clock, warn: (message) => log.warn({}, message) })
  const jobs: Job[] = []
  const stopping = new AbortController()
  let current: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const isDue = ({ due_at }: JobRow, { everyMs }: Job) => {
    const untilDueMs = due_at - clock()
    // A due date much more than one interval ahead was written by a clock that was wrong.
    return untilDueMs <= 0 || untilDueMs > everyMs + maxClockSkewMs
  }

  async function runAll() {
    if (!database.ready || !(await isTimeTrusted())) return
    for (const job of jobs) {
      if (stopping.signal.aborted) return
      const row = await table.find(job.name, clock())
      const lease = isDue(row, job) ? await take(row) : undefined
      if (lease) await run(job, row, lease)
    }
  }

  async function run(job: Job, { failures }: JobRow, lease: Lease) {
    const stop = () => lease.abort()
    stopping.signal.addEventListener('abort', stop, { once: true })
    try {
      await job.run(lease.signal)
      // An interrupted job stays due.
      await lease.release(lease.signal.aborted ? {} : { due_at: clock() + job.everyMs, failures: 0 })
    } catch (error) {
      const retryMs = Math.min(firstRetryMs * 2 ** Math.min(failures, 20), job.everyMs)
      log.warn({ err: error }, `The job "${job.name}" failed. Trying again in ${Math.round(retryMs / 60_000)} min.`)
      await lease.release({ due_at: clock() + retryMs, failures: failures + 1 })
    } finally {
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  /** Runs all jobs that are due. Concurrent calls share one run. */
  async function runDue(): Promise<void> {
    current ??= runAll().finally(() => {
      current = undefined
    })
    await current
  }

  return {
    register: (job: Job) => void jobs.push(job),
    runDue,
    start() {
      timer = setInterval(
        () =>
          runDue().catch((error) => {
            // While the database cannot be reached, every request reports it already.
            if (!database.outage(error)) log.warn({ err: error }, 'The background jobs could not be run')
          }),
        checkEveryMs,
      ).unref()
    },
    /** Stops the running job between two of its steps. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await current?.catch(() => {})
    },
  }
}

export type JobRules = ReturnType<typeof jobRules>
