import type { Digest, Pace } from '../backup-places/hashing.ts'
import { type BackupPlace, notingFailure } from '../backup-places/place.ts'
import { noneIfMissing } from '../file-store/folders.ts'
import { type FileKey, type FileStore, StoreError } from '../file-store/store.ts'

interface Dependencies {
  store: Pick<FileStore, 'read' | 'name'>
  file: FileKey
  place: BackupPlace
  /** The path of the new file. */
  target: string
  pace: Pace
}

const maxAttempts = 3

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
