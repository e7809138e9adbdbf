import { randomBytes, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, readlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { openFiles } from '../../../test/open-files.ts'
import { diskStore } from './disk-store.ts'

const ana = randomUUID()

async function* pieces(...chunks: (Buffer | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk
    yield chunk
  }
}

async function world() {
  const folder = join(await freshFolder(), 'files')
  return {
    folder,
    store: diskStore(folder),
    owners: () => readdir(folder),
    of: (name: string) => readdir(join(folder, name)),
  }
}

test('a file that is stored under a given id replaces the rest of an interrupted attempt', async () => {
  const { store, folder, of } = await world()
  const { id } = await store.save(ana, pieces(Buffer.from('the first bytes')))
  await writeFile(join(folder, 'unfinished', id), 'the fir')
  expect(await store.save(ana, pieces(Buffer.from('other')), id)).toMatchObject({ id, size: 5 })
  expect([await of(ana), await of('unfinished')]).toEqual([[id], []])
  expect(String(await buffer(await store.read(ana, id)))).toBe('other')
})

test('a stored file is on disk together with its folder and any new parent folders', async () => {
  const { store, folder } = await world()
  const file = await open(join(dirname(folder), 'any'), 'w')
  const flush = vi.spyOn(Object.getPrototypeOf(file), 'sync')
  onTestFinished(() => {
    flush.mockRestore()
    return file.close()
  })
  await store.save(ana, pieces(randomBytes(10)))
  expect(flush).toHaveBeenCalledTimes(4)
  await store.save(ana, pieces(randomBytes(10)))
  expect(flush).toHaveBeenCalledTimes(6)
})

test.skipIf(process.platform !== 'linux')(
  'of two concurrent files in a new folder, neither is acknowledged before the folder is on disk',
  async () => {
    const { store, folder } = await world()
    const file = await open(join(dirname(folder), 'any'), 'w')
    const events: string[] = []
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const prototype = Object.getPrototypeOf(file)
    const real: () => Promise<void> = prototype.sync
    const flush = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      const path = await readlink(`/proc/self/fd/${this.fd}`)
      if (path === folder) {
        reached.resolve()
        await go.promise
      }
      await real.call(this)
      if (path === folder) events.push('flushed')
    } as never)
    onTestFinished(() => {
      flush.mockRestore()
      return file.close()
    })
    const save = async () => {
      await store.save(ana, pieces(randomBytes(10)))
      events.push('acknowledged')
    }
    const first = save()
    await reached.promise
    const second = save()
    // Long enough for the second file to be acknowledged if it waited for nothing.
    await pause(100)
    go.resolve()
    await Promise.all([first, second])
    expect(events).toEqual(['flushed', 'acknowledged', 'acknowledged'])
  },
)

test('an aborted upload leaves no file open', async () => {
  const { store, folder, owners, of } = await world()
  await expect(store.save(ana, pieces(randomBytes(100), new Error('gone')))).rejects.toThrow('gone')
  expect([await owners(), await of('unfinished'), await openFiles(folder)]).toEqual([['unfinished'], [], []])
})
