import { createHash } from 'node:crypto'
import { BackupError } from '../backup-places/backup-error.ts'
import { textAt } from '../backup-places/place.ts'
import { type Backup, manifestName, nameOf } from './backup.ts'
import { isManifest, type Manifest, unknownTables } from './manifest-form.ts'

/** 1: each backup has its files in its own folder. 2: the backups of a place share their files. */
const format = 2
/** Enough for a million lost files, which it names. */
const maxBytes = 256 * 1024 * 1024

/** The manifest as text, with a hash of itself. The files are covered by the rows, which hold their hashes. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2)}\n`
}

const hashOf = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Reads the manifest of a backup. Throws a BackupError if it is not complete, or the manifest is damaged or too new. */
export async function readManifest(backup: Backup): Promise<Manifest> {
  const text = await textOf(backup)
  const { sha256, ...manifest } = parsed(text) as Manifest & { sha256?: string }
  if (sha256 !== hashOf(manifest)) throw damaged(backup, 'was changed')
  if (Number.isInteger(manifest.format) && (manifest.format < 1 || manifest.format > format)) {
    throw tooNew(backup, manifest)
  }
  if (!isManifest(manifest)) throw damaged(backup, 'does not have the contents that Taskdeck writes')
  return manifest
}

async function textOf(backup: Backup): Promise<string> {
  const tooLong = () => damaged(backup, `has more than ${maxBytes} bytes`)
  try {
    return await textAt(backup.place, `${backup.name}/${manifestName}`, maxBytes, tooLong)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    throw new BackupError(`${nameOf(backup)} is not a complete backup: it has no ${manifestName}.`)
  }
}

const damaged = (backup: Backup, how: string) =>
  new BackupError(`The backup ${nameOf(backup)} is damaged: ${manifestName} ${how}. Use another backup.`)

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

export const newManifest = (contents: Omit<Manifest, 'format'>): Manifest => ({ format, ...contents })

/** Throws a BackupError if the backup has migrations that this version does not know, or that no version of Taskdeck has had. */
export function refuseOtherTables(backup: Backup, manifest: Manifest, known: string[]): void {
  const migrations = manifest.migrations.toSorted()
  if (migrations.some((name) => !known.includes(name))) throw tooNew(backup, manifest)
  const expected = known.toSorted().slice(0, migrations.length)
  if (migrations.join() !== expected.join()) throw damaged(backup, 'leaves migrations out')
  const [unknown] = unknownTables(manifest)
  if (unknown !== undefined) throw damaged(backup, `names the table ${JSON.stringify(unknown.slice(0, 60))}`)
}

function tooNew(backup: Backup, { version }: Manifest) {
  const named = /^[\w.+-]{1,50}$/.test(version) ? ` (${version})` : ''
  return new BackupError(
    `The backup ${nameOf(backup)} was made by a newer version of Taskdeck${named}: update Taskdeck first.`,
  )
}
