import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { cases } from '../../../test/cases.ts'
import { freshFolder } from '../../../test/database.ts'
import { type Cut, openLog } from './log-reader.ts'

const maxBytes = 64 * 1024 * 1024

/** A SQLite file that is written as the server writes it, and everything that its log reader has seen. */
async function world() {
  const folder = await freshFolder()
  const path = join(folder, 'taskdeck.db')
  const connect = () => {
    const sqlite = new DatabaseSync(path, { timeout: 1_000 })
    onTestFinished(() => {
      if (sqlite.isOpen) sqlite.close()
    })
    return sqlite
  }
  const sqlite = connect()
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = off; create table rows (id integer primary key, text)')
  return { folder, path, connect, sqlite }
}

function beginReading(sqlite: DatabaseSync) {
  sqlite.exec('begin')
  sqlite.prepare('select count(*) from rows').get()
}

/** The pages of each look, in order. */
function* looksIn({ file, looks }: Cut, pageBytes: number) {
  const bytes = readFileSync(file)
  let at = 0
  for (const { pages, size } of looks) {
    const found: { page: number; at: number }[] = []
    for (let index = 0; index < pages; index++, at += 4 + pageBytes)
      found.push({ page: bytes.readUInt32BE(at), at: at + 4 })
    yield { size, pages: found, bytes }
  }
}

const rowsOf = (path: string) => {
  const sqlite = new DatabaseSync(path)
  try {
    expect(Object.values(sqlite.prepare('pragma integrity_check').get() ?? {})).toEqual(['ok'])
    return JSON.stringify(sqlite.prepare('select * from rows order by id').all())
  } finally {
    sqlite.close()
  }
}

test('every look has all that was committed, whoever checkpoints, vacuums, reads or writes meanwhile', async () => {
  const { folder, path, connect, sqlite } = await world()
  const log = openLog(path, folder, maxBytes)
  const base = await log.base(join(folder, 'base.db'), 0)
  const other = connect()
  const reader = connect()
  let random = 7
  const below = (count: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((random / 2 ** 31) * count)
  }
  const insert = (into: DatabaseSync, rows: number, bytes: number) => {
    into.exec('begin immediate')
    const statement = into.prepare('insert into rows (text) values (?)')
    for (let index = 0; index < rows; index++) statement.run(String(below(1_000)).repeat(bytes))
    into.exec(below(4) ? 'commit' : 'rollback')
  }
  const steps = [
    () => insert(sqlite, 3, 5),
    () => insert(other, 20, 300),
    () => insert(sqlite, 300, 900),
    () => sqlite.exec('delete from rows where id % 3 = 0'),
    () => other.exec('update rows set text = text || 1 where id % 5 = 0'),
    () => sqlite.exec('pragma wal_checkpoint(passive)'),
    () => other.exec('pragma wal_checkpoint(restart)'),
    () => other.exec('pragma wal_checkpoint(truncate)'),
    () => reader.isTransaction || sqlite.exec('vacuum'),
    // A long read holds back checkpoints.
    () => (reader.isTransaction ? reader.exec('rollback') : beginReading(reader)),
    // The last connection of another process would checkpoint; this one must not.
    () => connect().close(),
  ]
  reader.exec('pragma busy_timeout = 0')
  for (const connection of [sqlite, other]) connection.exec('pragma busy_timeout = 20')
  const states: string[] = []
  const cuts: Cut[] = []
  for (let count = 0; count < cases(60, 5_000); count++) {
    try {
      steps[below(steps.length)]?.()
    } catch (error) {
      // The log is busy, as it may be for a checkpoint.
      expect(String(error)).toMatch(/locked|busy/)
      if (sqlite.isTransaction) sqlite.exec('rollback')
    }
    if (below(3)) continue
    const before = rowsOf(path)
    log.look(count)
    const cut = log.cut()
    if (cut) {
      cuts.push(cut)
      states.push(before)
      log.release(cut.bytes)
    } else expect(before).toBe(states.at(-1) ?? rowsOf(base.file))
  }
  expect(states.length).toBeGreaterThan(10)

  const restored = join(folder, 'restored.db')
  copyFileSync(base.file, restored)
  for (const [index, cut] of cuts.entries()) {
    const file = await open(restored, 'r+')
    for (const { size, pages, bytes } of looksIn(cut, log.pageBytes)) {
      for (const { page, at } of pages) await file.write(bytes, at, log.pageBytes, (page - 1) * log.pageBytes)
      await file.truncate(size * log.pageBytes)
    }
    await file.close()
    expect(rowsOf(restored), `after look ${index}`).toBe(states[index])
  }
})

test('the log begins anew while everybody writes, so it does not grow for ever', async () => {
  const { folder, path, sqlite } = await world()
  const log = openLog(path, folder, maxBytes)
  const insert = sqlite.prepare('insert into rows (text) values (?)')
  for (let round = 0; round < 8; round++) {
    for (let index = 0; index < 600; index++) insert.run('x'.repeat(3_000))
    log.look(round)
    log.release(log.cut()?.bytes ?? 0)
    // With a write after each look, no look finds the log at rest.
    insert.run('y')
  }
  const { length } = readFileSync(`${path}-wal`)
  // One round has less than 2,000 pages.
  expect(length).toBeLessThan(2 * 2_000 * log.pageBytes)
})

test('a log that was exchanged or damaged ends the chain, and nothing wrong is copied', async () => {
  const damage: [string, (path: string) => void][] = [
    [
      'the sum of a frame is wrong',
      (path) => {
        const bytes = readFileSync(`${path}-wal`)
        bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1
        writeFileSync(`${path}-wal`, bytes, { flag: 'r+' })
      },
    ],
    [
      'the file was replaced',
      (path) => {
        copyFileSync(path, `${path}-2`)
        rmSync(path)
        copyFileSync(`${path}-2`, path)
      },
    ],
  ]
  for (const [reason, change] of damage) {
    const { folder, path, sqlite } = await world()
    const log = openLog(path, folder, maxBytes)
    for (let index = 0; index < 20; index++) sqlite.exec(`insert into rows (text) values ('${'x'.repeat(2_000)}')`)
    change(path)
    expect(() => log.look(1), reason).toThrow(reason)
    expect(log.cut()).toBeUndefined()
  }
})

test('when too much waits for its place, the chain ends', async () => {
  const { folder, path, sqlite } = await world()
  const log = openLog(path, folder, 100_000)
  const fill = () => sqlite.exec(`insert into rows (text) values ('${'x'.repeat(60_000)}')`)
  fill()
  log.look(1)
  fill()
  expect(() => log.look(2)).toThrow('more than 100000 bytes wait for their place')
})
