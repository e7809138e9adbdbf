import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { copiedApp } from '../../../test/copied.ts'
import { engines, freshFolder } from '../../../test/database.ts'
import { printedBy } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { emptyMachine } from '../../../test/restored.ts'
import { addressOf, freshPlace, storeKinds } from '../../../test/stores.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { ageKey, newAgeKey } from '../age/keys.ts'
import { restore } from '../operator/restore.ts'
import type { PartHeader } from './part-form.ts'

/** Restores a place on an empty machine and starts the whole app there. */
async function restored(place: string, args: string[] = [], engine: (typeof engines)[number] = 'sqlite', env = {}) {
  const machine = await emptyMachine(engine)
  const output = await printedBy(restore, { ...machine, ...env }, place, ...args)
  const app = await uploadApp({ config: { databaseUrl: machine.DATABASE_URL, dataDir: machine.DATA_DIR } })
  const ana = app.visitor()
  expect((await ana.post('/auth/login', credentials('ana'))).status).toBe(200)
  const titles = async () => (await listTasks(ana)).map(({ title }) => title).sort()
  const { id: epoch } = await app.database.db.selectFrom('epochs').select('id').executeTakeFirstOrThrow()
  return { ...app, output, titles, epoch }
}

test.for(engines)(
  'a second between two writes is restored into %s with its files, and begins another history',
  { tags: 'long' },
  async (engine) => {
    const place = await freshFolder()
    const app = await copiedApp({ kind: 'disk', folder: place })
    await app.passes(5)
    app.skip(3)
    await addTask(app.ana, { title: 'Second task' })
    const later = await app.upload('later bytes')
    await app.passes(2)
    app.skip(5)
    await addTask(app.ana, { title: 'Third task' })
    await app.passes(5)

    const between = await restored(place, ['--at', app.timeAt(12)], engine)
    expect(await between.titles()).toEqual(['First task', 'Second task'])
    expect(between.output).toMatch(
      /^Restored 1 account, 2 tasks, 2 files from .*\/copies\/.* of 2026-11-19 10:15:(08|10) UTC into /m,
    )
    const { epoch } = await app.database.db.selectFrom('epochs').select('id as epoch').executeTakeFirstOrThrow()
    expect(between.epoch).not.toBe(epoch)
    expect((await between.stored()).filter((path) => path.endsWith(later._id))).toHaveLength(1)

    expect(await (await restored(place, ['--at', app.timeAt(6)], engine)).titles()).toEqual(['First task'])
    expect(await (await restored(place, [], engine)).titles()).toEqual(['First task', 'Second task', 'Third task'])
    // Every moment can be checked, too.
    const checked = await printedBy(restore, await emptyMachine(engine), place, '--at', app.timeAt(6), '--check')
    expect(checked).toContain('is intact: 1 account, 1 task, 1 file.')
    const refusals = [
      ['--at', '2026-11-19 10:00:00', /The first moment in .* is 2026-11-19 10:15:/],
      ['--at', 'yesterday', /"yesterday" is not a time: give it as 2026-11-19 10:15:07/],
      ['--installation', 'x', /has no copies of x/],
    ] as const
    for (const [flag, value, reason] of refusals) {
      const env = await emptyMachine(engine)
      await expect(printedBy(restore, env, place, flag, value)).rejects.toThrow(reason)
      expect(existsSync(env.DATA_DIR)).toBe(false)
    }
  },
)

test.for(storeKinds)(
  '%s: encrypted copies need their key, and their database is never readable in the place',
  { tags: 'long' },
  async (kind) => {
    const { secret, recipient } = newAgeKey()
    const place = await freshPlace(kind)
    const { address, credentials: env } = addressOf(place)
    const { files = never(), s3Credentials } = place.config
    const app = await copiedApp(files, { backupKey: ageKey(recipient), s3Credentials })
    await app.passes(5)
    await addTask(app.ana, { title: 'Second task' })
    await app.passes(5)
    await expect(printedBy(restore, { ...(await emptyMachine('sqlite')), ...env }, address)).rejects.toThrow(
      /The copy .* is encrypted with the key [0-9a-f]{8}: set BACKUP_KEY to it/,
    )
    const after = await restored(address, [], 'sqlite', { ...env, BACKUP_KEY: secret })
    expect(await after.titles()).toEqual(['First task', 'Second task'])
  },
)

function never(): never {
  throw new Error('The place has no address')
}

/** The parts of the only chain in a folder. */
async function chainIn(place: string) {
  const [installation = ''] = await readdir(join(place, 'copies'))
  const [chain = ''] = await readdir(join(place, 'copies', installation))
  const folder = join(place, 'copies', installation, chain)
  const names = (await readdir(folder)).sort()
  const part = (kind: string) => join(folder, names.find((name) => name.startsWith(kind)) ?? '')
  return { folder, names, chain, part }
}

/** Exchanges the contents of a part. */
async function rewrite(file: string, change: (header: PartHeader, bytes: Buffer) => [object, Buffer]) {
  const unpacked = zstdDecompressSync(await readFile(file))
  const end = unpacked.indexOf(10)
  const [header, bytes] = change(JSON.parse(String(unpacked.subarray(0, end))), unpacked.subarray(end + 1))
  await writeFile(file, zstdCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes])))
}

/** Executes statements in the database of a base, as a stranger would who builds one. */
const withStatements = (statements: string) => async (file: string) => {
  const built = join(await freshFolder(), 'built.db')
  // Later pages belong to another file.
  for (const name of await readdir(dirname(file))) if (name.startsWith('log-')) await rm(join(dirname(file), name))
  await rewrite(file, (header, bytes) => {
    writeFileSync(built, bytes)
    const sqlite = new DatabaseSync(built, { enableForeignKeyConstraints: false })
    sqlite.exec(`pragma journal_mode = delete; ${statements}`)
    sqlite.close()
    return [header, readFileSync(built)]
  })
}

test('copies of a stranger are refused as a whole, whatever is wrong with them', { tags: 'long' }, async () => {
  const place = await freshFolder()
  const app = await copiedApp({ kind: 'disk', folder: place })
  await app.passes(5)
  await addTask(app.ana, { title: 'Second task' })
  await app.passes(5)
  await app.app.close()
  const view = `create table hidden as select * from tasks; drop table tasks; create view tasks as select * from hidden`
  const cases: [part: string, reason: RegExp, change: (file: string) => Promise<unknown>][] = [
    ['base', /is damaged: unexpected end of file/, (file) => writeFile(file, '')],
    ['base', /is damaged: /, (file) => writeFile(file, 'not compressed')],
    ['base', /is damaged: /, async (file) => truncate(file, (await stat(file)).size - 1_000)],
    ['base', /is damaged: its first line is not readable/, (file) => writeFile(file, zstdCompressSync('{\n'))],
    [
      'base',
      /is damaged: its first line is not what Taskdeck writes/,
      (file) => writeFile(file, zstdCompressSync('{}\n')),
    ],
    [
      'base',
      /was made by a newer version/,
      (file) => rewrite(file, (header, bytes) => [{ ...header, format: 2 }, bytes]),
    ],
    [
      'base',
      /belongs to another chain/,
      (file) => rewrite(file, (header, bytes) => [{ ...header, chain: 'x' }, bytes]),
    ],
    ['base', /is no whole number of pages/, (file) => rewrite(file, (header, bytes) => [header, bytes.subarray(1)])],
    ['base', /is damaged: /, (file) => rewrite(file, (header, bytes) => [header, bytes.fill(7, 100, 20_000)])],
    ['base', /is damaged: it has a view that Taskdeck does not have/, withStatements(view)],
    ['base', /it has a trigger that/, withStatements('create trigger x after insert on tasks begin select 1; end')],
    ['base', /it has a table that/, withStatements('create virtual table x using fts5(a)')],
    ['base', /it has a column that is computed/, withStatements("alter table labels add column x text as ('x')")],
    ['base', /the user_id .* in the table tasks is not/, withStatements("update tasks set user_id = 'x'")],
    ['base', /do not belong to the database/, withStatements(`update installation set id = '${randomUUID()}'`)],
    ['base', /written by a newer version/, withStatements("insert into kysely_migration values ('999-x', '')")],
    ['base', /is not a complete backup/, (file) => rm(file).then(() => symlink('/etc/passwd', file))],
    [
      'log',
      /is damaged: its looks are not those/,
      (file) => rewrite(file, (header, bytes) => [{ ...header, looks: [] }, bytes]),
    ],
    ['log', /is damaged: it ends early/, (file) => rewrite(file, (header, bytes) => [header, bytes.subarray(0, -1)])],
    [
      'log',
      /is damaged: it has more/,
      (file) => rewrite(file, (header, bytes) => [header, Buffer.concat([bytes, bytes])]),
    ],
    [
      'log',
      /pages have another size/,
      (file) => rewrite(file, (header, bytes) => [{ ...header, pageBytes: 512 }, bytes]),
    ],
    [
      'log',
      /has a page that the database does not have/,
      (file) => rewrite(file, (header, bytes) => [header, bytes.fill(255, 0, 4)]),
    ],
    [
      'log',
      // The base is of the start or of the first pass.
      /A part before .* is missing. The last moment before it is 2026-11-19 10:15:0[05] UTC/,
      (file) => rename(file, file.replace('log-000000000001', 'log-000000000002')),
    ],
  ]
  for (const [kind, reason, change] of cases) {
    const copy = await freshFolder()
    await cp(place, copy, { recursive: true })
    const { part } = await chainIn(copy)
    await change(part(kind))
    const env = await emptyMachine('sqlite')
    await expect(printedBy(restore, env, copy), `${kind}: ${reason}`).rejects.toThrow(reason)
    expect(existsSync(env.DATA_DIR)).toBe(false)
    await rm(copy, { recursive: true })
  }
})
