import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, DatabaseError } from './database.ts'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Brings the tables up to date and marks the database ready; answers the names of the migrations that it ran.
 * One transaction behind a lock: of several nodes that start at once, one migrates and the others find it done.
 */
export async function migrate(database: Database, provide = migrationsInFolder): Promise<string[]> {
  const migrator = new Migrator({ db: database.db as Kysely<unknown>, provider: { getMigrations: provide } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw meaning(error, database)
  database.ready = true
  return results.map((result) => result.migrationName)
}

export async function migrationsInFolder(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-[\w-]+\.ts$/.test(file))
  const loaded = files.map(async (file) => [file.slice(0, -3), await import(join(folder, file))] as const)
  return Object.fromEntries(await Promise.all(loaded))
}

function meaning(error: unknown, database: Database) {
  if (!/previously executed migration .* is missing/.test((error as Error).message)) return error
  return new DatabaseError(
    `The database (${database.name}) was written by a newer Taskdeck: update Taskdeck, or restore a backup from before.`,
  )
}
