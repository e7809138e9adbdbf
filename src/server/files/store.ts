import type { Readable } from 'node:stream'
import type { MarkedStore } from '../installation/installation.ts'

export interface StoredFile {
  id: string
  size: number
  sha256: string
}

export interface FileKey {
  owner: string
  id: string
}

/** Stores the bytes of files, on the disk or in another place such as an object store. */
export interface FileStore extends MarkedStore {
  /**
   * Stores a stream of bytes under a new id, or under the given one, whose file it replaces. When it resolves, the file survives a power cut;
   * when it rejects, nothing is left.
   */
  save(owner: string, bytes: AsyncIterable<Buffer>, id?: string): Promise<StoredFile>
  /** The bytes from `start` to `end`, inclusive. */
  read(owner: string, id: string, range?: { start: number; end: number }): Promise<Readable>
  remove(owner: string, id: string): Promise<void>
  /** Removes all files of an owner, including those that were moved aside. */
  removeAll(owner: string): Promise<void>

  /** The files of all owners, in pages. */
  pages(): AsyncIterable<FileKey[]>
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
