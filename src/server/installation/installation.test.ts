import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines, freshFolder, migratedDatabase } from '../../../test/database.ts'
import { startServer } from '../../../test/server.ts'
import { addTask } from '../../../test/tasks.ts'
import { endOfForm, filePart, formType } from '../../../test/uploads.ts'
import { wireInstallation } from '../wiring/backups.ts'
import { wireRules } from '../wiring.ts'
import { installationRules } from './installation.ts'

const day = 24 * 3_600_000

/** One node: a database and a data folder, each of which may be shared with another node. */
async function node(engine: Engine, given: { dataDir?: string; databaseUrl?: string } = {}) {
  const dataDir = given.dataDir ?? (await freshFolder())
  const app = await testApp({ engine, config: { ...given, dataDir } })
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line).msg) })
  const folder = join(dataDir, 'files')
  const idFile = join(folder, 'installation-id')
  return {
    ...app,
    errors,
    folder,
    idFile,
    dataDir,
    check: () => wireInstallation({ ...app, log }).check(),
    /** Sweeps after two days, when every file is old enough. */
    sweep: () => wireRules({ ...app, log, clock: () => Date.now() + 2 * day }).files.sweep(),
    ids: async () => [
      (await app.database.db.selectFrom('installation').select('id').executeTakeFirst())?.id,
      (await readFile(idFile, 'utf8').catch(() => undefined))?.trim(),
    ],
    forgetId: () => app.database.db.deleteFrom('installation').execute(),
    upload: async () => {
      const ana = app.as('ana')
      await addTask(ana)
      return ana.send('POST', '/tasks/task/1/upload', Buffer.concat([filePart(), endOfForm]), {
        headers: { 'content-type': formType },
      })
    },
    /** Creates a file that no database knows. */
    leave: async () => {
      const [owner, id] = [randomUUID(), randomUUID()]
      await mkdir(join(folder, owner), { recursive: true })
      await writeFile(join(folder, owner, id), 'bytes')
      await utimes(join(folder, owner, id), new Date(), new Date())
      return join(folder, owner, id)
    },
  }
}

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

test.for(engines)('%s: the first start gives the database and the files the same id, which stays', async (engine) => {
  const first = await node(engine)
  expect(await Promise.all([first.check(), first.check()])).toEqual([true, true])
  const [inDatabase, inFolder] = await first.ids()
  expect([inDatabase, inFolder]).toEqual([uuid, inDatabase])
  await first.leave()
  expect([await first.check(), await first.ids()]).toEqual([true, [inDatabase, inDatabase]])
})

test.for(engines)('%s: with the wrong database no file is swept or uploaded', async (engine) => {
  const right = await node(engine)
  const { status, body } = await right.upload()
  expect(status).toBe(201)
  const path = join(right.folder, (await right.as('ana').user())._id, body.file._id)
  const wrong = await node(engine, { dataDir: right.dataDir })
  await wrong.sweep()
  expect(await readFile(path, 'utf8')).toBe('bytes')
  const [id] = await wrong.ids()
  expect(wrong.errors).toEqual([
    `The files in ${right.folder} do not belong to ${wrong.database.name}. Check DATABASE_URL, DATA_DIR and FILES_URL. Until they match, uploads are refused and the sweep removes nothing. If you are sure that they belong together, write ${id} into ${right.idFile}.`,
  ])
  const refused = await wrong.upload()
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    503,
    'unavailable',
    expect.stringContaining('belongs to another database'),
  ])
  // The right database continues to work, and the advice in the message takes effect without a restart.
  await right.sweep()
  expect([right.errors, await readFile(path, 'utf8')]).toEqual([[], 'bytes'])
  await writeFile(right.idFile, `${id}\n`)
  expect((await wrong.upload()).status).toBe(201)
  expect(await right.check()).toBe(false)
})

test.for(engines)('%s: an installation from before ids gets one if a file is known', async (engine) => {
  const old = await node(engine)
  await old.upload()
  await old.leave()
  await old.forgetId()
  await rm(old.idFile)
  expect([await old.check(), await old.ids()]).toEqual([true, [uuid, uuid]])

  // A backup from before ids, restored beside files that have one.
  const [id] = await old.ids()
  await old.forgetId()
  expect([await old.check(), await old.ids()]).toEqual([true, [id, id]])

  // Files that were restored without their id.
  await rm(old.idFile)
  expect([await old.check(), await old.ids()]).toEqual([true, [id, id]])
})

test.for(engines)('%s: files that are all unknown are not adopted', async (engine) => {
  const app = await node(engine)
  const path = await app.leave()
  expect([await app.check(), await app.ids()]).toEqual([false, [uuid, undefined]])
  await app.sweep()
  expect(await readFile(path, 'utf8')).toBe('bytes')
  const [id = ''] = await app.ids()
  await writeFile(app.idFile, id)
  expect(await app.check()).toBe(true)
})

test('postgres: nodes can share a database with one folder or with one folder each', async () => {
  const first = await node('postgres')
  await first.upload()
  const { databaseUrl } = first.config
  const [shared, separate] = [
    await node('postgres', { databaseUrl, dataDir: first.dataDir }),
    await node('postgres', { databaseUrl }),
  ]
  expect([await shared.check(), await separate.check()]).toEqual([true, true])
  expect(await separate.ids()).toEqual(await first.ids())
})

test('files of another database cause a warning at the start, which continues', async () => {
  const dataDir = await freshFolder()
  await mkdir(join(dataDir, 'files', randomUUID()), { recursive: true })
  await writeFile(join(dataDir, 'files/installation-id'), randomUUID())
  const owner = join(dataDir, 'files', randomUUID())
  await mkdir(owner)
  await writeFile(join(owner, randomUUID()), 'bytes')
  const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: await migratedDatabase('sqlite') })
  expect(server.output()).toContain('do not belong to SQLite file')
  expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
})

test('a store that another node has marked and filled during the check belongs to the database', async () => {
  const { database } = await testApp()
  const log = pino({ level: 'silent' })
  let id: string | undefined
  const store = {
    name: 'files',
    idName: 'files/installation-id',
    installationId: async () => id,
    setInstallationId: async (given: string) => {
      id = given
    },
  }
  await installationRules({ database, store, isPlausible: async () => true, log }).check()
  const marked = id
  id = undefined
  // The other node writes the id, and then the first file, which no row names yet.
  const isPlausible = async () => {
    id = marked
    return false
  }
  expect(await installationRules({ database, store, isPlausible, log }).check()).toBe(true)
  expect(id).toBe(marked)
})
