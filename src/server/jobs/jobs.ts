import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { JobRow } from '../database/schema.ts'
import { jobTable } from './job-table.ts'
import { type Lease, leases } from './lease.ts'
import { trustedTime } from './trusted-time.ts'

/** Work that is due regularly. It must bear to be done twice, and should stop between two steps when the signal says so. */
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
 * Runs jobs once per interval, on one node of all that share the database, and after downtime as soon as a node is up.
 * A job that fails is tried again with growing pauses. Nothing runs while the time is in doubt.
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
    // Much later than a whole interval from now: that was written by a clock that was ahead.
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
      // A job that was stopped half way stays due.
      await lease.release(lease.signal.aborted ? {} : { due_at: clock() + job.everyMs, failures: 0 })
    } catch (error) {
      const retryMs = Math.min(firstRetryMs * 2 ** Math.min(failures, 20), job.everyMs)
      log.warn({ err: error }, `The job "${job.name}" failed. Trying again in ${Math.round(retryMs / 60_000)} min.`)
      await lease.release({ due_at: clock() + retryMs, failures: failures + 1 })
    } finally {
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  /** Runs what is due; a call during another one joins it. */
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
            // While the database is out of reach, every request says so already.
            if (!database.outage(error)) log.warn({ err: error }, 'The jobs that are due could not be run')
          }),
        checkEveryMs,
      ).unref()
    },
    /** Stops what is running between two of its steps. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await current?.catch(() => {})
    },
  }
}

export type JobRules = ReturnType<typeof jobRules>
