import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { countFiles, namesIn, noneIfMissing, ownerFolders, syncFolder } from './folders.ts'
import { assertDay, assertIds, dayForm, idForm } from './ids.ts'
import type { FileKey, FileStore } from './store.ts'

const filesPerPage = 500

/**
 * Stores files on the local disk as `folder/OWNER/ID`. Uploads are written to `folder/unfinished` first, and files without a row are moved
 * to `folder/removed/DAY/OWNER/ID`.
 */
export function diskStore(folder: string): FileStore {
  const place = (owner: string, id: string) => {
    assertIds(owner, id)
    return join(folder, owner, id)
  }
  const unfinished = join(folder, 'unfinished')
  const removed = join(folder, 'removed')
  const idFile = join(folder, 'installation-id')
  const makeOwnerFolder = ownerFolders(folder)
  const writing = new Set<string>()

  /** Writes a file to `unfinished` and moves it to its place when it is complete and on disk. */
  async function write(id: string, bytes: AsyncIterable<Buffer>, place: () => Promise<string>) {
    const temporary = join(unfinished, id)
    writing.add(id)
    try {
      await mkdir(unfinished, { recursive: true })
      // An interrupted restore may have left a part of the same file.
      const file = await open(temporary, 'w')
      const stored = await writeAll(file, bytes).finally(() => file.close())
      const target = await place()
      await rename(temporary, join(target, id))
      await syncFolder(target)
      return stored
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    } finally {
      writing.delete(id)
    }
  }

  async function* keys(): AsyncIterable<FileKey> {
    for await (const owner of namesIn(folder, 'folders')) {
      if (!idForm.test(owner)) continue
      for await (const id of namesIn(join(folder, owner), 'files')) if (idForm.test(id)) yield { owner, id }
    }
  }

  async function* pages() {
    let page: FileKey[] = []
    for await (const key of keys()) {
      page.push(key)
      if (page.length < filesPerPage) continue
      yield page
      page = []
    }
    if (page.length) yield page
  }

  async function daysSetAside() {
    const days: string[] = []
    for await (const name of namesIn(removed, 'folders')) if (dayForm.test(name)) days.push(name)
    return days
  }

  const writtenAt = async (path: string) => (await stat(path).catch(noneIfMissing))?.mtimeMs

  return {
    name: folder,
    idName: idFile,
    async save(owner, bytes, id = randomUUID()) {
      assertIds(owner, id)
      return { id, ...(await write(id, bytes, () => makeOwnerFolder(owner))) }
    },
    async read(owner, id, range) {
      const path = place(owner, id)
      await stat(path)
      return createReadStream(path, range)
    },
    sizeOf: async ({ owner, id }) => (await stat(place(owner, id)).catch(noneIfMissing))?.size,
    async signedUrl({ owner, id }) {
      assertIds(owner, id)
      return undefined
    },
    remove: async (owner, id) => rm(place(owner, id), { force: true }),
    async removeAll(owner) {
      assertIds(owner)
      const places = [folder, ...(await daysSetAside()).map((day) => join(removed, day))]
      for (const path of places) await rm(join(path, owner), { recursive: true, force: true })
    },

    pages,
    pagesToSweep: pages,
    writtenAt: async ({ owner, id }) => writtenAt(place(owner, id)),
    async setAside({ owner, id }, day) {
      assertDay(day)
      const source = place(owner, id)
      const target = join(removed, day, owner)
      await mkdir(target, { recursive: true })
      const isMoved = await rename(source, join(target, id)).then(() => true, noneIfMissing)
      return isMoved ?? false
    },
    daysSetAside,
    async removeSetAside(day) {
      assertDay(day)
      const path = join(removed, day)
      const count = await countFiles(path)
      await rm(path, { recursive: true, force: true })
      return count
    },
    async unfinished() {
      const found = []
      for await (const id of namesIn(unfinished, 'files')) {
        if (!idForm.test(id)) continue
        const time = await writtenAt(join(unfinished, id))
        if (time !== undefined && !writing.has(id)) found.push({ id, writtenAt: time })
      }
      return found
    },
    async removeUnfinished(id) {
      assertIds(id)
      await rm(join(unfinished, id), { force: true })
    },

    installationId: async () => (await readFile(idFile, 'utf8').catch(noneIfMissing))?.trim() || undefined,
    async setInstallationId(id) {
      await mkdir(folder, { recursive: true })
      const temporary = `${idFile}.${randomUUID()}`
      const file = await open(temporary, 'wx')
      await file
        .writeFile(`${id}\n`)
        .then(() => file.sync())
        .finally(() => file.close())
      await rename(temporary, idFile)
      await syncFolder(folder)
    },
  }
}

/** Writes chunk by chunk, and computes the size and the hash. */
async function writeAll(file: FileHandle, bytes: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  await file.sync()
  return { size, sha256: hash.digest('hex') }
}
