import { rm } from 'node:fs/promises'
import { noneIfMissing } from '../file-store/folders.ts'
import { type FileKey, type FileStore, StoreError } from '../file-store/store.ts'
import { type Digest, type Pace, writeFlushed } from './hashing.ts'

interface Dependencies {
  store: Pick<FileStore, 'read' | 'name'>
  file: FileKey
  /** The path of the new file. */
  target: string
  pace: Pace
}

const maxAttempts = 3

/**
 * Writes the bytes of a stored file to a new file, and begins again if the store breaks off in the middle. Returns undefined if the store
 * does not have the file. Throws a StoreError if the store cannot be used.
 */
export async function writeStored({ store, file, target, pace }: Dependencies): Promise<Digest | undefined> {
  for (let count = 1; ; count++) {
    const stream = await store.read(file.owner, file.id).catch(noneIfMissing)
    if (!stream) return undefined
    const bytes = notingFailure(stream)
    try {
      return await writeFlushed(target, bytes.chunks(), pace)
    } catch (error) {
      // The disk of the backup is full, for example.
      if (error !== bytes.failure()) throw error
      await rm(target, { force: true })
      if (count === maxAttempts) {
        const why = (error as Error).message
        throw new StoreError('unreachable', `${store.name} broke off while a file was read (${why})`, error)
      }
    }
  }
}

/** Passes chunks on, and remembers the error of their source. */
function notingFailure(stream: AsyncIterable<Buffer>) {
  let failure: unknown
  return {
    failure: () => failure,
    async *chunks() {
      try {
        yield* stream
      } catch (error) {
        failure = error
        throw error
      }
    },
  }
}
