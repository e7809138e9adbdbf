import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Database, DatabaseError } from './database.ts'
import { refuseEmpty, refuseForeign } from './foreign.ts'
import { migrationsInFolder } from './migrations-in-folder.ts'

interface Options {
  /** Called if this node waits for another one that is migrating. */
  onWait?: () => void
  /** The folder with files that belong to this database, if it exists. An empty database is then refused. */
  filesFolder?: string | undefined
}

/**
 * Brings the tables up to date and marks the database as ready. Returns the names of the migrations that it ran.
 * Runs in one transaction behind a lock: of several nodes that start at once, one migrates and the others wait.
 * Throws a DatabaseError for a database that belongs to another program or to a newer Taskdeck.
 */
export async function migrate(
  database: Database,
  provide = migrationsInFolder,
  { onWait = () => {}, filesFolder }: Options = {},
): Promise<string[]> {
  await database.refuseUnusable()
  const { db, close } = database.forMigrations(onWait)
  try {
    const tables = await database.tables()
    const found = { tables, migrated: tables.includes('kysely_migration') ? await migrationsIn(db) : [] }
    refuseForeign(found, database.name)
    if (filesFolder) refuseEmpty(found, database.name, filesFolder)
    const migrator = new Migrator({ db: db as Kysely<unknown>, provider: { getMigrations: provide } })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw meaning(error, database)
    database.ready = true
    return results.map((result) => result.migrationName)
  } finally {
    await close()
  }
}

async function migrationsIn(db: Database['db']) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map((row) => row.name)
}

function meaning(error: unknown, database: Database) {
  if (!/previously executed migration .* is missing/.test((error as Error).message)) return error
  return new DatabaseError(
    `The database (${database.name}) was written by a newer version of Taskdeck: update Taskdeck, or restore a backup of this version.`,
  )
}
