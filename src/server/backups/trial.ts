import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from 'kysely/migration'
import { BackupError } from '../backup-places/backup-error.ts'
import type { Pace } from '../backup-places/hashing.ts'
import { asChunks, type BackupPlace, textAt } from '../backup-places/place.ts'
import { openDatabase } from '../database/open.ts'
import { type Backup, nameOf } from './backup.ts'
import { readManifest, refuseOtherTables } from './manifest.ts'
import type { Manifest } from './manifest-form.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify.ts'

interface Dependencies {
  migrations: Record<string, Migration>
  /** A folder of this machine with room for a SQLite database. */
  workFolder: string
  clock: () => number
  pace: Pace
}

const folder = 'tried'
const unfinished = 'unfinished-trial-'
const maxBytes = 100

/**
 * Restores a backup into a SQLite database that is removed again, after reading every file of it, and notes the time in its place. Throws
 * what a restore would throw.
 */
export async function tryRestore(
  { migrations, workFolder, clock, pace }: Dependencies,
  backup: Backup,
): Promise<Manifest> {
  const manifest = await readManifest(backup)
  refuseOtherTables(backup, manifest, Object.keys(migrations))
  await verifyBackup(backup, manifest, pace)
  const leftovers = (await readdir(workFolder)).filter((name) => name.startsWith(unfinished))
  for (const name of leftovers) await rm(join(workFolder, name), { recursive: true, force: true })
  const work = join(workFolder, `${unfinished}${randomUUID()}`)
  await mkdir(work, { mode: 0o700 })
  const database = openDatabase(`sqlite:${join(work, 'taskdeck.db')}`)
  try {
    await restoreBackup({ database, migrations, pace }, backup, manifest)
  } finally {
    await database.close()
    await rm(work, { recursive: true, force: true })
  }
  await noteTrial(backup, manifest, clock())
  return manifest
}

/** The note is not encrypted, so that a server that cannot read its backups knows of trials elsewhere. */
async function noteTrial({ place, name }: Backup, { installation }: Manifest, at: number) {
  const note = `${new Date(at).toISOString()} ${name}\n`
  await (place.raw ?? place).write(`${folder}/${installation}`, asChunks(note), { isGentle: false })
}

/** When a backup of an installation was last restored for a trial, in milliseconds since 1970; 0 if never. */
export async function lastTrialAt(place: BackupPlace, installation: string): Promise<number> {
  const tooLong = () => new BackupError(`${nameOf({ place, name: folder })} has a note that is too long.`)
  const text = await textAt(place, `${folder}/${installation}`, maxBytes, tooLong).catch(() => '')
  return Date.parse(text.split(' ')[0] ?? '') || 0
}
