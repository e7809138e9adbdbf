import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './store.ts'

const hour = 3_600_000
const unfinished = 'unfinished'

/** Files on this machine: `folder/OWNER/ID`, written under `folder/unfinished` first. */
export function diskStore(folder: string, clock: () => number): FileStore {
  const place = (owner: string, id: string) => join(folder, owner, id)
  return {
    async save(owner, bytes) {
      const id = randomUUID()
      const temporary = join(folder, unfinished, id)
      const final = place(owner, id)
      await mkdir(dirname(temporary), { recursive: true })
      const isFirst = await mkdir(dirname(final), { recursive: true })
      const file = await open(temporary, 'wx')
      try {
        const written = await writeAll(file, bytes).finally(() => file.close())
        await rename(temporary, final)
        await syncFolder(dirname(final))
        if (isFirst) await Promise.all([syncFolder(folder), syncFolder(dirname(folder))])
        return { id, ...written }
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async read(owner, id, range) {
      const path = place(owner, id)
      await stat(path)
      return createReadStream(path, range)
    },
    remove: (owner, id) => rm(place(owner, id), { force: true }),
    removeAll: (owner) => rm(join(folder, owner), { recursive: true, force: true }),
    async sweep(isKnown) {
      for (const owner of await names(folder)) {
        for (const id of await names(join(folder, owner))) {
          // What is gone by now has been finished or removed meanwhile.
          const found = await stat(place(owner, id)).catch(() => undefined)
          if (!found) continue
          const age = clock() - found.mtimeMs
          const forgotten = owner === unfinished ? age > hour : age > 24 * hour && !(await isKnown(owner, id))
          if (forgotten) await rm(place(owner, id), { force: true })
        }
      }
    },
  }
}

/** Counts and hashes while it writes; nothing is held in memory but the chunk at hand. */
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

/** A new name is safe only when the folder that it is in is on disk as well. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function names(folder: string) {
  return readdir(folder).catch(() => [])
}
