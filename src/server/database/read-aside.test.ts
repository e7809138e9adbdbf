import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase, freshFolder, migratedDatabase } from '../../../test/database.ts'
import { startProcess } from '../../../test/process.ts'
import { pagesUntilLast } from '../answers/json-list.ts'
import { migrate } from './migrate.ts'
import { migrationsInFolder } from './migrations-in-folder.ts'
import { openDatabase } from './open.ts'
import { sqliteReader } from './sqlite-reader.ts'

function opened(url: string) {
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  return database
}

test.for(engines)('%s: a long read does not block the event loop', async (engine) => {
  const { db, readAside } = opened(await migratedDatabase(engine))
  let [turns, isRunning] = [0, true]
  const turn = () => {
    turns++
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  const numbers = sql<{ i: number }>`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000)
    select count(*) as i from n`
  const [row] = await readAside('ana', { compile: () => numbers.compile(db) })
  isRunning = false
  expect(row).toEqual({ i: 300_000 })
  expect(turns).toBeGreaterThan(100)
})

test.for(engines)('%s: the long reads of one owner run one after another, in order', async (engine) => {
  const { db, readAside } = opened(await migratedDatabase(engine))
  const ended: number[] = []
  const read = async (number: number) => {
    await readAside('ana', db.selectFrom('tasks').select('id').where('user_id', '=', 'ana'))
    ended.push(number)
  }
  await Promise.all(Array.from({ length: 20 }, (_, number) => read(number)))
  expect(ended).toEqual(Array.from({ length: 20 }, (_, number) => number))
})

test.for(engines)('%s: a page has few large rows or many small ones, and the last page says so', async (engine) => {
  const { db, readSome } = opened(await migratedDatabase(engine))
  const read = async (length: number, count: number) => {
    const sizes: number[] = []
    const pages = pagesUntilLast((last?: { i: number; text: string }) =>
      readSome('ana', (limit) => {
        const rows = sql<{ i: number; text: string }>`with recursive n(i) as (
            select cast(${(last?.i ?? 0) + 1} as integer) union all select i + 1 from n where i < ${sql.lit(count)})
          select i, replace('          ', ' ', ${'x'.repeat(length / 10)}) as text from n
          where i <= ${sql.lit(count)} limit ${sql.lit(limit)}`
        return { compile: () => rows.compile(db) }
      }),
    )
    let next = 1
    for await (const rows of pages) {
      sizes.push(rows.length)
      for (const { i } of rows) expect(i).toBe(next++)
    }
    expect(next).toBe(count + 1)
    return sizes
  }
  const large = await read(60_000, 12)
  const small = await read(100, 1_200)
  expect([large, small]).toEqual(
    engine === 'sqlite'
      ? [
          [5, 5, 2],
          [1_000, 200],
        ]
      : [[12], [...Array(12).fill(100), 0]],
  )
})

test('if the reading thread ends, its pending reads fail and the next read starts a new thread', async () => {
  const path = `${await freshFolder()}/reader.db`
  const { db } = opened(`sqlite:${path}`)
  await sql`create table numbers (n integer)`.execute(db)
  const reader = sqliteReader(path)
  onTestFinished(() => reader.close())
  const waiting = reader.read('select n from numbers', []).then(
    () => 'answered',
    (error: Error) => error.message,
  )
  await reader.close()
  expect(await waiting).toBe('The SQLite thread has ended.')
  expect(await reader.read('select 1 as n', [])).toEqual([{ n: 1 }])
  await expect(reader.read('select n from nowhere', [])).rejects.toMatchObject({ message: 'no such table: nowhere' })
})

test('a program that ends the reading thread lives until it has ended, even if an answer arrives meanwhile', async () => {
  const folder = await freshFolder()
  const [path, program] = [join(folder, 'reader.db'), join(folder, 'program.mjs')]
  await sql`create table numbers (n integer)`.execute(opened(`sqlite:${path}`).db)
  const source = `
    const { sqliteReader } = await import(${JSON.stringify(join(import.meta.dirname, 'sqlite-reader.ts'))})
    const reader = sqliteReader(${JSON.stringify(path)})
    await reader.read('begin', [])
    reader.read('select n from numbers', []).catch(() => {})
    // While this thread is busy, the answer arrives.
    for (const end = Date.now() + 200; Date.now() < end; );
    await reader.close()
    console.log('closed')`
  await writeFile(program, source)
  const started = startProcess(process.execPath, [program])
  expect([await started.ended(), started.output()]).toEqual([0, 'closed\n'])
})

test.for(engines)(
  '%s: a migration shortens search texts that are far too long and leaves the others unchanged',
  async (engine) => {
    const database = opened(await freshDatabase(engine))
    const all = await migrationsInFolder()
    await migrate(database, async () => Object.fromEntries(Object.entries(all).filter(([name]) => name < '005')))
    await sql`insert into users (id, username, email, email_key, preferences, created_at)
    values ('ana', 'Ana', 'a', 'a', '{}', 0)`.execute(database.db)
    const words = [' ﷺ'.normalize('NFKD').repeat(5_000), ' short\n text']
    for (const [index, text] of words.entries()) {
      await sql`insert into tasks (user_id, id, number, title, description, priority, due_date, status, version, created_at, updated_at, words)
      values ('ana', ${`${index}`}, ${index}, '', '', '', '', '', 1, '', '', ${text})`.execute(database.db)
    }
    await migrate(database)
    const rows = await database.db.selectFrom('tasks').select('words').orderBy('id').execute()
    expect(rows.map((row) => row.words)).toEqual([words[0]?.slice(0, 12_000), words[1]])
  },
)
