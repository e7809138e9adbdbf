import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { coordinator } from './coordinator.ts'
import { createDatabase, dropDatabase, lendDatabase } from './postgres-databases.ts'

const bothEngines = ['sqlite', 'postgres'] as const
export type Engine = (typeof bothEngines)[number]

/** The engines under test: both, or the one that `npm test -- --engine` names. */
export const engines = bothEngines.filter((engine) => (process.env.TEST_ENGINE ?? engine) === engine)

/** The URL of an empty database that is removed when the test ends. */
export async function freshDatabase(engine: Engine): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(await freshFolder(), 'taskdeck.db')}`
  const { url, name } = await createDatabase()
  onTestFinished(() => dropDatabase(name))
  return url
}

const migrated = new Set<string>()

/** The URL of a migrated database. Its rows are deleted when the test ends. */
export async function migratedDatabase(engine: Engine): Promise<string> {
  const url = engine === 'postgres' ? await lentPostgres() : `sqlite:${await copiedFile()}`
  migrated.add(url)
  return url
}

/** Whether the database at this URL was migrated for a test. */
export const isMigrated = (url: string) => migrated.has(url)

/** Whether `npm test -- --partitioned` or Citus has divided the tables of the migrated database at this URL. */
export const isPartitioned = (url: string) =>
  Boolean(process.env.TEST_PARTITIONED || coordinator) && !url.startsWith('sqlite:')

async function lentPostgres() {
  const { url, giveBack } = await lendDatabase()
  onTestFinished(giveBack)
  return url
}

async function copiedFile() {
  const file = join(await freshFolder(), 'taskdeck.db')
  await copyFile(inject('sqliteTemplate'), file)
  return file
}

/** An empty folder that is removed when the test ends. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-test-'))
  // A hook of git may still write its last line.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
