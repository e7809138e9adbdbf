import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { BackupError } from '../backup-places/backup-error.ts'
import { digestOfStream, type Pace } from '../backup-places/hashing.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import type { Schema } from '../database/schema.ts'
import type { FileStore } from '../file-store/store.ts'
import { type Backup, nameOf } from './backup.ts'
import { eachOf } from './copied-files.ts'
import type { Manifest } from './manifest-form.ts'
import { filePaths, filesNamedIn, keyOf, type NamedFile } from './named-files.ts'
import { readRows } from './rows-file.ts'

type Migrations = Record<string, Migration>

interface Dependencies {
  database: Database
  /** Without it, only the rows are restored. */
  store?: FileStore
  /** All migrations that this version knows. */
  migrations: Migrations
  pace: Pace
}

const filesAtOnce = 4

/**
 * Restores a verified backup into an empty database and an empty store. Tables, rows and files come in one transaction: until that is
 * committed, the database is empty, and the restore can be repeated. Rows come before files, so that nothing is written to the store if the
 * database refuses a row. Throws a BackupError then, and if either place contains anything else.
 */
export async function restoreBackup(
  { database, store, migrations, pace }: Dependencies,
  backup: Backup,
  manifest: Manifest,
) {
  await refuseUsedDatabase(database)
  if (store) await refuseUsedStore(store, backup, manifest)
  const insert = async (db: Kysely<Schema>) => {
    await insertRows(db, backup, manifest, pace).catch((error) => {
      throw database.outage(error) ? error : refusedRow(backup, error)
    })
    if (store) await restoreFiles(store, backup, manifest, pace)
  }
  await migrate(database, async () => endingWith(insert, migrations, manifest))
  if (manifest.installation !== null) await store?.setInstallationId(manifest.installation)
  // A backup of an older version gets its newer migrations only now, as in an update.
  await migrate(database, async () => migrations)
}

async function refuseUsedDatabase(database: Database) {
  const tables = (await database.tables()).filter((name) => !name.startsWith('kysely_migration'))
  if (!tables.length) return
  throw new BackupError(
    `The database (${database.name}) is not empty. Set DATABASE_URL or DATA_DIR to a new one, or move the old one away, and try again.`,
  )
}

/** Accepts the files of this backup, which an interrupted restore has left. */
async function refuseUsedStore(store: FileStore, backup: Backup, manifest: Manifest) {
  const named = new Set<string>()
  for await (const file of filesNamedIn(backup)) named.add(keyOf(file))
  const marked = await store.installationId()
  let isOther = marked !== undefined && marked !== manifest.installation
  for await (const page of store.pages()) isOther ||= page.some((key) => !named.has(keyOf(key)))
  if (!isOther) return
  throw new BackupError(
    `There are other files in ${store.name}. Set DATA_DIR or FILES_URL to a new place, or move them away, and try again.`,
  )
}

async function restoreFiles(store: FileStore, backup: Backup, manifest: Manifest, pace: Pace) {
  const paths = filePaths(backup, manifest)
  await eachOf(filesNamedIn(backup), filesAtOnce, async (file) => {
    const sha256 = paths.hashOf(file)
    // Files that were missing or damaged are so again.
    if (sha256 !== null) await restoreFile(store, backup, paths.pathOf(file), { ...file, sha256 }, pace)
  })
}

async function restoreFile(store: FileStore, { place }: Backup, path: string, file: NamedFile, pace: Pace) {
  const { owner, id } = file
  if ((await store.writtenAt(file)) !== undefined) {
    if ((await digestOfStream(await store.read(owner, id), pace)).sha256 === file.sha256) return
  }
  const saved = await store.save(owner, await place.read(path), id)
  if (saved.sha256 === file.sha256) return
  await store.remove(owner, id)
  throw new BackupError(`The file ${keyOf(file)} changed while it was copied to ${store.name}. Try again.`)
}

/** The migrations of a backup. The last one does the rest, because all of them run in one transaction behind the lock of migrations. */
function endingWith(
  work: (db: Kysely<Schema>) => Promise<void>,
  migrations: Migrations,
  manifest: Manifest,
): Migrations {
  const names = manifest.migrations.toSorted()
  const chosen = names.map((name) => {
    const up = async (db: Kysely<unknown>) => {
      await migrations[name]?.up(db)
      if (name === names.at(-1)) await work(db as Kysely<Schema>)
    }
    return [name, { up }] as const
  })
  return Object.fromEntries(chosen)
}

/** Why the database refuses a row: for example, because its key is there twice, or what it refers to is missing. */
function refusedRow(backup: Backup, error: unknown): unknown {
  // With SQLite, every refusal has this code; with PostgreSQL, the class of constraints, or that of unknown columns and tables.
  const { code = '', errcode, message } = error as { code?: string; errcode?: number; message: string }
  const isRefused = (errcode !== undefined && code === 'ERR_SQLITE_ERROR') || /^(22|23|42)/.test(code)
  if (!isRefused) return error
  return new BackupError(`The backup ${nameOf(backup)} contradicts itself: ${message}. Use another backup.`, {
    cause: error,
  })
}

async function insertRows(db: Kysely<Schema>, backup: Backup, { tables }: Manifest, { isGentle, signal }: Pace) {
  const names = Object.keys(tables) as (keyof Schema)[]
  // Migrations insert some rows, which the backup has as well.
  for (const table of names.toReversed()) await db.deleteFrom(table).execute()
  for await (const { table, rows } of readRows(backup)) {
    signal?.throwIfAborted()
    const begun = performance.now()
    await db
      .insertInto(table as keyof Schema)
      .values(rows as never)
      .execute()
    if (isGentle) await pause(performance.now() - begun)
  }
  for (const table of names) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    if (Number(rows[0]?.count) === tables[table]) continue
    throw new BackupError(
      `The table ${table} has ${rows[0]?.count} rows instead of ${tables[table]}. Nothing was restored.`,
    )
  }
}
