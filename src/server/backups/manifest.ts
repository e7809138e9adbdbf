import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

const manifestName = 'backup.json'
const format = 1

/** A file that had no bytes, or other bytes than its row says, when the backup was made. */
export interface UnusableFile {
  owner: string
  id: string
  /** The hash of the bytes that were found. Null if there were none. */
  sha256: string | null
}

/** The contents of a backup. It is written last, so that a folder without it is not a complete backup. */
export interface Manifest {
  format: number
  /** The version of Taskdeck that made the backup. */
  version: string
  madeAt: string
  /** The id that the database and the files share. Null if the server has never been started. */
  installation: string | null
  /** The migrations that the database had. A restore creates its tables with exactly these. */
  migrations: string[]
  /** The number of rows of each table. */
  tables: Record<string, number>
  rows: { bytes: number; sha256: string }
  files: { count: number; bytes: number }
  unusable: UnusableFile[]
}

/** The manifest as text, with a hash of itself. The files are covered by the rows, which hold their hashes. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2)}\n`
}

const hashOf = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

export const manifestPath = (folder: string) => join(folder, manifestName)

/** Reads the manifest of a backup. Throws a BackupError if the folder is not a complete backup, or the manifest is damaged or too new. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new BackupError(`${folder} is not a complete backup: it has no ${manifestName}.`)
  })
  const { sha256, ...manifest } = parsed(text) as Manifest & { sha256?: string }
  if (sha256 !== hashOf(manifest))
    throw new BackupError(`The backup ${folder} is damaged: ${manifestName} was changed.`)
  if (manifest.format !== format) throw tooNew(folder, manifest)
  return manifest
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

export const newManifest = (contents: Omit<Manifest, 'format'>): Manifest => ({ format, ...contents })

export const tooNew = (folder: string, { version }: Manifest) =>
  new BackupError(`The backup ${folder} was made by a newer version of Taskdeck (${version}): update Taskdeck first.`)
