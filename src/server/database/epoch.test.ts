import { copyFile, cp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase, freshFolder } from '../../../test/database.ts'
import { connect } from './connect.ts'
import { fileOf, openDatabase } from './open.ts'

const warnings: string[] = []
const log = { info() {}, warn: (message: string) => void warnings.push(message) }

/** Starts a node on a database, and returns the epoch with a function that stops the node. */
async function started(url: string) {
  const database = openDatabase(url)
  expect(await connect({ database, log, stop: new AbortController().signal })).toBe(true)
  const { rows } = await sql<{ id: string }>`select id from epochs`.execute(database.db)
  return {
    database,
    epoch: rows[0]?.id,
    async stop() {
      await database.renewEpoch()
      await database.close()
    },
  }
}

async function epochAfterStart(url: string) {
  const { epoch, stop } = await started(url)
  await stop()
  return epoch
}

test.for(engines)('%s: the epoch of a database stays the same when its server starts again', async (engine) => {
  const url = await freshDatabase(engine)
  const epoch = await epochAfterStart(url)
  expect(epoch).toMatch(/^[\w-]{12}$/)
  expect(await epochAfterStart(url)).toBe(epoch)
  const crashed = await started(url)
  await crashed.database.close()
  expect(await epochAfterStart(url)).toBe(epoch)
  expect(warnings).toEqual([])
})

const ways = {
  'while the server was running, some time before it was killed': async (file: string, copy: string) => {
    const { database } = await started(`sqlite:${file}`)
    await copyFile(file, copy)
    await database.renewEpoch()
    await database.close()
  },
  'while the server was stopped': async (file: string, copy: string) => {
    await copyFile(file, copy)
    await epochAfterStart(`sqlite:${file}`)
  },
}

test.for(Object.keys(ways) as (keyof typeof ways)[])(
  'a copy of a SQLite file that was made %s is recognized',
  async (way) => {
    const url = await freshDatabase('sqlite')
    const file = fileOf(url) ?? ''
    const copy = join(await freshFolder(), 'copy.db')
    const epoch = await epochAfterStart(url)
    await ways[way](file, copy)
    // The same file with former contents.
    await copyFile(copy, file)
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true })
    expect(await epochAfterStart(url)).not.toBe(epoch)
  },
)

test('a copy of the whole data folder is recognized', async () => {
  const url = await freshDatabase('sqlite')
  const folder = dirname(fileOf(url) ?? '')
  const epoch = await epochAfterStart(url)
  const copy = join(await freshFolder(), 'data')
  await cp(folder, copy, { recursive: true })
  await epochAfterStart(url)
  await rename(folder, `${folder}-former`)
  onTestFinished(() => rm(`${folder}-former`, { recursive: true }))
  await cp(copy, folder, { recursive: true })
  expect(await epochAfterStart(url)).not.toBe(epoch)
})

test('postgres: a running node begins an epoch when it finds the database elsewhere, and a role without privileges can', async () => {
  const url = await freshDatabase('postgres')
  const { database, epoch } = await started(url)
  onTestFinished(() => database.close())
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  onTestFinished(() => admin.end())
  const role = `plain_${database.name.length}_${Date.now()}`
  await admin.query(`create role ${role} login password 'test'; grant all on all tables in schema public to ${role}`)
  onTestFinished(async () => void (await admin.query(`drop owned by ${role}; drop role ${role}`)))
  const current = async () => (await admin.query('select id from epochs')).rows[0]?.id
  expect(await current()).toBe(epoch)
  // As in a dump of another server.
  await admin.query("update epochs set place = 'elsewhere'")
  const plain = openDatabase(url.replace(/\/\/[^@]+@/, `//${role}:test@`))
  onTestFinished(() => plain.close())
  await sql`select 1`.execute(plain.db)
  const next = await current()
  expect(next).not.toBe(epoch)
  await database.renewEpoch()
  expect(await current()).toBe(next)
})
