import type { Digest, Pace } from '../backup-places/hashing.ts'
import { type BackupPlace, notingFailure } from '../backup-places/place.ts'
import { noneIfMissing } from '../file-store/folders.ts'
import { type FileKey, type FileStore, StoreError } from '../file-store/store.ts'

interface Dependencies {
  store: Pick<FileStore, 'read' | 'name'>
  file: FileKey & { size: number }
  place: BackupPlace
  /** The path of the new file. */
  target: string
  pace: Pace
}

const maxAttempts = 3
/** Smaller files are copied as a whole, several at a time, which takes less time than a stream. */
const maxWholeBytes = 4 * 1024 * 1024

/**
 * Copies the bytes of a stored file to a place, and begins again if the store breaks off in the middle. Returns undefined if the store does
 * not have the file. Throws a StoreError if the store cannot be used.
 */
export async function writeStored({ store, file, place, target, pace }: Dependencies): Promise<Digest | undefined> {
  for (let count = 1; ; count++) {
    const stream = await store.read(file.owner, file.id).catch(noneIfMissing)
    if (!stream) return undefined
    const bytes = notingFailure(stream)
    try {
      const isSmall = !pace.isGentle && file.size <= maxWholeBytes
      if (isSmall && place.writeWhole) return await writeSmall({ place, target, pace }, bytes.chunks())
      return await place.write(target, bytes.chunks(), pace)
    } catch (error) {
      // The disk of the backup is full, for example.
      if (error !== bytes.failure()) throw error
      if (count === maxAttempts) {
        const why = (error as Error).message
        throw new StoreError('unreachable', `${store.name} broke off while a file was read (${why})`, error)
      }
    }
  }
}

/** Copies a file that should be small. One that turns out to be larger is copied as a stream. */
async function writeSmall(
  { place, target, pace }: Pick<Dependencies, 'place' | 'target' | 'pace'>,
  chunks: AsyncGenerator<Buffer>,
): Promise<Digest> {
  const first: Buffer[] = []
  let length = 0
  for (let isEnd = false; !isEnd; ) {
    const { value, done } = await chunks.next()
    isEnd = done === true
    if (value) first.push(value)
    length += value?.length ?? 0
    pace.signal?.throwIfAborted()
    if (isEnd && place.writeWhole) return place.writeWhole(target, Buffer.concat(first))
    if (length > maxWholeBytes) break
  }
  async function* all() {
    yield* first
    yield* chunks
  }
  return place.write(target, all(), pace)
}
