import type { Readable } from 'node:stream'

export interface StoredFile {
  id: string
  size: number
  sha256: string
}

/** Where the bytes of files are kept. The disk is one such place; an object store can be another. */
export interface FileStore {
  /** Streams a file in. When it resolves, the file is safe against a power cut; when it rejects, nothing is left. */
  save(owner: string, bytes: AsyncIterable<Buffer>): Promise<StoredFile>
  /** The bytes from `start` up to and with `end`. */
  read(owner: string, id: string, range?: { start: number; end: number }): Promise<Readable>
  remove(owner: string, id: string): Promise<void>
  removeAll(owner: string): Promise<void>
  /** Removes what an upload that never ended has left, and files that no row knows and that are old enough. */
  sweep(isKnown: (owner: string, id: string) => Promise<boolean>): Promise<void>
}
