import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from 'kysely/migration'

const folder = join(import.meta.dirname, 'migrations')

/** All migrations by name. The single executable has no folders: its build replaces this file with a list of imports. */
export async function migrationsInFolder(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-[\w-]+\.ts$/.test(file))
  const loaded = files.map(async (file) => [file.slice(0, -3), await import(join(folder, file))] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
