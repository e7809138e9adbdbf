import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freshPlace, type StoreKind, storeKinds, storeOf } from '../../../test/stores.ts'
import type { FileKey } from './store.ts'

async function* pieces(...chunks: (Buffer | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk
    yield chunk
  }
}

const [ana, bo] = [randomUUID(), randomUUID()]
const mega = 1024 ** 2

async function world(kind: StoreKind) {
  const place = await freshPlace(kind)
  return { place, store: storeOf(place), paths: place.paths }
}

async function keysOf(pages: AsyncIterable<FileKey[]>) {
  const found: string[] = []
  for await (const page of pages) found.push(...page.map(({ owner, id }) => `${owner}/${id}`))
  return found
}

test.for(storeKinds)('%s: a file of any size is stored, and can be read completely or in part', async (kind) => {
  const { store, paths } = await world(kind)
  const stored: string[] = []
  // Empty, small, exactly one part, and several parts of a multipart upload.
  for (const size of [0, 1_000, 5 * mega, 12 * mega]) {
    const bytes = randomBytes(size)
    const saved = await store.save(ana, pieces(bytes.subarray(0, 300), bytes.subarray(300)))
    expect(saved).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      size,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    stored.push(`${ana}/${saved.id}`)
    expect((await buffer(await store.read(ana, saved.id))).equals(bytes)).toBe(true)
    expect(await store.sizeOf({ owner: ana, id: saved.id })).toBe(size)
    if (!size) continue
    const range = { start: size - 500, end: size - 401 }
    expect((await buffer(await store.read(ana, saved.id, range))).equals(bytes.subarray(-500, -400))).toBe(true)
  }
  expect(await paths()).toEqual(stored.sort())
  expect((await keysOf(store.pages())).sort()).toEqual(stored)
})

test.for(storeKinds)('%s: a file that is stored under a given id replaces the one that was there', async (kind) => {
  const { store, paths } = await world(kind)
  const { id } = await store.save(ana, pieces(Buffer.from('the first bytes')))
  expect(await store.save(ana, pieces(Buffer.from('other')), id)).toMatchObject({ id, size: 5 })
  expect(await paths()).toEqual([`${ana}/${id}`])
  expect(String(await buffer(await store.read(ana, id)))).toBe('other')
})

test.for(storeKinds)(
  '%s: an upload that fails at its beginning, in its middle or at its end leaves nothing',
  async (kind) => {
    const { store, paths } = await world(kind)
    const gone = new Error('gone')
    const part = randomBytes(6 * mega)
    for (const chunks of [[gone], [randomBytes(100), gone], [part, gone], [part, part, gone]]) {
      await expect(store.save(ana, pieces(...chunks))).rejects.toBe(gone)
      expect([await paths(), await store.unfinished()]).toEqual([[], []])
    }
  },
)

test.for(storeKinds)('%s: removing a file or an owner can be repeated', async (kind) => {
  const { store, paths } = await world(kind)
  const [first, second] = [await store.save(ana, pieces()), await store.save(ana, pieces())]
  const other = await store.save(bo, pieces())
  for (const _ of [1, 2]) await store.remove(ana, first.id)
  expect(await paths()).toEqual([`${ana}/${second.id}`, `${bo}/${other.id}`].sort())
  await expect(store.read(ana, first.id)).rejects.toMatchObject({ code: 'ENOENT' })
  for (const read of [store.sizeOf, store.writtenAt]) expect(await read({ owner: ana, id: first.id })).toBe(undefined)
  for (const _ of [1, 2]) await store.removeAll(ana)
  expect(await paths()).toEqual([`${bo}/${other.id}`])
})

test.for(storeKinds)('%s: a file can be moved aside, and is deleted with its day or with its owner', async (kind) => {
  const { store, paths } = await world(kind)
  const save = async (owner: string) => ({ owner, id: (await store.save(owner, pieces(Buffer.from('bytes')))).id })
  const [first, second, other] = [await save(ana), await save(ana), await save(bo)]
  expect(await store.setAside(first, '2026-11-15')).toBe(true)
  expect(await store.setAside(first, '2026-11-15')).toBe(false)
  for (const key of [second, other]) await store.setAside(key, '2026-11-16')
  const aside = ({ owner, id }: typeof first, day: string) => `removed/${day}/${owner}/${id}`
  expect(await paths()).toEqual(
    [aside(first, '2026-11-15'), aside(second, '2026-11-16'), aside(other, '2026-11-16')].sort(),
  )
  expect((await store.daysSetAside()).sort()).toEqual(['2026-11-15', '2026-11-16'])
  expect(await keysOf(store.pages())).toEqual([])
  expect(await store.removeSetAside('2026-11-15')).toBe(1)
  await store.removeAll(ana)
  expect(await paths()).toEqual([aside(other, '2026-11-16')])
})

test.for(storeKinds)('%s: the id of an installation is stored, and is not a file', async (kind) => {
  const { store, paths } = await world(kind)
  expect(await store.installationId()).toBe(undefined)
  for (const id of [randomUUID(), randomUUID()]) {
    await store.setInstallationId(id)
    expect(await store.installationId()).toBe(id)
  }
  expect([await paths(), await keysOf(store.pages())]).toEqual([[], []])
})

test.for(storeKinds)('%s: ids that could lead out of the place of the files are refused', async (kind) => {
  const { store, paths } = await world(kind)
  const { id } = await store.save(ana, pieces(Buffer.from('bytes')))
  const before = await paths()
  for (const bad of [
    '',
    '.',
    '..',
    '../..',
    `../${ana}`,
    `${ana}/../${bo}`,
    `${ana}/x`,
    ana.toUpperCase(),
    `${ana}\0`,
    'C:\\x',
  ]) {
    const [asOwner, asId] = [
      { owner: bad, id },
      { owner: ana, id: bad },
    ]
    for (const key of [asOwner, asId]) {
      await expect(store.save(key.owner, pieces(Buffer.from('x')), key.id)).rejects.toThrow('is not a UUID')
      await expect(store.read(key.owner, key.id)).rejects.toThrow('is not a UUID')
      await expect(store.remove(key.owner, key.id)).rejects.toThrow('is not a UUID')
      for (const ask of [store.sizeOf, store.writtenAt]) await expect(ask(key)).rejects.toThrow('is not a UUID')
      await expect(store.signedUrl(key, { type: 'a/b', disposition: '' })).rejects.toThrow('is not a UUID')
      await expect(store.setAside(key, '2026-11-15')).rejects.toThrow('is not a UUID')
    }
    await expect(store.removeAll(bad)).rejects.toThrow('is not a UUID')
    await expect(store.removeUnfinished(bad)).rejects.toThrow('is not a UUID')
    await expect(store.setAside({ owner: ana, id }, bad)).rejects.toThrow('is not a day')
    await expect(store.removeSetAside(bad)).rejects.toThrow('is not a day')
  }
  expect(await paths()).toEqual(before)
})

test.for(storeKinds)('%s: objects of others are not listed as files', async (kind) => {
  const { store, place } = await world(kind)
  for (const path of ['lost+found/file', '0-notes.txt', `${ana}/.DS_Store`, `${ana}/${bo}/${ana}`, 'removed/keep/me']) {
    await place.write(path, 'bytes')
  }
  const { id } = await store.save(ana, pieces())
  expect(await keysOf(store.pages())).toEqual([`${ana}/${id}`])
  expect([await store.daysSetAside(), await store.unfinished()]).toEqual([[], []])
})
