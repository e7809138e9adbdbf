import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Database, DatabaseError } from './database.ts'
import { refuseEmpty, refuseForeign } from './foreign.ts'
import { migrationsInFolder } from './migrations-in-folder.ts'
import { isSupported, noteSupport } from './schema-support.ts'

interface Options {
  /** Called if this node waits for another one that is migrating. */
  onWait?: () => void
  /** Called with the newer migrations if a newer release has migrated the database and this one can still use it. */
  onNewer?: (newer: string[]) => void
  /** Called with the tables that were distributed by owner. */
  onDistributed?: (tables: string[]) => void
  /** The folder with files that belong to this database, if it exists. An empty database is then refused. */
  filesFolder?: string | undefined
}

/**
 * Brings the tables up to date and marks the database as ready. Returns the names of the migrations that it ran.
 * Runs in one transaction behind a lock: of several nodes that start at once, one migrates and the others wait.
 * A database that the next release has migrated is used as it is, so that an update can be taken back without a restore.
 * Throws a DatabaseError for a database that belongs to another program or to a Taskdeck that is newer still.
 */
export async function migrate(
  database: Database,
  provide = migrationsInFolder,
  { onWait = () => {}, onNewer = () => {}, onDistributed = () => {}, filesFolder }: Options = {},
): Promise<string[]> {
  await database.refuseUnusable()
  const { db, close } = database.forMigrations(onWait)
  try {
    const tables = await database.tables()
    const found = { tables, migrated: tables.includes('kysely_migration') ? await migrationsIn(db) : [] }
    refuseForeign(found, database.name)
    if (filesFolder) refuseEmpty(found, database.name, filesFolder)
    const migrations = await provide()
    const known = Object.keys(migrations)
    const newer = found.migrated.filter((name) => !known.includes(name))
    if (newer.length) {
      const isComplete = known.every((name) => found.migrated.includes(name))
      if (!isComplete || !(await isSupported(db, known))) throw tooNew(database)
      onNewer(newer)
      await markReady(database)
      return []
    }
    const migrator = new Migrator({ db: db as Kysely<unknown>, provider: { getMigrations: async () => migrations } })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw meaning(error, database)
    if (results.length) await noteSupport(db, known)
    const distributed = await database.distributeOwners(db)
    if (distributed.length) onDistributed(distributed)
    await markReady(database)
    return results.map((result) => result.migrationName)
  } finally {
    await close()
  }
}

async function markReady(database: Database) {
  database.isDistributed = await database.dividesOwners()
  database.ready = true
}

async function migrationsIn(db: Database['db']) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map((row) => row.name)
}

/** A newer node can migrate between the look and the lock. */
function meaning(error: unknown, database: Database) {
  return /previously executed migration .* is missing/.test((error as Error).message) ? tooNew(database) : error
}

const tooNew = (database: Database) =>
  new DatabaseError(
    `The database (${database.name}) was written by a newer version of Taskdeck: update Taskdeck, or restore a backup of this version.`,
  )
