import type { Database } from './database.ts'
import type { Limits } from './limits.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const sqlite = 'sqlite:'

/** Opens the database that a URL names: `sqlite:PATH` or `postgres://…`. The limits are those of PostgreSQL. */
export function openDatabase(url: string, limits?: Limits): Database {
  const file = fileOf(url)
  return file ? openSqlite(file) : openPostgres(url, limits)
}

/** The file that a URL names, if it names one. */
export function fileOf(url: string): string | undefined {
  return url.startsWith(sqlite) ? url.slice(sqlite.length) : undefined
}
