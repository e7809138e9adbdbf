import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { isManifest, type Manifest, unknownTables } from './manifest-form.ts'
import { openPlain, refuseOtherThanFolder } from './plain-files.ts'

const manifestName = 'backup.json'
const format = 1
/** Enough for a million lost files, which it names. */
const maxBytes = 256 * 1024 * 1024

/** The manifest as text, with a hash of itself. The files are covered by the rows, which hold their hashes. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2)}\n`
}

const hashOf = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

export const manifestPath = (folder: string) => join(folder, manifestName)

/** Reads the manifest of a backup. Throws a BackupError if the folder is not a complete backup, or the manifest is damaged or too new. */
export async function readManifest(folder: string): Promise<Manifest> {
  await refuseOtherThanFolder(folder)
  const text = await textOf(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new BackupError(`${folder} is not a complete backup: it has no ${manifestName}.`)
  })
  const { sha256, ...manifest } = parsed(text) as Manifest & { sha256?: string }
  if (sha256 !== hashOf(manifest)) throw damaged(folder, 'was changed')
  if (manifest.format !== format && Number.isInteger(manifest.format)) throw tooNew(folder, manifest)
  if (!isManifest(manifest)) throw damaged(folder, 'does not have the contents that Taskdeck writes')
  return manifest
}

async function textOf(folder: string): Promise<string> {
  const file = await openPlain(manifestPath(folder))
  try {
    if ((await file.stat()).size > maxBytes) throw damaged(folder, `has more than ${maxBytes} bytes`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

const damaged = (folder: string, how: string) =>
  new BackupError(`The backup ${folder} is damaged: ${manifestName} ${how}. Use another backup.`)

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

export const newManifest = (contents: Omit<Manifest, 'format'>): Manifest => ({ format, ...contents })

/** Throws a BackupError if the backup has migrations that this version does not know, or that no version of Taskdeck has had. */
export function refuseOtherTables(folder: string, manifest: Manifest, known: string[]): void {
  const migrations = manifest.migrations.toSorted()
  if (migrations.some((name) => !known.includes(name))) throw tooNew(folder, manifest)
  const expected = known.toSorted().slice(0, migrations.length)
  if (migrations.join() !== expected.join()) throw damaged(folder, 'leaves migrations out')
  const [unknown] = unknownTables(manifest)
  if (unknown !== undefined) throw damaged(folder, `names the table ${JSON.stringify(unknown.slice(0, 60))}`)
}

function tooNew(folder: string, { version }: Manifest) {
  const named = /^[\w.+-]{1,50}$/.test(version) ? ` (${version})` : ''
  return new BackupError(`The backup ${folder} was made by a newer version of Taskdeck${named}: update Taskdeck first.`)
}
