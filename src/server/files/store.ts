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

/** Where the bytes of files are kept. The disk is one such place; an object store can be another. */
export interface FileStore extends MarkedStore {
  /** Streams a file in. When it resolves, the file is safe against a power cut; when it rejects, nothing is left. */
  save(owner: string, bytes: AsyncIterable<Buffer>): Promise<StoredFile>
  /** The bytes from `start` up to and with `end`. */
  read(owner: string, id: string, range?: { start: number; end: number }): Promise<Readable>
  remove(owner: string, id: string): Promise<void>
  /** Removes everything of an owner, with what was set aside. */
  removeAll(owner: string): Promise<void>

  /** The files of all owners, in pages. */
  pages(): AsyncIterable<FileKey[]>
  /** When a file was last written, in milliseconds since 1970; undefined when it is gone. */
  writtenAt(key: FileKey): Promise<number | undefined>
  /** Moves a file to where it can be put back from, under a day (`2026-11-15`). False when it is gone. */
  setAside(key: FileKey, day: string): Promise<boolean>
  /** The days under which files were set aside. */
  daysSetAside(): Promise<string[]>
  /** Deletes the files that were set aside on a day; returns how many there were. */
  removeSetAside(day: string): Promise<number>
  /** Files of uploads that are not finished and that no upload of this process is writing, with the time of the last write. */
  unfinished(): Promise<{ id: string; writtenAt: number }[]>
  removeUnfinished(id: string): Promise<void>
}
