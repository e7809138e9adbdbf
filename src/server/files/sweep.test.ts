import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { by } from '../../../test/author.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp, uploadOf } from '../../../test/uploads.ts'
import { wireRules } from '../wiring.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-11-15T12:00:00Z')

/** Ana with a task, and a sweep that can run at any time and whose log is recorded. */
async function world(engine: Engine = 'sqlite', config = {}) {
  let now = start
  const clock = () => now
  const app = await uploadApp({
    engine,
    config: { maxSessionIdleMs: 900 * day, maxSessionMs: 900 * day, ...config },
    dependencies: { clock },
  })
  const ana = app.as('ana')
  await addTask(ana)
  const owner = (await ana.user())._id
  const lines: { level: number; msg: string; owner?: string; file?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const rules = wireRules({ ...app, log, clock })
  // The folder is still empty, and is assigned to this database.
  await rules.files.sweep()
  return {
    ...app,
    ana,
    owner,
    lines,
    rules,
    /** Sweeps after this much time. */
    sweepAfter: async (milliseconds = 0) => {
      now += milliseconds
      await rules.files.sweep()
    },
    /** Writes a file with a modification time in the past. */
    leave: async (path: string, age: number) => {
      await mkdir(dirname(join(app.folder, path)), { recursive: true })
      await writeFile(join(app.folder, path), 'bytes')
      const then = new Date(start - age)
      await utimes(join(app.folder, path), then, then)
    },
  }
}

test.for(engines)('%s: files without a row are moved aside after a day and deleted 30 days later', async (engine) => {
  const { ana, owner, upload, leave, sweepAfter, stored, folder, lines, call } = await world(engine)
  const kept = await upload(ana, '1', 'kept')
  await utimes(join(folder, owner, kept._id), new Date(start - 90 * day), new Date(start - 90 * day))
  const [young, old, stranger] = [randomUUID(), randomUUID(), randomUUID()]
  await leave(`${owner}/${young}`, day - minute)
  await leave(`${owner}/${old}`, day + minute)
  // The id of a known file under another owner is a different file.
  await leave(`${stranger}/${kept._id}`, day + minute)
  await sweepAfter()
  const aside = [`${owner}/${old}`, `${stranger}/${kept._id}`].map((path) => `removed/2026-11-15/${path}`)
  expect(await stored()).toEqual([`${owner}/${kept._id}`, `${owner}/${young}`, ...aside].sort())
  expect(lines.map(({ owner, file }) => `${owner}/${file}`).sort()).toEqual(
    [`${owner}/${old}`, `${stranger}/${kept._id}`].sort(),
  )
  await sweepAfter(30 * day)
  expect(await stored()).toEqual(expect.arrayContaining(aside))
  await sweepAfter(day)
  expect(await stored()).toEqual([`${owner}/${kept._id}`, `removed/2026-12-15/${owner}/${young}`].sort())
  expect(lines.at(-1)?.msg).toBe('Deleted 2 files that were moved aside on 2026-11-15')
  expect(await (await call(ana, `/tasks/task/1/files/${kept._id}`)).text()).toBe('kept')
})

test('a file that was moved aside can be moved back', async () => {
  const { ana, owner, upload, database, sweepAfter, folder, stored, call } = await world()
  const { _id } = await upload(ana, '1', 'bytes')
  const path = `${owner}/${_id}`
  await utimes(join(folder, path), new Date(start), new Date(start))
  const row = await database.db.selectFrom('files').selectAll().executeTakeFirstOrThrow()
  await database.db.deleteFrom('files').execute()
  await sweepAfter(2 * day)
  expect(await stored()).toEqual([`removed/2026-11-17/${path}`])
  await database.db.insertInto('files').values(row).execute()
  await rename(join(folder, 'removed/2026-11-17', path), join(folder, path))
  await sweepAfter(2 * day)
  expect(await stored()).toEqual([path])
  expect(await (await call(ana, `/tasks/task/1/files/${_id}`)).text()).toBe('bytes')
})

test('unfinished uploads are deleted after an hour, except for those of this process', async () => {
  const { ana, owner, leave, sweepAfter, stored, rules, folder, lines } = await world()
  const [young, old] = [randomUUID(), randomUUID()]
  await leave(`unfinished/${young}`, hour - minute)
  await leave(`unfinished/${old}`, hour + minute)
  const task = (await ana.get('/tasks/task/1')).body._id
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* slow() {
    yield Buffer.from('slow')
    begun.resolve()
    await go.promise
  }
  const added = rules.files.add(by(owner), task, uploadOf(slow()))
  await begun.promise
  const [writing = ''] = (await readdir(join(folder, 'unfinished'))).filter((id) => id !== young && id !== old)
  await utimes(join(folder, 'unfinished', writing), new Date(start - 2 * hour), new Date(start - 2 * hour))
  await sweepAfter()
  expect(await stored()).toEqual([`unfinished/${young}`, `unfinished/${writing}`].sort())
  expect(lines.map(({ file }) => file)).toEqual([old])
  go.resolve()
  const { file } = await added
  expect(await stored()).toEqual(expect.arrayContaining([`${owner}/${file._id}`]))
})

test('a file with an implausible time is left alone', async () => {
  const { owner, leave, sweepAfter, stored } = await world()
  await leave(`${owner}/${randomUUID()}`, -2 * day)
  await leave(`${owner}/${randomUUID()}`, start)
  await leave(`unfinished/${randomUUID()}`, start)
  await leave('removed/1970-01-01/owner/file', 0)
  await leave('removed/2030-01-01/owner/file', 0)
  const before = await stored()
  await sweepAfter()
  expect(await stored()).toEqual(before)
})

test('unknown entries in the folder are left alone', async () => {
  const { leave, sweepAfter, stored } = await world()
  for (const path of ['lost+found/file', 'notes.txt', `${randomUUID()}/.DS_Store`, 'removed/keep/me'])
    await leave(path, 9 * day)
  const before = await stored()
  await sweepAfter(100 * day)
  expect(await stored()).toEqual(before)
})

test.for(engines)('%s: a sweep that would move more than a small share of the files moves nothing', async (engine) => {
  const { owner, leave, sweepAfter, stored, lines, folder } = await world(engine)
  const ids = Array.from({ length: 11 }, () => randomUUID())
  for (const id of ids) await leave(`${owner}/${id}`, 2 * day)
  await sweepAfter()
  expect(await stored()).toEqual(ids.map((id) => `${owner}/${id}`).sort())
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      msg: `11 of 11 files in ${folder} are not in the database, more than MAX_SWEEP_PERCENT=5 allows. Nothing was moved. Check DATABASE_URL, DATA_DIR and FILES_URL, and whether the database was restored from an old backup. If the files are really leftovers, start once with a higher MAX_SWEEP_PERCENT.`,
    }),
  ])
  // A few files may always be moved.
  await rm(join(folder, owner, ids[0] ?? ''))
  await sweepAfter()
  expect((await stored()).every((path) => path.startsWith('removed/'))).toBe(true)
})

test('the operator can allow a larger share', async () => {
  const { owner, leave, sweepAfter, stored } = await world('sqlite', { maxSweepPercent: 100 })
  for (let count = 0; count < 12; count++) await leave(`${owner}/${randomUUID()}`, 2 * day)
  await sweepAfter()
  expect((await stored()).filter((path) => path.startsWith('removed/2026-11-15/'))).toHaveLength(12)
})

test.for(engines)('%s: files are looked up one page at a time', async (engine) => {
  const { owner, ana, leave, sweepAfter, stored, database } = await world(engine)
  const task = (await ana.get('/tasks/task/1')).body._id
  const ids = Array.from({ length: 1_200 }, () => randomUUID())
  await Promise.all(ids.map((id) => leave(`${owner}/${id}`, 2 * day)))
  const [orphan = '', ...known] = ids
  for (let first = 0; first < known.length; first += 100) {
    const rows = known.slice(first, first + 100).map((id) => ({
      ...{ user_id: owner, task_id: task, id, name: 'a', size: 5, type: 'text/plain', sha256: '', removed_at: null },
      created_at: new Date(start).toISOString(),
    }))
    await database.db.insertInto('files').values(rows).execute()
  }
  await sweepAfter()
  const left = await stored()
  expect([left.length, left.filter((path) => path.startsWith('removed/'))]).toEqual([
    1_200,
    [`removed/2026-11-15/${owner}/${orphan}`],
  ])
})

test.for(engines)(
  '%s: the files of a deleted account are deleted, including those that were moved aside',
  async (engine) => {
    const { owner, leave, sweepAfter, stored, rules } = await world(engine)
    const id = randomUUID()
    await leave(`${owner}/${id}`, 2 * day)
    await sweepAfter()
    expect(await stored()).toEqual([`removed/2026-11-15/${owner}/${id}`])
    await rules.files.discardAll(owner)
    expect(await stored()).toEqual([])
  },
)
