/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { printedBy, runOperator } from '../../../test/operator.ts'
import { backedUp, backupsIn, emptyMachine, envOf, folderDestination, restoredApp } from '../../../test/restored.ts'
import { envOfFiles, faultyS3Place, freshPlace, type TestPlace } from '../../../test/stores.ts'
import { addTask } from '../../../test/tasks.ts'
import { type UploadApp, uploadApp } from '../../../test/uploads.ts'
import { openDatabase } from '../database/open.ts'
import { backup } from '../operator/backup.ts'
import { restore } from '../operator/restore.ts'
import { wireBackups } from '../wiring/backups.ts'
import { makeBackup } from './make-backup.ts'

const mega = 1_000_000

/** Ana with a small file and one of several parts, in a place. */
async function world(place: TestPlace) {
  const app = await uploadApp({ place })
  const ana = app.as('ana')
  await addTask(ana)
  const contents = [randomBytes(1_000), randomBytes(6 * mega)]
  const files: { id: string; bytes: Buffer }[] = []
  for (const bytes of contents) files.push({ id: (await app.upload(ana, '1', bytes))._id, bytes })
  return { ...app, ana, files, owner: (await ana.user())._id }
}

type World = Awaited<ReturnType<typeof world>>

/** A restored app has the same files in its place, sends them, and accepts another one. */
async function expectSameFiles(app: UploadApp, { ana, files, owner }: World) {
  // The sweep removes the parts of uploads that were interrupted.
  const stored = (await app.stored()).filter((path) => !path.startsWith('unfinished/'))
  expect(stored).toEqual(files.map(({ id }) => `${owner}/${id}`).sort())
  for (const { id, bytes } of files) {
    const response = await app.call(ana, `/tasks/task/1/files/${id}`)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  }
  expect((await app.upload(ana, '1', 'more')).size).toBe(4)
}

test('a backup of object storage is restored to a disk, and a backup of a disk to object storage', async () => {
  const before = await world(await freshPlace('s3'))
  const parent = await freshFolder()
  await backedUp(before, parent)
  expect(await printedBy(backup, envOf(before), parent)).toContain('2 files unchanged since the last backup')
  const onDisk = await restoredApp(parent, 'sqlite')
  const folder = await backedUp(onDisk)
  await expectSameFiles(onDisk, before)

  const bucket = await freshPlace('s3')
  const inBucket = await restoredApp(folder, 'sqlite', { place: bucket })
  expect(inBucket.output).toMatch(/^Restored 1 account, 1 task, 2 files from .* and s3:\/\/.* at http:/m)
  await expectSameFiles(inBucket, before)
  expect(await wireBackups(inBucket).store.installationId()).toBe(await wireBackups(before).store.installationId())

  // The bucket is in use now, and belongs to another database than that of this machine.
  const used = { ...(await emptyMachine('sqlite')), ...envOfFiles(bucket.config) }
  await expect(printedBy(restore, used, folder)).rejects.toThrow(
    'Set DATA_DIR or FILES_URL to a new place, or move them away',
  )
  const stranger = { ...envOf(await world(await freshPlace('disk'))), ...envOfFiles(bucket.config) }
  await expect(printedBy(backup, stranger, parent)).rejects.toThrow('set DATABASE_URL, DATA_DIR and FILES_URL')
})

test('a file that breaks off during a backup is read again; if the S3 server stays away, nothing is left', async () => {
  const place = await faultyS3Place()
  const app = await world(place)
  const parent = await freshFolder()
  place.proxy.breakAnswerAfter(3 * mega, 'refuse')
  await expect(printedBy(backup, envOf(app), parent)).rejects.toThrow(/s3:.* at http:.* (cannot be reached|broke off)/)
  expect(await backupsIn(parent)).toEqual([])
  place.proxy.become('pass')
  place.proxy.breakAnswerAfter(3 * mega, 'pass')
  const folder = await backedUp(app, parent)
  await expectSameFiles(await restoredApp(folder, 'sqlite'), app)
})

test('a backup is complete if the S3 server goes away afterwards, and the sweep removes what was deleted meanwhile', async () => {
  const place = await faultyS3Place()
  const { ana, files, owner, ...app } = await world(place)
  const dependencies = wireBackups(app)
  const id = files[0]?.id ?? ''
  const read: typeof dependencies.store.read = async (...args) => {
    await ana.delete(`/tasks/task/1/files/${id}`)
    await ana.delete(`/tasks/task/1/files/${id}/forever`)
    return dependencies.store.read(...args)
  }
  const remove = () => {
    place.proxy.become('refuse')
    return dependencies.store.remove(owner, id)
  }
  const made = await makeBackup(
    { ...dependencies, store: { ...dependencies.store, read, remove } },
    folderDestination(await freshFolder()),
    { isGentle: false },
  )
  expect(await readdir(made.folder)).toContain('backup.json')
  expect(await place.paths()).toContain(`${owner}/${id}`)
})

test('a restore that loses the S3 server leaves an empty database, and is completed by the next one', async () => {
  const before = await world(await freshPlace('disk'))
  const folder = await backedUp(before)
  const place = await faultyS3Place()
  const env = { ...(await emptyMachine('sqlite')), ...envOfFiles(place.config) }
  place.proxy.failAfter(3 * mega, 'refuse')
  await expect(printedBy(restore, env, folder)).rejects.toThrow(/s3:.* at http:.* cannot be reached/)
  const database = openDatabase(env.DATABASE_URL)
  const { rows } = await sql<{ name: string }>`select name from sqlite_master`.execute(database.db)
  expect(rows.filter(({ name }) => name === 'users')).toEqual([])
  await database.close()
  place.proxy.become('pass')
  expect(await printedBy(restore, env, folder)).toContain('Restored 1 account, 1 task, 2 files')
  const config = { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR }
  await expectSameFiles(await uploadApp({ place, config }), before)

  const wrongKey = { ...envOf(before), ...env, AWS_SECRET_ACCESS_KEY: 'wrong' }
  const { code, output } = await runOperator('backup.ts', wrongKey, await freshFolder())
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(
      /^The backup is not complete\. s3:.* refuses access \(SignatureDoesNotMatch, status 403\): check AWS_ACCESS_KEY_ID.*\. Run the command again when this is solved\.\n$/,
    ),
  ])
})
