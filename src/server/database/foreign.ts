import { DatabaseError } from './database.ts'

const migrationTable = 'kysely_migration'
const firstMigration = '001-accounts'

interface Found {
  /** The tables that are there before anything is migrated. */
  tables: string[]
  /** The names of the migrations that have run. */
  migrated: string[]
}

/** Throws when a database holds the tables of another program: those must not get ours beside them by a mistyped address. */
export function refuseForeign({ tables, migrated }: Found, name: string): void {
  const isOurs = tables.includes(migrationTable) && (migrated.length === 0 || migrated.includes(firstMigration))
  const others = tables.filter((table) => !table.startsWith(migrationTable))
  if (isOurs || others.length === 0) return
  const some = others.slice(0, 3).join(', ')
  throw new DatabaseError(
    `The database (${name}) belongs to another program: it holds the tables ${some}${others.length > 3 ? ', …' : ''}. Set DATABASE_URL to a database of its own.`,
  )
}

/** Throws when a database has no tables although files of an installation are there: it is another one, or its data is lost. */
export function refuseEmpty({ migrated }: Found, name: string, filesFolder: string): void {
  if (migrated.length > 0) return
  throw new DatabaseError(
    `The database (${name}) is empty, but ${filesFolder} holds the files of an installation. Set DATABASE_URL to its database or restore a backup; to start anew, move that folder away.`,
  )
}
