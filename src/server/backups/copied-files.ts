import { link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '../file-store/store.ts'
import { BackupError } from './backup-error.ts'
import { flushFolder } from './backup-folder.ts'
import { type Digest, digestOf, type Pace } from './hashing.ts'
import type { UnusableFile } from './manifest-form.ts'
import { NotPlain } from './plain-files.ts'
import { readRows } from './rows-file.ts'
import { writeStored } from './stored-bytes.ts'

/** A file as its row describes it. */
export interface NamedFile {
  owner: string
  id: string
  size: number
  sha256: string
}

/** The files that the rows of a backup name. */
export async function* filesNamedIn(folder: string): AsyncGenerator<NamedFile> {
  for await (const { table, rows } of readRows(folder)) {
    if (table !== 'files') continue
    for (const { user_id, id, size, sha256 } of rows) {
      yield { owner: String(user_id), id: String(id), size: Number(size), sha256: String(sha256) }
    }
  }
}

export const fileIn = (folder: string, { owner, id }: Pick<NamedFile, 'owner' | 'id'>) =>
  join(folder, 'files', owner, id)

export const isSame = ({ bytes, sha256 }: Digest, file: NamedFile) => bytes === file.size && sha256 === file.sha256

interface Dependencies {
  store: Pick<FileStore, 'read' | 'name'>
  /** The backup to write, whose rows are complete. */
  folder: string
  /** An earlier backup on the same disk. */
  previous: string | undefined
  pace: Pace
}

/** Copies the files of a backup, several at a time: those that an earlier backup has are linked. Every file is read again and compared. */
export function fileCopies({ store, folder, previous, pace }: Dependencies) {
  const made = new Map<string, Promise<unknown>>()
  const counts = { count: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  const unusable: UnusableFile[] = []

  function makeOwnerFolder(owner: string) {
    const path = join(folder, 'files', owner)
    const making = made.get(path) ?? mkdir(path, { recursive: true, mode: 0o700 })
    made.set(path, making)
    return making
  }

  /** Returns false if the earlier backup does not have the file, or has other bytes. */
  async function linkEarlier(file: NamedFile, target: string) {
    if (!previous) return false
    const isLinked = await link(fileIn(previous, file), target).then(
      () => true,
      () => false,
    )
    if (!isLinked) return false
    const found = await digestOf(target, pace).catch(noneIfNotPlain)
    if (found && isSame(found, file)) return true
    await rm(target)
    return false
  }

  /** Returns the bytes that the store has; undefined if it has none. */
  async function copyAnew(file: NamedFile, target: string): Promise<Digest | undefined> {
    const written = await writeStored({ store, file, target, pace })
    if (!written) return undefined
    const found = await digestOf(target, pace)
    if (found.sha256 !== written.sha256) {
      throw new BackupError(`The file ${target} was read back with other bytes than were written: its disk is damaged.`)
    }
    counts.copied++
    counts.copiedBytes += written.bytes
    return written
  }

  return {
    counts,
    unusable,
    async copy(file: NamedFile): Promise<void> {
      await makeOwnerFolder(file.owner)
      const target = fileIn(folder, file)
      counts.count++
      counts.bytes += file.size
      if (await linkEarlier(file, target)) return
      const found = await copyAnew(file, target)
      if (!found || !isSame(found, file)) {
        unusable.push({ owner: file.owner, id: file.id, sha256: found?.sha256 ?? null })
      }
    },
    /** Flushes the folders, so that the files survive a power cut. */
    async flush(): Promise<void> {
      for (const path of made.keys()) await flushFolder(path)
      if (made.size) await flushFolder(join(folder, 'files'))
      await flushFolder(folder)
    },
  }
}

/** Somebody has exchanged the file of an earlier backup. */
function noneIfNotPlain(error: unknown): undefined {
  if (!(error instanceof NotPlain)) throw error
}

/** Works on several items at a time. Rejects with the first failure when all that were started have ended. */
export async function eachOf<T>(items: AsyncIterable<T>, atOnce: number, work: (item: T) => Promise<void>) {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for await (const item of items) {
    const done = work(item)
      .catch((error) => void failures.push(error))
      .finally(() => running.delete(done))
    running.add(done)
    if (running.size >= atOnce) await Promise.race(running)
    if (failures.length) break
  }
  await Promise.all(running)
  if (failures.length) throw failures[0]
}
