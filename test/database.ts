import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** The URL of an empty database that is gone when the test ends. */
export async function freshDatabase(engine: Engine): Promise<string> {
  return engine === 'sqlite' ? `sqlite:${join(await freshFolder(), 'taskdeck.db')}` : freshPostgres()
}

/** An empty folder that is gone when the test ends. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function freshPostgres() {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
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
