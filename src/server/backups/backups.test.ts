import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase, freshFolder } from '../../../test/database.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { printedBy } from '../../../test/operator.ts'
import {
  backedUp,
  backupIn,
  backupsIn,
  emptyMachine,
  envOf,
  folderDestination,
  restoredApp,
  sharedFile,
} from '../../../test/restored.ts'
import { tamperManifest } from '../../../test/tampered-backup.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { type UploadApp, uploadApp } from '../../../test/uploads.ts'
import { migrate } from '../database/migrate.ts'
import { migrationsInFolder } from '../database/migrations-in-folder.ts'
import { openDatabase } from '../database/open.ts'
import type { FileStore } from '../file-store/store.ts'
import { backup } from '../operator/backup.ts'
import { restore } from '../operator/restore.ts'
import { wireBackups } from '../wiring/backups.ts'
import { wireRules } from '../wiring.ts'
import { backupHold, makeBackup } from './make-backup.ts'
import { manifestText, readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { removeUnneeded } from './unneeded-files.ts'

const pace = { isGentle: false }
const hour = 3_600_000

/** An app with a user, a task and some files. */
async function world(engine: (typeof engines)[number] = 'sqlite', files = 2, config = {}) {
  const app = await uploadApp({ engine, config })
  const ana = app.as('ana')
  const task = await addTask(ana)
  const attached = []
  for (let count = 0; count < files; count++) attached.push(await app.upload(ana, task._id, randomBytes(1_000)))
  return { ...app, ana, task, attached, owner: (await ana.user())._id }
}

test.for(engines)(
  '%s: a backup during writes contains one moment: every history equals its tasks',
  { tags: 'long' },
  async (engine) => {
    const app = await uploadApp({ engine })
    const writers = ['ana', 'bo'].map((name) => app.as(name))
    const uploader = app.as('cleo')
    for (const person of [...writers, uploader]) await addTask(person)
    const stop = { now: false }
    const writing = writers.map(async (person) => {
      for (let count = 0; !stop.now; count++) {
        const { _id } = await addTask(person, { title: `Task ${count}`, labels: ['auth'] })
        await person.put(`/tasks/updateTask/${_id}`, { status: 'In Progress' })
        if (count % 3 === 0) await person.delete(`/tasks/deleteTask/${_id}`)
        if (count % 4 === 0) await person.post('/tasks/undo')
      }
    })
    const uploading = async () => {
      const [task] = (await listTasks(uploader)).map(({ _id }) => _id)
      for (let count = 0; !stop.now; count++) {
        const { _id } = await app.upload(uploader, task ?? '', `bytes ${count}`)
        await uploader.delete(`/tasks/task/${task}/files/${_id}`)
        if (count % 2) await uploader.delete(`/tasks/task/${task}/files/${_id}/forever`)
      }
    }
    const all = Promise.all([...writing, uploading()])
    const folders: string[] = []
    while (folders.length < 3) folders.push(await backedUp(app))
    stop.now = true
    await all
    for (const folder of folders) {
      const { database } = await restoredApp(folder, engine)
      for (const person of writers) await expectSoundLog(database, (await person.user())._id)
      const events = await database.db.selectFrom('events').select('user_id').execute()
      const decks = await database.db.selectFrom('decks').select('last_seq').execute()
      expect(decks.reduce((sum, { last_seq }) => sum + last_seq, 0)).toBe(events.length)
    }
  },
)

/** The dependencies of a backup whose store does something before it reads the first file. */
function interrupted({ config, database }: UploadApp, act: () => Promise<unknown>) {
  const dependencies = wireBackups({ config, database })
  let acted: Promise<unknown> | undefined
  const read: FileStore['read'] = async (...args) => {
    acted ??= act()
    await acted
    return dependencies.store.read(...args)
  }
  return { ...dependencies, store: { ...dependencies.store, read } }
}

test.for(engines)(
  '%s: files that are deleted for good meanwhile are in the backup, and are removed afterwards',
  { tags: 'long' },
  async (engine) => {
    const { ana, task, attached, owner, ...app } = await world(engine, 3)
    const [, file, other] = attached.map(({ _id }) => _id)
    const dependencies = interrupted(app, async () => {
      await ana.delete(`/tasks/task/${task._id}/files/${file}`)
      expect((await ana.delete(`/tasks/task/${task._id}/files/${file}/forever`)).status).toBe(200)
      expect(await app.stored()).toContain(`${owner}/${file}`)
      // Nor may the sweep move it aside, although it has no row.
      expect(await dependencies.holds.isHeld(backupHold)).toBe(true)
    })
    const { folder, manifest } = await makeBackup(dependencies, folderDestination(await freshFolder()), pace)
    expect([manifest.unusable, manifest.files.count]).toEqual([[], 3])
    expect(await app.stored()).not.toContain(`${owner}/${file}`)
    expect(await app.stored()).toContain(`${owner}/${other}`)
    expect(await dependencies.holds.isHeld(backupHold)).toBe(false)
    expect(await (await restoredApp(folder, engine)).stored()).toContain(`${owner}/${file}`)
  },
)

test('if an older node removes a file that the rows name, the backup begins again', async () => {
  const { ana, task, attached, owner, ...app } = await world('sqlite', 2)
  const last = attached[1]?._id ?? ''
  const dependencies = interrupted(app, async () => {
    await ana.delete(`/tasks/task/${task._id}/files/${last}`)
    await ana.delete(`/tasks/task/${task._id}/files/${last}/forever`)
    await rm(join(app.folder, owner, last), { force: true })
  })
  const { manifest } = await makeBackup(dependencies, folderDestination(await freshFolder()), pace)
  expect([manifest.unusable, manifest.files.count]).toEqual([[], 1])
})

test('the account of a user who leaves during a backup is removed after it', async () => {
  const { ana, attached, owner, ...app } = await world()
  const dependencies = interrupted(app, async () => {
    expect((await ana.post('/auth/delete', { password: 'password of ana' })).status).toBe(200)
    await wireRules({ ...app, log: pino({ level: 'silent' }) }).removal.finishAll()
    expect(await app.stored()).toHaveLength(2)
  })
  const { folder } = await makeBackup(dependencies, folderDestination(await freshFolder()), pace)
  expect(await app.stored()).toEqual([])
  const restored = await (await restoredApp(folder, 'sqlite')).stored()
  expect(restored).toEqual(attached.map(({ _id }) => `${owner}/${_id}`).sort())
})

test('unchanged files are stored once; a damaged one is copied again', async () => {
  const { attached, owner, ...app } = await world()
  const parent = await freshFolder()
  const first = await backedUp(app, parent)
  const [kept = '', damaged = ''] = attached.map(({ _id }) => sharedFile(first, owner, _id))
  const { ino } = await stat(kept)
  await writeFile(damaged, randomBytes(1_000))
  await expect(printedBy(restore, await emptyMachine('sqlite'), first, '--check')).rejects.toThrow(
    `${damaged} was changed`,
  )
  const second = await backedUp(app, parent)
  expect((await stat(kept)).ino).toBe(ino)
  const check = async (place: string) => printedBy(restore, await emptyMachine('sqlite'), place, '--check')
  expect(await check(first)).toMatch(new RegExp(`^${first} is intact: 1 account, 1 task, 2 files.`))
  expect(await check(parent)).toMatch(new RegExp(`^${second} is intact: 1 account, 1 task, 2 files.`))
})

test('a file is removed when no backup names it any more, and not before', async () => {
  const { ana, task, attached, owner, ...app } = await world()
  const parent = await freshFolder()
  const first = await backedUp(app, parent)
  const gone = attached[0]?._id ?? ''
  await ana.delete(`/tasks/task/${task._id}/files/${gone}`)
  await ana.delete(`/tasks/task/${task._id}/files/${gone}/forever`)
  const second = await backedUp(app, parent)
  const { place } = folderDestination(parent)
  const inAWeek = Date.now() + 7 * 24 * hour
  expect(await removeUnneeded(place, inAWeek)).toBe(0)
  // Backups are removed by the server, or by hand.
  await rm(first, { recursive: true })
  expect(await removeUnneeded(place, Date.now())).toBe(0)
  expect(await removeUnneeded(place, inAWeek)).toBe(1)
  expect(existsSync(sharedFile(first, owner, gone))).toBe(false)
  expect(await printedBy(restore, await emptyMachine('sqlite'), second, '--check')).toContain('1 file.')
})

test('a backup of an older version, which has its files in its own folder, is restored', async () => {
  const { owner, ...app } = await world()
  const folder = await backedUp(app)
  const alone = join(await freshFolder(), 'copy')
  await rename(folder, alone)
  await rename(sharedFile(folder, ''), join(alone, 'files'))
  await rm(join(alone, 'begun'))
  await tamperManifest(alone, (manifest) => Object.assign(manifest, { format: 1 }))
  expect(await (await restoredApp(alone, 'sqlite')).stored()).toHaveLength(2)
})

test('a damaged backup is refused with the name of the damage, and nothing is created', async () => {
  const { attached, owner, ...app } = await world()
  const folder = await backedUp(app)
  const env = await emptyMachine('sqlite')
  const refused = (reason: string) => expect(printedBy(restore, env, folder)).rejects.toThrow(reason)
  const file = sharedFile(folder, owner, attached[0]?._id)
  for (const path of [join(folder, 'backup.json'), join(folder, 'rows.jsonl.zst'), file]) {
    const bytes = await readFile(path)
    for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 2]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(path, changed)
      await refused('is damaged')
    }
    await writeFile(path, bytes.subarray(0, -5))
    await refused('is damaged')
    await rm(path)
    await refused(path.endsWith('.json') ? 'is not a complete backup' : `${path} is missing`)
    await writeFile(path, bytes)
  }
  expect(existsSync(env.DATA_DIR)).toBe(false)
  expect(await printedBy(restore, env, folder)).toContain('Restored 1 account, 1 task, 2 files')
})

test.for(engines)(
  '%s: a restore refuses a database or a folder that is in use, and changes neither',
  async (engine) => {
    const app = await world(engine)
    const folder = await backedUp(app)
    const before = [await listTasks(app.ana), await app.stored()]
    await expect(printedBy(restore, envOf(app), folder)).rejects.toThrow(
      'is not empty. Set DATABASE_URL or DATA_DIR to a new one',
    )
    const fresh = await freshDatabase(engine)
    await expect(printedBy(restore, { ...envOf(app), DATABASE_URL: fresh }, folder)).resolves.toContain('Restored')
    const other = await world(engine)
    const otherFiles = { DATABASE_URL: await freshDatabase(engine), DATA_DIR: other.config.dataDir }
    await expect(printedBy(restore, otherFiles, folder)).rejects.toThrow('There are other files in')
    expect([await listTasks(app.ana), await app.stored()]).toEqual(before)
    expect(await other.stored()).toHaveLength(2)
  },
)

test('a backup of a newer version is refused', async () => {
  const app = await world()
  const folder = await backedUp(app)
  const manifest = await readManifest(backupIn(folder))
  for (const newer of [{ format: 3 }, { migrations: [...manifest.migrations, '999-reminders'] }]) {
    await writeFile(join(folder, 'backup.json'), manifestText({ ...manifest, version: '9.0.0', ...newer }))
    const refusal = 'was made by a newer version of Taskdeck (9.0.0): update Taskdeck first'
    await expect(printedBy(restore, await emptyMachine('sqlite'), folder)).rejects.toThrow(refusal)
  }
  await sql`insert into kysely_migration (name, timestamp) values ('999-reminders', '')`.execute(app.database.db)
  const parent = await freshFolder()
  await expect(printedBy(backup, envOf(app), parent)).rejects.toThrow('make the backup with that version')
  expect(await backupsIn(parent)).toEqual([])
})

test.for(engines)('%s: a backup of an older version is restored and then migrated', async (engine) => {
  const url = await freshDatabase(engine)
  const database = openDatabase(url)
  const old = Object.entries(await migrationsInFolder()).filter(([name]) => name < '016')
  await migrate(database, async () => Object.fromEntries(old))
  await sql`insert into users (id, username, email, email_key, preferences, created_at) values (${randomUUID()}, 'ana', 'a@b.c', 'a@b.c', '{}', 1)`.execute(
    database.db,
  )
  await database.close()
  const parent = await freshFolder()
  await printedBy(backup, { DATABASE_URL: url, DATA_DIR: await freshFolder() }, parent)
  const { database: restored } = await restoredApp(parent, engine)
  expect(await restored.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'ana' }])
  expect(await restored.db.selectFrom('saved_views').selectAll().execute()).toEqual([])
})

test.for(engines)('%s: an interrupted restore leaves an empty database, and can be repeated', async (engine) => {
  const app = await world(engine)
  const folder = await backedUp(app)
  const env = await emptyMachine(engine)
  const database = openDatabase(env.DATABASE_URL)
  const { store } = wireBackups({ config: { ...app.config, dataDir: env.DATA_DIR }, database })
  const migrations = await migrationsInFolder()
  const broken: typeof migrations = {
    ...migrations,
    '028-git': {
      up: async (db) => {
        await migrations['028-git']?.up(db)
        await sql`insert into installation (key, id) values (1, 'another'), (1, 'twice')`.execute(db)
      },
    },
  }
  const dependencies = { database, store, migrations: broken, pace }
  await expect(restoreBackup(dependencies, backupIn(folder), await readManifest(backupIn(folder)))).rejects.toThrow(
    /unique/i,
  )
  expect((await database.tables()).filter((name) => !name.startsWith('kysely_'))).toEqual([])
  await database.close()
  expect(await printedBy(restore, env, folder)).toContain('Restored 1 account')
})

test('problems are reported with the next step, and leave nothing that looks like a backup', async () => {
  const app = await world()
  const env = envOf(app)
  const parent = await freshFolder()
  await writeFile(join(parent, 'file'), '')
  await expect(printedBy(backup, env)).rejects.toThrow('npm run backup -- FOLDER')
  await expect(printedBy(backup, env, parent, '--keep', '0')).rejects.toThrow('npm run backup -- FOLDER')
  await expect(printedBy(backup, env, join(parent, 'file', 'inside'))).rejects.toThrow(/is a file|ENOTDIR/)
  await expect(printedBy(restore, env)).rejects.toThrow('npm run restore -- BACKUP')
  await expect(printedBy(restore, env, parent)).rejects.toThrow('is not a complete backup: it has no backup.json')
  await expect(printedBy(restore, env, join(parent, 'missing'))).rejects.toThrow('is not a complete backup')
  const stranger = await world()
  const mixed = { DATABASE_URL: env.DATABASE_URL, DATA_DIR: stranger.config.dataDir }
  await expect(printedBy(backup, mixed, parent)).rejects.toThrow('do not belong to the database')
  const failing = interrupted(app, async () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  })
  await expect(makeBackup(failing, folderDestination(parent), pace)).rejects.toThrow(
    `The folder ${parent} cannot be used (ENOSPC), because its disk is full`,
  )
  expect(await backupsIn(parent)).toEqual([])
})

test('a second backup is refused while one is made, and the rest of a killed one is removed later', async () => {
  const app = await world()
  const parent = await freshFolder()
  const id = (await readFile(join(app.folder, 'installation-id'), 'utf8')).trim()
  const [own, other] = ['taskdeck-2026-01-01-000000', 'taskdeck-2026-01-01-000000-2']
  for (const [name, installation] of [
    [own, id],
    [other, 'another'],
  ] as const) {
    await mkdir(join(parent, name))
    await writeFile(join(parent, name, 'begun'), installation)
  }
  const hold = await wireBackups(app).holds.take(backupHold)
  await expect(backedUp(app, parent)).rejects.toThrow('Another backup is being made')
  await hold?.release()
  await backedUp(app, parent)
  expect(await backupsIn(parent)).toEqual([other, expect.any(String)])
})

test('a file that the installation has lost is reported, and no older backup is removed', async () => {
  const { attached, owner, ...app } = await world()
  const parent = await freshFolder()
  await backedUp(app, parent)
  const lost = attached[0]?._id ?? ''
  await rm(join(app.folder, owner, lost))
  // Otherwise the place would have the file of the backup before.
  await rm(join(parent, 'files', owner, lost))
  const failure = printedBy(backup, envOf(app), parent, '--keep', '1')
  await expect(failure).rejects.toThrow(`1 file of the installation itself cannot be used: ${owner}/${lost} (missing)`)
  expect(await backupsIn(parent)).toHaveLength(2)
  const restored = await restoredApp(parent, 'sqlite')
  expect(await restored.stored()).toEqual([`${owner}/${attached[1]?._id}`])
})

test.for(engines)(
  '%s: scheduled backups are made by one of the nodes, and only the newest are kept',
  { tags: 'long' },
  async (engine) => {
    const backupTo = await freshFolder()
    let now = Date.UTC(2026, 0, 1)
    const dependencies = { clock: () => now, monotonic: () => now }
    const config = { backupTo: { kind: 'disk', folder: backupTo } as const, backupEveryMs: 6 * hour, backupKeep: 2 }
    const first = await uploadApp({ engine, dependencies, config })
    await first.upload(first.as('ana'), (await addTask(first.as('ana')))._id, 'bytes')
    const second = await uploadApp({ dependencies, config: first.config })
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
    const nodes = [first, second].map((app) => wireRules({ ...app, ...dependencies, log }).jobs)
    const runJobs = async () => {
      await Promise.all(nodes.map((node) => node.runDue()))
      await Promise.all(nodes.map((node) => node.settled()))
    }
    const stranger = await backedUp(await world(engine, 1), backupTo)
    for (let count = 0; count < 4; count++) {
      await runJobs()
      await runJobs()
      now += 6 * hour
    }
    expect(await backupsIn(backupTo)).toEqual([
      'taskdeck-2026-01-01-120000',
      'taskdeck-2026-01-01-180000',
      basename(stranger),
    ])
    expect(lines.filter((line) => line.startsWith('Backed up 1 account, 1 task, 1 file'))).toHaveLength(4)
    expect(lines.filter((line) => line.startsWith('Removed the old backup'))).toHaveLength(2)

    // A failure is logged and retried.
    await rename(backupTo, `${backupTo}-away`)
    onTestFinished(() => rm(`${backupTo}-away`, { recursive: true }))
    await writeFile(backupTo, '')
    await runJobs()
    expect(lines).toContain('The job "back up" failed. Trying again in 1 min.')
    await rm(backupTo)
    now += 60_000
    await runJobs()
    expect(await backupsIn(backupTo)).toEqual(['taskdeck-2026-01-02-000100'])
  },
)
