import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from 'kysely/migration'

const folder = join(import.meta.dirname, 'migrations')

/** The name of the newest migration, which stands for the schema that this version makes. */
export async function newestMigration(): Promise<string> {
  return (await migrationNames()).at(-1) ?? ''
}

/** All migrations by name. The single executable has no folders: its build replaces this file with a list of imports. */
export async function migrationsInFolder(): Promise<Record<string, Migration>> {
  const loaded = (await migrationNames()).map(async (name) => [name, await import(join(folder, `${name}.ts`))] as const)
  return Object.fromEntries(await Promise.all(loaded))
}

async function migrationNames() {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-[\w-]+\.ts$/.test(file))
  return files.map((file) => file.slice(0, -3)).sort()
}
