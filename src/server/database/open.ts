import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const sqlite = 'sqlite:'

/** Opens the database that a URL names: `sqlite:PATH` or `postgres://…`. */
export function openDatabase(url: string): Database {
  const file = fileOf(url)
  return file ? openSqlite(file) : openPostgres(url)
}

/** The file that a URL names, if it names one. */
export function fileOf(url: string): string | undefined {
  return url.startsWith(sqlite) ? url.slice(sqlite.length) : undefined
}
