import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { coordinator } from './coordinator.ts'
import { partitionByOwner } from './partitions.ts'
import { startPostgres, withoutDisk } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** A database with all tables and no rows, which a test copies instead of migrating its own. */
    postgresTemplate: string
    sqliteTemplate: string
  }
}

const template = 'taskdeck_template'

/** Settings that save processor time. Nothing kills or copies this server, and it lives for minutes. */
const cheap = [
  // An automatic vacuum would give the plans statistics in some runs only.
  ...['-c', 'autovacuum=off'],
  ...['-c', 'synchronous_commit=off', '-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
  ...['-c', 'jit=off', '-c', 'checkpoint_timeout=1h', '-c', 'max_wal_size=8GB'],
]

/** Starts one real PostgreSQL for all tests of a run, and migrates one template for each engine. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-template-'))
  const file = join(folder, 'taskdeck.db')
  await migrateTemplate(`sqlite:${file}`)
  project.provide('sqliteTemplate', file)
  const stopPostgres =
    process.env.TEST_ENGINE === 'sqlite' || coordinator ? async () => {} : await providePostgres(project)
  return async () => {
    await stopPostgres()
    await rm(folder, { recursive: true, force: true })
  }
}

async function providePostgres(project: TestProject) {
  const { url, stop } = await startPostgres({ flags: [...withoutDisk, ...cheap] })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  const templateUrl = url.replace(/\/postgres$/, `/${template}`)
  await migrateTemplate(templateUrl)
  if (process.env.TEST_PARTITIONED) await partitionByOwner(templateUrl)
  project.provide('postgresUrl', url)
  project.provide('postgresTemplate', template)
  return stop
}

async function migrateTemplate(url: string) {
  const database = openDatabase(url)
  await migrate(database)
  await database.close()
}
