import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

const bothEngines = ['sqlite', 'postgres'] as const
export type Engine = (typeof bothEngines)[number]

/** The engines under test: both, or the one that `npm test -- --engine` names. */
export const engines = bothEngines.filter((engine) => (process.env.TEST_ENGINE ?? engine) === engine)

/** The URL of an empty database that is gone when the test ends. */
export async function freshDatabase(engine: Engine): Promise<string> {
  return engine === 'sqlite' ? `sqlite:${join(await freshFolder(), 'taskdeck.db')}` : freshPostgres()
}

/** The URL of a database with all tables and no rows, copied from a template; it is gone when the test ends. */
export async function migratedDatabase(engine: Engine): Promise<string> {
  if (engine === 'postgres') return freshPostgres(inject('postgresTemplate'))
  const file = join(await freshFolder(), 'taskdeck.db')
  await copyFile(inject('sqliteTemplate'), file)
  return `sqlite:${file}`
}

/** An empty folder that is gone when the test ends. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function freshPostgres(template = 'template1') {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template}`)
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`))
  return server.replace(/\/postgres$/, `/${name}`)
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
