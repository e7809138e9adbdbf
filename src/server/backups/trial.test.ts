import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { printedBy } from '../../../test/operator.ts'
import { backedUp, folderDestination, sharedFile } from '../../../test/restored.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { ageKey, newAgeKey } from '../age/keys.ts'
import { migrationsInFolder } from '../database/migrations-in-folder.ts'
import { restore } from '../operator/restore.ts'
import { wireBackups } from '../wiring/backups.ts'
import { backupMetrics } from './backup-metrics.ts'
import { scheduledTrial } from './schedule.ts'

const signal = new AbortController().signal

test('a trial restore reads everything, leaves nothing here, and its time is a metric on the server', async () => {
  // An app that others have used may take it for known that its files are marked.
  const app = await uploadApp({ isOwn: true })
  const ana = app.as('ana')
  const task = await addTask(ana)
  const file = await app.upload(ana, task._id, randomBytes(1_000))
  const place = await freshFolder()
  const config = { ...app.config, backupTo: { kind: 'disk', folder: place } as const, backupTrialEveryMs: 1_000 }
  const dependencies = wireBackups({ config, database: app.database })
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const jobs = (to = folderDestination(place)) =>
    scheduledTrial({ ...dependencies, config, log }, to, migrationsInFolder)
  const triedAt = async () => {
    const families = await backupMetrics(config, dependencies.store)()
    return families.find(({ name }) => name === 'taskdeck_backup_last_trial_timestamp_seconds')?.samples[0]?.value
  }
  await expect(jobs()[0]?.run(signal)).rejects.toThrow('There is no backup of this installation in')
  const folder = await backedUp(app, place)
  expect(await triedAt()).toBe(0)
  const before = await readdir(config.dataDir)
  await jobs()[0]?.run(signal)
  expect(lines).toEqual([`Restored ${folder} for a trial: 1 account, 1 task, 1 file`])
  expect(await readdir(config.dataDir)).toEqual(before)
  expect((await triedAt()) ?? 0).toBeGreaterThan(Date.now() / 1000 - 600)

  // A server that only has the public key leaves trials to another machine, which notes them in the place.
  const { secret, recipient } = newAgeKey()
  expect(jobs({ ...folderDestination(place), key: ageKey(recipient) })).toEqual([])
  const sealed = await backedUp({ ...app, env: { BACKUP_KEY: recipient } }, await freshFolder())
  expect(await printedBy(restore, { BACKUP_KEY: secret }, sealed, '--trial')).toBe(
    `${sealed} can be restored: 1 account, 1 task, 1 file.\n`,
  )

  // A damaged backup is no trial.
  await rm(`${place}/tried`, { recursive: true })
  await writeFile(sharedFile(folder, (await ana.user())._id, file._id), 'damaged')
  await expect(jobs()[0]?.run(signal)).rejects.toThrow('was changed')
  expect(await triedAt()).toBe(0)
  expect(await readdir(config.dataDir)).toEqual(before)
})
