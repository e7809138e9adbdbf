import { encryptedBytes } from '../age/stream.ts'
import { BackupError } from '../backup-places/backup-error.ts'
import { type Digest, digestOfStream, type Pace } from '../backup-places/hashing.ts'
import { sealedEnding } from '../backup-places/sealed-place.ts'
import type { FileStore } from '../file-store/store.ts'
import type { Destination } from './destination.ts'
import type { UnusableFile } from './manifest-form.ts'
import { isSame, type NamedFile, sharedFiles, sharedPath } from './named-files.ts'
import { writeStored } from './stored-bytes.ts'

interface Dependencies {
  store: Pick<FileStore, 'read' | 'name'>
  destination: Pick<Destination, 'place' | 'sealed' | 'key'>
  pace: Pace
  /** Whether the size of a file that is there is enough, even where reading is cheap. */
  trustsSizes?: boolean
}

/** Files of this attempt that are remembered, to remove them again if the place is full. */
const maxRemembered = 100_000

/**
 * Copies the files of a backup, several at a time, unless the place has them already. Where reading is cheap, and possible with this key,
 * those are read again and compared; otherwise their size must fit.
 */
export function fileCopies({ store, destination: { place, sealed, key }, pace, trustsSizes }: Dependencies) {
  const counts = { count: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  const unusable: UnusableFile[] = []
  const written: string[] = []
  const ending = key ? sealedEnding(key) : ''
  const canCompare = !trustsSizes && place.isLocal && (!key || key.secretKey !== undefined)
  let known: { owner: string; sizes: Promise<Map<string, number>> } | undefined

  async function sizesOf(owner: string) {
    const sizes = new Map<string, number>()
    for await (const page of place.filesIn(`${sharedFiles}/${owner}`))
      for (const { name, bytes } of page) sizes.set(name, bytes)
    return sizes
  }

  /** Whether the place has a file already. Files come by owner, whose folder is read once. */
  async function isThere(file: NamedFile): Promise<boolean> {
    if (known?.owner !== file.owner) known = { owner: file.owner, sizes: sizesOf(file.owner) }
    const bytes = (await known.sizes).get(file.id + ending)
    if (bytes !== (key ? encryptedBytes(file.size) : file.size)) return false
    if (!canCompare) return true
    const found = await readAgain(file).catch(noneIfUnreadable)
    return found !== undefined && isSame(found, file)
  }
  const readAgain = async (file: NamedFile) => digestOfStream(await sealed.read(sharedPath(file)), pace)

  async function write(file: NamedFile, damaged?: string): Promise<Digest | undefined> {
    const target = sharedPath(file, damaged)
    const found = await writeStored({ store, file, place: sealed, target, pace })
    if (found && written.length < maxRemembered) written.push(target)
    return found
  }

  return {
    counts,
    unusable,
    async copy(file: NamedFile): Promise<void> {
      counts.count++
      counts.bytes += file.size
      if (await isThere(file)) return
      const found = await write(file)
      if (found) {
        counts.copied++
        counts.copiedBytes += found.bytes
      }
      if (found && isSame(found, file)) return
      unusable.push({ owner: file.owner, id: file.id, sha256: found?.sha256 ?? null })
      if (!found) return
      // Damaged bytes are better than none, and must not take the place of those that an older backup may have.
      await sealed.remove(sharedPath(file))
      if ((await write(file, found.sha256))?.sha256 !== found.sha256) {
        throw new BackupError(`The file ${file.owner}/${file.id} changes while it is read. Try again.`)
      }
    },
    /** Removes what this attempt has written. */
    async undo(): Promise<void> {
      for (const path of written) await sealed.remove(path)
    },
  }
}

/** Somebody has exchanged or changed a file of an earlier backup. */
function noneIfUnreadable(error: unknown): undefined {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (!isMissing && !(error instanceof BackupError)) throw error
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
