import { randomUUID } from 'node:crypto'
import { mkdir, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../disk/folder.ts'
import { namesIn, noneIfMissing, syncFolder } from '../file-store/folders.ts'
import { BackupError } from './backup-error.ts'
import { type Digest, digestOf, hashAside, writeFlushed } from './hashing.ts'
import { type BackupPlace, begunName, type PlaceFile } from './place.ts'
import { openPlain, readPlain, refuseOtherThanFolder } from './plain-files.ts'

const filesPerPage = 500
const chunkBytes = 256 * 1024
/** Folders that are remembered as being folders. Forgotten ones are looked at again. */
const maxRemembered = 10_000
const unfinished = 'unfinished'

/** Backups in a folder of this machine, or in one that is mounted. */
export function folderPlace(folder: string): BackupPlace {
  const checked = new Set<string>()
  const at = (path: string) => join(folder, path)

  /** A link in place of a folder could lead anywhere. */
  async function refuseLinks(path: string) {
    const parts = path.split('/').slice(0, -1)
    for (const [index] of parts.entries()) {
      const parent = parts.slice(0, index + 1).join('/')
      if (checked.has(parent)) continue
      await refuseOtherThanFolder(at(parent))
      if (checked.size >= maxRemembered) checked.clear()
      checked.add(parent)
    }
  }

  async function makeParent(path: string) {
    const parent = dirname(at(path))
    const made = await mkdir(parent, { recursive: true, mode: 0o700 })
    // A new file survives a power cut only if its folders do.
    if (made !== undefined) await syncFolder(dirname(parent))
    return parent
  }

  /** Writes a file beside the others, and gives it its name when it is complete. */
  async function replacing(path: string, write: (temporary: string) => Promise<{ written: Digest; isSame: boolean }>) {
    const temporary = join(folder, unfinished, randomUUID())
    await makeParent(`${unfinished}/file`)
    await refuseLinks(path)
    try {
      const { written, isSame } = await write(temporary)
      if (!isSame) {
        throw new BackupError(`${at(path)} was read back with other bytes than were written: its disk is damaged.`)
      }
      const parent = await makeParent(path)
      await rename(temporary, at(path))
      await syncFolder(parent)
      return written
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    name: folder,
    isLocal: true,
    async prepare() {
      makeFolder(folder)
      // Parts of interrupted writes. Others may be writing at this moment.
      for (const kind of ['files', 'folders'] as const) {
        for await (const name of namesIn(at(unfinished), kind)) {
          const age = Date.now() - ((await stat(join(at(unfinished), name)).catch(noneIfMissing))?.mtimeMs ?? 0)
          if (age > maxUnfinishedMs) await rm(join(at(unfinished), name), { recursive: true, force: true })
        }
      }
    },
    nameOf: at,
    async foldersIn(path) {
      const found: string[] = []
      for await (const name of namesIn(at(path), 'folders')) found.push(name)
      return found
    },
    async *filesIn(path) {
      const opened = await opendir(at(path)).catch(noneIfMissing)
      let page: PlaceFile[] = []
      for await (const entry of opened ?? []) {
        if (!entry.isFile()) continue
        const found = await stat(join(at(path), entry.name)).catch(noneIfMissing)
        if (found) page.push({ name: entry.name, bytes: found.size, writtenAt: found.mtimeMs })
        if (page.length < filesPerPage) continue
        yield page
        page = []
      }
      if (page.length) yield page
    },
    async claim(path, owner) {
      const temporary = join(folder, unfinished, randomUUID())
      await makeParent(`${unfinished}/folder`)
      try {
        await mkdir(temporary, { mode: 0o700 })
        await writeFile(join(temporary, begunName), `${owner}\n`, { flag: 'wx', mode: 0o600, flush: true })
        await syncFolder(temporary)
        // The folder gets its name together with the file in it. Nobody would ever remove one that does not say whose it is.
        const isNew = await rename(temporary, at(path)).then(() => true, noneIfThere)
        if (isNew) await syncFolder(folder)
        return isNew ?? false
      } finally {
        await rm(temporary, { recursive: true, force: true })
      }
    },
    async read(path) {
      await refuseLinks(path)
      return (await openPlain(at(path))).createReadStream({ highWaterMark: chunkBytes })
    },
    write: (path, chunks, pace) =>
      replacing(path, async (temporary) => {
        const written = await writeFlushed(temporary, chunks, pace)
        const isSame = (await digestOf(temporary, pace)).sha256 === written.sha256
        return { written, isSame }
      }),
    writeWhole: (path, bytes) =>
      replacing(path, async (temporary) => {
        const flushed = writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true })
        const [sha256] = await Promise.all([hashAside(bytes), flushed])
        return { written: { bytes: bytes.length, sha256 }, isSame: bytes.equals(await readPlain(temporary)) }
      }),
    remove: async (path) => rm(at(path), { force: true }),
    removeFolder: async (path) => rm(at(path), { recursive: true, force: true }),
  }
}

const maxUnfinishedMs = 24 * 3_600_000

function noneIfThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
}
