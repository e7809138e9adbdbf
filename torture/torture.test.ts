import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { killedBackups } from './backups.ts'
import { bugs, plant } from './bugs.ts'
import { bulkKills } from './bulk-kills.ts'
import { closing } from './closing.ts'
import { fullDisk } from './full-disk.ts'
import { hostileInBrief } from './hostile.ts'
import { kills } from './kills.ts'
import { outage } from './outage.ts'
import { reminderKills } from './reminders.ts'
import { repeats } from './repeats.ts'
import type { Outcome } from './result.ts'
import { abortedUploads } from './uploads.ts'
import { webhookKills } from './webhooks.ts'

type Faults = Record<string, () => Promise<Outcome>>

/** The short version of `npm run torture`, without its time limits. */
const faults: Faults = {
  'killed during writes': () => kills('sqlite', 1, Number.POSITIVE_INFINITY),
  'SIGTERM under load': () => closing('sqlite', 1),
}

/**
 * Faults that take several seconds even once. Each is provoked with one engine here, and with both by `npm run torture`. Slow clients, malformed
 * requests and streams that nobody reads have tests of their own: http/slow-clients, fuzz and live/live.
 */
const longFaults: Faults = {
  'sqlite: killed during a change of many tasks': () => bulkKills('sqlite', 1),
  'killed during backups': () => killedBackups('sqlite', 1),
  'killed during calls that are repeated': () => repeats('sqlite', 1),
  'killed while reminders are due': () => reminderKills('sqlite', 40, 1),
  'killed while webhooks are due': () => webhookKills('sqlite', 40, 1),
  'sqlite: a full disk': () => fullDisk('sqlite', 1),
  'aborted uploads': () => abortedUploads('sqlite', 40),
  'postgres: stopped and started under load': () => outage(1),
  'postgres: hostile accounts': () => hostileInBrief('postgres', 0.5),
}

const [timeout, title] = [300_000, '%s: all promises are kept']
test.for(Object.entries(faults))(title, { timeout }, keepPromises)
test.for(Object.entries(longFaults))(title, { timeout, tags: 'long' }, keepPromises)

async function keepPromises([, run]: [string, () => Promise<Outcome>]) {
  const { kept, figure } = await run()
  expect(kept, figure).toBe(true)
}

test.for(bugs)('the bug "$bug" can be planted', async ({ file, changes }) => {
  const source = await readFile(file, 'utf8')
  expect(plant(source, changes)).not.toBe(source)
})
