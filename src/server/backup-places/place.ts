import type { Digest, Pace } from './hashing.ts'

/** The first file of a backup, which names its installation. */
export const begunName = 'begun'

/** A file in a place. */
export interface PlaceFile {
  name: string
  bytes: number
  /** In milliseconds since 1970. */
  writtenAt: number
}

/**
 * A place with backups: a folder or a bucket. Paths are relative and have forward slashes. Everything in it may come from a stranger: only
 * plain files are read.
 */
export interface BackupPlace {
  /** For messages. */
  readonly name: string
  /** The place beneath one that encrypts. */
  readonly raw?: BackupPlace
  /** Whether reading is cheap, so that a backup reads again what it relies on. */
  readonly isLocal: boolean
  /** Creates the place if it can be created. Throws if it cannot be used. */
  prepare(): Promise<void>
  /** A path for messages. */
  nameOf(path: string): string
  /** The names of the folders directly below a path, whose own path is empty. */
  foldersIn(path: string): Promise<string[]>
  /** The files directly below a path, in pages. */
  filesIn(path: string): AsyncIterable<PlaceFile[]>
  /** Creates a folder with a file `begun`, for one writer. Returns false if it exists already. */
  claim(path: string, owner: string): Promise<boolean>
  /** The bytes of a file. Rejects with the code ENOENT if it does not exist, and with NotPlain if it is no plain file. */
  read(path: string): Promise<AsyncIterable<Buffer>>
  /**
   * Writes a file, or replaces it. When it resolves, the file has been read again or acknowledged, and survives a power cut. When it rejects,
   * there is no new file. Returns the digest of what was given.
   */
  write(path: string, chunks: AsyncIterable<Buffer>, pace: Pace): Promise<Digest>
  /** The same for bytes that are in memory, without occupying this thread. Absent where a stream does as well. */
  writeWhole?: ((path: string, bytes: Buffer<ArrayBuffer>) => Promise<Digest>) | undefined
  remove(path: string): Promise<void>
  /** Removes a folder with everything in it. */
  removeFolder(path: string): Promise<void>
}

/** Reads a small file as a text. Throws what `tooLong` returns if it has more bytes. */
export async function textAt(
  place: Pick<BackupPlace, 'read'>,
  path: string,
  maxBytes: number,
  tooLong: () => Error,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of await place.read(path)) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Passes chunks on, and remembers the error of their source. */
export function notingFailure(stream: AsyncIterable<Buffer>) {
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

export async function* asChunks(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
