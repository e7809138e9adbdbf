import { BackupError, explained } from '../backup-places/backup-error.ts'
import type { Pace } from '../backup-places/hashing.ts'
import { asChunks } from '../backup-places/place.ts'
import { sealedForm } from '../backup-places/sealed-place.ts'
import type { Database, Snapshot } from '../database/database.ts'
import { tableNames } from '../database/schema.ts'
import { type FileKey, type FileStore, StoreError } from '../file-store/store.ts'
import type { Holds } from '../jobs/hold.ts'
import { type Backup, manifestName } from './backup.ts'
import { backupList } from './backup-list.ts'
import { eachOf, fileCopies } from './copied-files.ts'
import type { Destination } from './destination.ts'
import { type FileSpool, fileListName, fileSpool, writeFileList } from './file-list.ts'
import { manifestText, newManifest } from './manifest.ts'
import type { Manifest, UnusableFile } from './manifest-form.ts'
import { rowForms } from './row-forms.ts'
import { rowsName, writeRows } from './rows-file.ts'
import { removeUnneeded } from './unneeded-files.ts'

export interface Dependencies {
  database: Database
  store: Pick<FileStore, 'name' | 'installationId' | 'read' | 'remove'>
  holds: Holds
  /** Returns the files among these that have no row. */
  unknown: (keys: FileKey[]) => Promise<FileKey[]>
  /** The names of all migrations that this version knows. */
  knownMigrations: () => Promise<string[]>
  version: string
  /** A folder of this machine for unfinished work. */
  workFolder: string
  clock: () => number
}

export interface Made {
  /** The backup for messages. */
  folder: string
  backup: Backup
  manifest: Manifest
  copied: number
  copiedBytes: number
  /** The backups that were removed, for messages. */
  removed: string[]
}

/** While it is held, nobody removes the bytes of a file, because the backup may have its row. */
export const backupHold = 'backup in progress'

const maxAttempts = 3
const filesAtOnce = 4
const keysPerQuery = 500

/** A file was deleted for good after the snapshot, by a node that did not know of the backup. */
class FileGone extends Error {}

/**
 * Makes a backup while the server runs: all rows of one moment, and the files that they name. Resolves when everything is in its
 * place and was checked. If it fails, nothing is left that looks like a backup. Throws a BackupError for problems that the operator can solve.
 */
export async function makeBackup(
  dependencies: Dependencies,
  to: Destination,
  pace: Pace,
  keep?: number,
): Promise<Made> {
  const { database, holds } = dependencies
  const hold = await holds.take(backupHold)
  if (!hold) {
    throw new BackupError('Another backup is being made, or was interrupted in the last two minutes. Try again later.')
  }
  const signal = AbortSignal.any([hold.signal, ...(pace.signal ? [pace.signal] : [])])
  let spool: FileSpool | undefined
  try {
    const made = await attempts(async () => {
      await spool?.remove()
      spool = await fileSpool(dependencies.workFolder)
      return attempt(dependencies, to, spool, { ...pace, signal })
    })
    await hold.release()
    if (spool) await removePostponed(dependencies, spool).catch(leaveToSweep)
    // If files are missing, an older backup may be the last one that has them.
    const isLast = keep === undefined || made.manifest.unusable.length > 0
    const removed = isLast ? [] : await removeOld(dependencies, to, made.manifest, keep)
    return { ...made, removed }
  } catch (error) {
    throw database.outage(error) ? error : explained(error, to.place.name)
  } finally {
    await spool?.remove()
    // If the database is away, the hold expires.
    await hold.release().catch(() => {})
  }
}

async function removeOld({ clock }: Dependencies, { place }: Destination, { installation }: Manifest, keep: number) {
  const removed = await backupList(place).removeOld(installation, keep)
  if (removed.length) await removeUnneeded(place, clock())
  return removed.map(place.nameOf)
}

async function attempts<T>(work: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FileGone) || count === maxAttempts) throw error
    }
  }
}

async function attempt(
  dependencies: Dependencies,
  to: Destination,
  spool: FileSpool,
  pace: Pace,
): Promise<Omit<Made, 'removed'>> {
  const { database, store, version, clock } = dependencies
  const list = backupList(to.place)
  const installation = (await store.installationId()) ?? null
  const madeAt = new Date(clock()).toISOString()
  const { name } = await list.begin(installation, madeAt)
  const backup = { place: to.sealed, name }
  const copies = fileCopies({ store, destination: to, pace })
  try {
    const taken = await database.snapshot((snapshot) => rowsOf(dependencies, snapshot, backup, spool, pace))
    await spool.complete()
    // Before the first look at the files that are there: from now on, nobody removes them.
    await writeFileList(to.place, `${name}/${fileListName}`, spool.all(), pace)
    await eachOf(spool.all(), filesAtOnce, copies.copy)
    await assertNoneGone(dependencies, copies.unusable)
    const { copied, copiedBytes, ...files } = copies.counts
    const manifest = newManifest({
      version,
      madeAt,
      installation,
      migrations: taken.migrations,
      tables: taken.counts,
      rows: taken.written,
      files,
      unusable: copies.unusable,
    })
    await assertThere(backup, to)
    await to.sealed.write(`${name}/${manifestName}`, asChunks(manifestText(manifest)), pace)
    return { folder: to.place.nameOf(name), backup, manifest, copied, copiedBytes }
  } catch (error) {
    await list.remove(name).catch(() => {})
    // What was copied is of use for the next attempt, unless it fills the place.
    if (isFull(error)) await copies.undo().catch(() => {})
    throw error
  }
}

function isFull(error: unknown): boolean {
  if (error instanceof StoreError) return error.kind === 'full'
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** A copy of this server with the same id may have taken this backup for an interrupted one. */
async function assertThere({ name }: Backup, { place }: Destination) {
  const found = new Set<string>()
  for await (const page of place.filesIn(name)) for (const file of page) found.add(file.name.replace(sealedForm, ''))
  if (found.has(rowsName) && found.has(fileListName)) return
  throw new BackupError(
    `${place.nameOf(name)} was removed while it was made. Let two copies of a server back up to two places.`,
  )
}

async function rowsOf(
  { knownMigrations, store, database }: Dependencies,
  snapshot: Snapshot,
  backup: Backup,
  spool: FileSpool,
  pace: Pace,
) {
  const existing = new Set(await snapshot.tables())
  const migrations: string[] = []
  if (existing.has('kysely_migration')) {
    for await (const rows of snapshot.pages('kysely_migration'))
      migrations.push(...rows.map(({ name }) => String(name)))
  }
  if (!migrations.length) throw new BackupError(`${database.name} has no tables yet: start Taskdeck first.`)
  migrations.sort()
  const known = await knownMigrations()
  if (migrations.some((name) => !known.includes(name))) {
    throw new BackupError('The database was written by a newer version of Taskdeck: make the backup with that version.')
  }
  await assertOwnFiles(store, snapshot, existing)
  const tables = tableNames.filter((name) => existing.has(name) && Object.hasOwn(rowForms, name))
  return { migrations, ...(await writeRows(backup, snapshot, tables, pace, spool.add)) }
}

async function assertOwnFiles(store: Dependencies['store'], snapshot: Snapshot, existing: Set<string>) {
  const marked = await store.installationId()
  if (marked === undefined || !existing.has('installation')) return
  for await (const rows of snapshot.pages('installation')) {
    if (rows.every(({ id }) => id === marked)) continue
    throw new BackupError(
      `The files in ${store.name} do not belong to the database: set DATABASE_URL, DATA_DIR and FILES_URL as you do for the server.`,
    )
  }
}

async function assertNoneGone({ unknown }: Dependencies, unusable: UnusableFile[]) {
  const gone = await unknown(unusable.filter(({ sha256 }) => sha256 === null))
  if (gone.length) throw new FileGone('Files were deleted for good while the backup was made. Try again.')
}

/** The backup is complete, even if the store is away now. */
function leaveToSweep(error: unknown) {
  if (!(error instanceof StoreError)) throw error
}

/** Removes the bytes of files that were deleted for good while the backup was made, which everyone else has left to it. */
async function removePostponed({ unknown, store }: Dependencies, spool: FileSpool) {
  let page: FileKey[] = []
  const removeUnknown = async () => {
    for (const { owner, id } of await unknown(page)) await store.remove(owner, id)
    page = []
  }
  for await (const { owner, id } of spool.all()) {
    page.push({ owner, id })
    if (page.length === keysPerQuery) await removeUnknown()
  }
  await removeUnknown()
}
