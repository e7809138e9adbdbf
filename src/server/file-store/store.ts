import type { Readable } from 'node:stream'

export interface StoredFile {
  id: string
  size: number
  sha256: string
}

export interface FileKey {
  owner: string
  id: string
}

/**
 * The store cannot be used. The message is for the operator.
 *
 * `unreachable`: it is away or too slow, and waiting may help. `refused`: it rejects our credentials or its bucket is missing. `full`: it
 * has no space left.
 */
export class StoreError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'full'

  constructor(kind: StoreError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreError'
    this.kind = kind
  }
}

/** How a browser treats a file that it gets from a signed address. */
export interface DownloadHeaders {
  type: string
  disposition: string
}

/** A file store that holds the id of its installation. */
export interface MarkedStore {
  /** The name of the store for messages. */
  readonly name: string
  /** The place of the id for messages. */
  readonly idName: string
  installationId(): Promise<string | undefined>
  setInstallationId(id: string): Promise<void>
}

/** Stores the bytes of files, on the disk or in another place such as an object store. */
export interface FileStore extends MarkedStore {
  /**
   * Stores a stream of bytes under a new id, or under the given one, whose file it replaces. When it resolves, the file survives a power cut;
   * when it rejects, nothing is left.
   */
  save(owner: string, bytes: AsyncIterable<Buffer>, id?: string): Promise<StoredFile>
  /** The bytes from `start` to `end`, inclusive. Rejects with the code ENOENT if the file does not exist. */
  read(owner: string, id: string, range?: { start: number; end: number }): Promise<Readable>
  /** The size of a file in bytes; undefined if it does not exist. */
  sizeOf(key: FileKey): Promise<number | undefined>
  /**
   * An address from which anybody can download the file for a short time, with these headers. Undefined if the store has no such addresses.
   * Rejects with the code ENOENT if the file does not exist.
   */
  signedUrl(key: FileKey, headers: DownloadHeaders): Promise<string | undefined>
  remove(owner: string, id: string): Promise<void>
  /** Removes all files of an owner, including those that were moved aside. */
  removeAll(owner: string): Promise<void>

  /** The files of all owners, in pages that are not empty. */
  pages(): AsyncIterable<FileKey[]>
  /**
   * The files that a sweep examines, in pages: all files on a disk. An object store returns a limited number, and continues where the last
   * sweep has stopped.
   */
  pagesToSweep(): AsyncIterable<FileKey[]>
  /** When a file was last written, in milliseconds since 1970; undefined if it does not exist. */
  writtenAt(key: FileKey): Promise<number | undefined>
  /** Moves a file aside, under a day (`2026-11-15`), so that an operator can put it back. Returns false if it does not exist. */
  setAside(key: FileKey, day: string): Promise<boolean>
  /** The days under which files were moved aside. */
  daysSetAside(): Promise<string[]>
  /** Deletes the files that were moved aside on a day, and returns their number. */
  removeSetAside(day: string): Promise<number>
  /** Unfinished files that no upload of this process is writing, with the time of the last write. */
  unfinished(): Promise<{ id: string; writtenAt: number }[]>
  removeUnfinished(id: string): Promise<void>
}
