import { rm, writeFile } from 'node:fs/promises'
import type { Database, Snapshot } from '../database/database.ts'
import { tableNames } from '../database/schema.ts'
import { type FileKey, type FileStore, StoreError } from '../file-store/store.ts'
import type { Holds } from '../jobs/hold.ts'
import { BackupError, explained } from './backup-error.ts'
import { backupFolder } from './backup-folder.ts'
import { eachOf, fileCopies, filesNamedIn } from './copied-files.ts'
import { digestOf, type Pace } from './hashing.ts'
import { manifestPath, manifestText, newManifest } from './manifest.ts'
import type { Manifest, UnusableFile } from './manifest-form.ts'
import { rowForms } from './row-forms.ts'
import { rowsPath, writeRows } from './rows-file.ts'

export interface Dependencies {
  database: Database
  store: FileStore
  holds: Holds
  /** Returns the files among these that have no row. */
  unknown: (keys: FileKey[]) => Promise<FileKey[]>
  /** The names of all migrations that this version knows. */
  knownMigrations: () => Promise<string[]>
  version: string
  clock: () => number
}

export interface Made {
  folder: string
  manifest: Manifest
  copied: number
  copiedBytes: number
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
 * Makes a backup while the server runs: all rows of one moment, and the files that they name. Resolves when everything is on disk and has
 * been read again. If it fails, nothing is left. Throws a BackupError for problems that the operator can solve.
 */
export async function makeBackup(dependencies: Dependencies, parent: string, pace: Pace, keep?: number): Promise<Made> {
  const { database, holds } = dependencies
  const hold = await holds.take(backupHold)
  if (!hold) {
    throw new BackupError('Another backup is being made, or was interrupted in the last two minutes. Try again later.')
  }
  const signal = AbortSignal.any([hold.signal, ...(pace.signal ? [pace.signal] : [])])
  try {
    const folders = backupFolder(parent)
    const made = await attempts(() => attempt(dependencies, parent, { ...pace, signal }))
    await hold.release()
    await removePostponed(dependencies, made.folder).catch(leaveToSweep)
    const { installation, unusable } = made.manifest
    // If files are missing, an older backup may be the last one that has them.
    const removed = keep === undefined || unusable.length ? [] : await folders.removeOld(installation, keep)
    return { ...made, removed }
  } catch (error) {
    throw database.outage(error) ? error : explained(error, parent)
  } finally {
    // If the database is away, the hold expires.
    await hold.release().catch(() => {})
  }
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

async function attempt(dependencies: Dependencies, parent: string, pace: Pace): Promise<Omit<Made, 'removed'>> {
  const { database, store, version, clock } = dependencies
  const folders = backupFolder(parent)
  const installation = (await store.installationId()) ?? null
  const folder = await folders.begin(installation)
  try {
    const madeAt = new Date(clock()).toISOString()
    const taken = await database.snapshot((snapshot) => rowsOf(dependencies, snapshot, folder, pace))
    if ((await digestOf(rowsPath(folder), pace)).sha256 !== taken.written.sha256) {
      throw new BackupError(
        `${rowsPath(folder)} was read back with other bytes than were written: its disk is damaged.`,
      )
    }
    const copies = fileCopies({ store, folder, previous: await newestOf(folders, installation), pace })
    await eachOf(filesNamedIn(folder), filesAtOnce, copies.copy)
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
    await writeFile(manifestPath(folder), manifestText(manifest), { flag: 'wx', mode: 0o600, flush: true })
    await copies.flush()
    return { folder: await folders.finish(folder, madeAt), manifest, copied, copiedBytes }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function rowsOf(
  { knownMigrations, store, database }: Dependencies,
  snapshot: Snapshot,
  folder: string,
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
  return { migrations, ...(await writeRows(folder, snapshot, tables, pace)) }
}

async function assertOwnFiles(store: FileStore, snapshot: Snapshot, existing: Set<string>) {
  const marked = await store.installationId()
  if (marked === undefined || !existing.has('installation')) return
  for await (const rows of snapshot.pages('installation')) {
    if (rows.every(({ id }) => id === marked)) continue
    throw new BackupError(
      `The files in ${store.name} do not belong to the database: set DATABASE_URL, DATA_DIR and FILES_URL as you do for the server.`,
    )
  }
}

async function newestOf(folders: ReturnType<typeof backupFolder>, installation: string | null) {
  for await (const { folder, manifest } of folders.newestFirst()) {
    if (manifest.installation === installation) return folder
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
async function removePostponed({ unknown, store }: Dependencies, folder: string) {
  let page: FileKey[] = []
  const removeUnknown = async () => {
    for (const { owner, id } of await unknown(page)) await store.remove(owner, id)
    page = []
  }
  for await (const { owner, id } of filesNamedIn(folder)) {
    page.push({ owner, id })
    if (page.length === keysPerQuery) await removeUnknown()
  }
  await removeUnknown()
}
