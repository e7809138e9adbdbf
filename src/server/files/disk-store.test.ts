import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { engines, freshFolder } from '../../../test/database.ts'
import { openFiles } from '../../../test/open-files.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { wireRules } from '../app.ts'
import { diskStore } from './disk-store.ts'

async function* pieces(...chunks: (Buffer | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk
    yield chunk
  }
}

async function world(clock = Date.now) {
  const folder = join(await freshFolder(), 'files')
  return {
    folder,
    store: diskStore(folder, clock),
    owners: () => readdir(folder),
    of: (name: string) => readdir(join(folder, name)),
  }
}

test('a file is saved whole, under a name of its own, and read back whole or in part', async () => {
  const { store, of } = await world()
  const bytes = randomBytes(1_000)
  const saved = await store.save('ana', pieces(bytes.subarray(0, 300), bytes.subarray(300)))
  expect(saved).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    size: 1_000,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect([await of('ana'), await of('unfinished')]).toEqual([[saved.id], []])
  expect(await buffer(await store.read('ana', saved.id))).toEqual(bytes)
  expect(await buffer(await store.read('ana', saved.id, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20))
})

test('what is saved is on disk: the file, the folder that it is in, and those above when they are new', async () => {
  const { store, folder } = await world()
  const file = await open(join(dirname(folder), 'any'), 'w')
  const flush = vi.spyOn(Object.getPrototypeOf(file), 'sync')
  onTestFinished(() => {
    flush.mockRestore()
    return file.close()
  })
  await store.save('ana', pieces(randomBytes(10)))
  expect(flush).toHaveBeenCalledTimes(4)
  await store.save('ana', pieces(randomBytes(10)))
  expect(flush).toHaveBeenCalledTimes(6)
})

test('an upload that breaks off leaves nothing', async () => {
  const { store, folder, of } = await world()
  await expect(store.save('ana', pieces(randomBytes(100), new Error('gone')))).rejects.toThrow('gone')
  expect([await of('ana'), await of('unfinished'), await openFiles(folder)]).toEqual([[], [], []])
})

test('a file or an owner is removed, as often as one likes', async () => {
  const { store, owners, of } = await world()
  const [first, second] = [await store.save('ana', pieces()), await store.save('ana', pieces())]
  await store.save('bo', pieces())
  for (const _ of [1, 2]) await store.remove('ana', first.id)
  expect(await of('ana')).toEqual([second.id])
  await expect(store.read('ana', first.id)).rejects.toThrow('ENOENT')
  for (const _ of [1, 2]) await store.removeAll('ana')
  expect((await owners()).sort()).toEqual(['bo', 'unfinished'])
})

const minute = 60_000
const hour = 60 * minute

/** Writes a file that was last touched some time ago. */
async function leave(folder: string, path: string, age: number) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), 'bytes')
  const then = new Date(Date.now() - age)
  await utimes(join(folder, path), then, then)
}

test('the sweep takes unfinished files after an hour and unknown files after a day', async () => {
  const { store, folder, of } = await world()
  await leave(folder, 'unfinished/young', hour - minute)
  await leave(folder, 'unfinished/old', hour + minute)
  await leave(folder, 'ana/known-young', minute)
  await leave(folder, 'ana/known-old', 1_000 * hour)
  await leave(folder, 'ana/unknown-young', 24 * hour - minute)
  await leave(folder, 'ana/unknown-old', 24 * hour + minute)
  await leave(folder, 'bo/known-old', 24 * hour + minute)
  await store.sweep(async (owner, id) => owner === 'ana' && id.startsWith('known'))
  expect(await of('unfinished')).toEqual(['young'])
  expect((await of('ana')).sort()).toEqual(['known-old', 'known-young', 'unknown-young'])
  expect(await of('bo')).toEqual([])
})

test('a sweep goes on when a file vanishes under its hands, and where there is nothing yet', async () => {
  const { store, folder, of } = await world()
  await expect(store.sweep(async () => false)).resolves.toBeUndefined()
  for (const id of ['1', '2', '3', '4']) await leave(folder, `ana/${id}`, 25 * hour)
  await store.sweep(async (owner, id) => {
    for (const other of ['1', '2', '3'].filter((one) => one !== id))
      await rm(join(folder, owner, other), { force: true })
    return false
  })
  expect(await of('ana')).toEqual([])
})

test.for(engines)('%s: files that tasks have survive every sweep', async (engine) => {
  const app = await uploadApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const paths = []
  for (const person of [ana, bo]) {
    await addTask(person)
    paths.push(`${(await person.user())._id}/${(await app.upload(person, '1', 'kept'))._id}`)
  }
  // The same id under another owner is another file.
  const [, id] = paths[0]?.split('/') ?? []
  await leave(app.folder, `${(await bo.user())._id}/${id}`, minute)
  await leave(app.folder, `${(await ana.user())._id}/unknown`, minute)
  await leave(app.folder, 'nobody/unknown', minute)
  await leave(app.folder, 'unfinished/upload', minute)
  const inDays = (days: number) => () => Date.now() + days * 24 * hour
  const sweep = (clock: () => number) => wireRules({ ...app, log: pino({ level: 'silent' }), clock }).files.sweep()
  await sweep(inDays(0))
  expect(await app.stored()).toHaveLength(6)
  await sweep(inDays(2))
  expect(await app.stored()).toEqual(paths.toSorted())
  expect(await (await app.call(ana, `/tasks/task/1/files/${id}`)).text()).toBe('kept')
})
