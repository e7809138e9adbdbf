import { pino } from 'pino'
import { expect } from 'vitest'
import { metricRegistry } from '../src/server/metrics/registry.ts'
import type { Config } from '../src/server/settings/config.ts'
import { parseMetrics } from './metrics.ts'
import { addTask } from './tasks.ts'
import { uploadApp } from './uploads.ts'

/** A moment of the clock that the app and its copies have. */
const begun = Date.parse('2026-11-19T10:15:00Z')

/** An app with SQLite that is copied all the time. Its clock stands still until the test moves it. */
export async function copiedApp(copyTo: NonNullable<Config['copyTo']>, config: Partial<Config> = {}) {
  let now = begun
  const metrics = metricRegistry()
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const ofCopies = () => lines.filter((line) => line?.startsWith('The database is'))
  const dependencies = { clock: () => now, metrics, log }
  const app = await uploadApp({ config: { copyTo, copyEveryMs: 10, ...config }, dependencies, isOwn: true })
  const ana = app.as('ana')
  const first = await addTask(ana, { title: 'First task' })
  const upload = (bytes: Parameters<typeof app.upload>[2]) => app.upload(ana, first._id, bytes)
  // Only then, the database and the files belong together.
  const file = await upload('bytes of ana')
  const coveredAt = async () =>
    parseMetrics(await metrics.text()).value('taskdeck_copy_covered_timestamp_seconds') * 1000
  return {
    ...{ ...app, ana, file, upload, coveredAt },
    /** Moves the clock by some seconds, and waits until everything before is in the place. */
    async passes(seconds: number) {
      now += seconds * 1000
      await expect.poll(coveredAt, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(now)
    },
    /** A second after the beginning, as an operator gives it. */
    timeAt: (second: number) => new Date(begun + second * 1000).toISOString().slice(0, 19).replace('T', ' '),
    /** What the log says about copies. */
    lines: ofCopies,
    /** Waits until a copy has failed. */
    failed: () => expect.poll(ofCopies, { timeout: 20_000 }).toHaveLength(1),
    /** The clock without waiting for the copies. */
    skip: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

export type CopiedApp = Awaited<ReturnType<typeof copiedApp>>
