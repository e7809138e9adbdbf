import { execFileSync } from 'node:child_process'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Engine, engines, freshDatabase } from '../../../test/database.ts'
import { lastRelease } from '../../../test/former-release.ts'
import { migrate } from './migrate.ts'
import { migrationsInFolder } from './migrations-in-folder.ts'
import { openDatabase } from './open.ts'
import { oldestSupported } from './schema-support.ts'

const next = '999-next'

/** A database that a next release has migrated, which supports releases from a schema on. */
async function migratedByNext(engine: Engine, oldest: string) {
  const database = openDatabase(await freshDatabase(engine))
  onTestFinished(() => database.close())
  const up = async (db: Kysely<unknown>) => void (await sql`create table next_feature (id integer)`.execute(db))
  await migrate(database, async () => ({ ...(await migrationsInFolder()), [next]: { up } }))
  await database.db.updateTable('schema_support').set({ oldest }).execute()
  database.ready = false
  return database
}

const newest = async () => Object.keys(await migrationsInFolder()).at(-1) ?? ''

test.for(engines)(
  '%s: a database that the next release has migrated is used as it is, with a warning',
  async (engine) => {
    const database = await migratedByNext(engine, await newest())
    const seen: string[][] = []
    expect(await migrate(database, undefined, { onNewer: (newer) => seen.push(newer) })).toEqual([])
    expect(seen).toEqual([[next]])
    expect(database.ready).toBe(true)
    // The next release finds what it has written.
    expect(await database.db.selectFrom('schema_support').select('oldest').execute()).toEqual([
      { oldest: await newest() },
    ])
  },
)

test.for(engines)('%s: a database that this release cannot follow is refused', async (engine) => {
  const database = await migratedByNext(engine, next)
  await expect(migrate(database)).rejects.toThrow('written by a newer version of Taskdeck: update Taskdeck')
  expect(database.ready).toBe(false)
})

test.for(engines)('%s: a database with a newer migration that lacks one of this release is refused', async (engine) => {
  const database = await migratedByNext(engine, oldestSupported)
  await sql`delete from kysely_migration where name = ${await newest()}`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow('written by a newer version of Taskdeck')
})

test('the oldest supported schema is that of the last release', () => {
  const folder = 'src/server/database/migrations/'
  const names = execFileSync('git', ['ls-tree', '--name-only', lastRelease.commit, folder], { encoding: 'utf8' })
  expect(names.trim().split('\n').at(-1)).toBe(`${folder}${oldestSupported}.ts`)
})
