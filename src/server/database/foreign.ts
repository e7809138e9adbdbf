import { DatabaseError } from './database.ts'

const migrationTable = 'kysely_migration'
const firstMigration = '001-accounts'

interface Found {
  /** The tables that exist before any migration. */
  tables: string[]
  /** The names of the completed migrations. */
  migrated: string[]
}

/** Throws if a database has tables of another program, because a mistyped URL must not add ours to them. */
export function refuseForeign({ tables, migrated }: Found, name: string): void {
  const isOurs = tables.includes(migrationTable) && (migrated.length === 0 || migrated.includes(firstMigration))
  const others = tables.filter((table) => !table.startsWith(migrationTable))
  if (isOurs || others.length === 0) return
  const some = others.slice(0, 3).join(', ')
  throw new DatabaseError(
    `The database (${name}) belongs to another program: it has the tables ${some}${others.length > 3 ? ', …' : ''}. Set DATABASE_URL to a database of its own.`,
  )
}

/** Throws if a database is empty although files of an installation exist: it is the wrong database, or its data is lost. */
export function refuseEmpty({ migrated }: Found, name: string, filesFolder: string): void {
  if (migrated.length > 0) return
  throw new DatabaseError(
    `The database (${name}) is empty, but ${filesFolder} holds the files of an installation. Set DATABASE_URL to its database or restore a backup. To start from scratch, move them away.`,
  )
}
