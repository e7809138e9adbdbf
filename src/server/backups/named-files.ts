import type { Digest } from '../backup-places/hashing.ts'
import type { Backup } from './backup.ts'
import type { Manifest } from './manifest-form.ts'
import { readRows } from './rows-file.ts'

/** A file as its row describes it. */
export interface NamedFile {
  owner: string
  id: string
  size: number
  sha256: string
}

export const namedFile = ({ user_id, id, size, sha256 }: Record<string, unknown>): NamedFile => ({
  owner: String(user_id),
  id: String(id),
  size: Number(size),
  sha256: String(sha256),
})

/** The files that the rows of a backup name. */
export async function* filesNamedIn(backup: Backup): AsyncGenerator<NamedFile> {
  for await (const { table, rows } of readRows(backup)) if (table === 'files') yield* rows.map(namedFile)
}

export const keyOf = ({ owner, id }: Pick<NamedFile, 'owner' | 'id'>) => `${owner}/${id}`

export const isSame = ({ bytes, sha256 }: Digest, file: NamedFile) => bytes === file.size && sha256 === file.sha256

/** The folder of the files that all backups of a place share. */
export const sharedFiles = 'files'

/** The path of a file. One that was damaged already when it was stored does not take the place of the intact one. */
export const sharedPath = (file: Pick<NamedFile, 'owner' | 'id'>, damaged?: string) =>
  `${sharedFiles}/${keyOf(file)}${damaged ? `.${damaged}` : ''}`

/** Where the files of a backup are. */
export function filePaths({ name }: Pick<Backup, 'name'>, { format, unusable }: Pick<Manifest, 'format' | 'unusable'>) {
  const found = new Map(unusable.map((file) => [keyOf(file), file.sha256]))
  return {
    /** The hash of the bytes that were stored; null if there were none. */
    hashOf: (file: NamedFile) => (found.has(keyOf(file)) ? (found.get(keyOf(file)) ?? null) : file.sha256),
    wasUnusable: (file: NamedFile) => found.has(keyOf(file)),
    pathOf: (file: NamedFile) =>
      format === 1 ? `${name}/${sharedFiles}/${keyOf(file)}` : sharedPath(file, found.get(keyOf(file)) ?? undefined),
  }
}
