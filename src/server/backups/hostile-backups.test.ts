import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { engines, freshFolder } from '../../../test/database.ts'
import { addNote } from '../../../test/notes.ts'
import { printedBy, runOperator } from '../../../test/operator.ts'
import { backedUp, backupIn, emptyMachine, restoredApp, sharedFile } from '../../../test/restored.ts'
import {
  setValue,
  type TamperedTable,
  tamperManifest,
  tamperRows,
  writeRowsText,
} from '../../../test/tampered-backup.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { smallDisk } from '../../../torture/small-disk.ts'
import { attemptLimits } from '../accounts/attempts.ts'
import { openDatabase } from '../database/open.ts'
import { restore } from '../operator/restore.ts'
import type { Manifest } from './manifest-form.ts'
import { readRows } from './rows-file.ts'

const stranger = randomUUID()

/** A backup with a task and a file, and copies of it to tamper with. */
async function world() {
  const app = await uploadApp()
  const ana = app.as('ana')
  const task = await addTask(ana)
  const { _id: id } = await app.upload(ana, task._id, 'bytes of ana')
  await addNote(ana, task._id, 'A note')
  const { _id: owner } = await ana.user()
  const folder = await backedUp(app)
  const copied = async () => {
    const place = await freshFolder()
    await cp(dirname(folder), place, { recursive: true })
    return join(place, basename(folder))
  }
  return { copied, owner, id, file: (backup: string) => sharedFile(backup, owner, id) }
}

/** Expects that a restore says this and creates nothing at all. */
async function expectRefused(folder: string, reason: string | RegExp) {
  const env = await emptyMachine('sqlite')
  await expect(printedBy(restore, env, folder)).rejects.toThrow(reason)
  expect(existsSync(env.DATA_DIR)).toBe(false)
}

test('a file whose id or owner is a path is not written there, however well the hashes fit', async () => {
  const { copied, owner } = await world()
  const env = await emptyMachine('sqlite')
  const outside = join(dirname(env.DATA_DIR), '.ssh', 'authorized_keys')
  await mkdir(dirname(outside))
  await writeFile(outside, 'the keys of the operator')
  const evil = Buffer.from('the key of a stranger')
  const change = (values: Record<string, unknown>) => (tables: TamperedTable[]) => {
    const sha256 = createHash('sha256').update(evil).digest('hex')
    for (const [column, value] of Object.entries({ size: evil.length, sha256, ...values }))
      setValue(tables, 'files', column, value)
  }
  for (const values of [
    { id: '../../../.ssh/authorized_keys' },
    { user_id: '../../.ssh', id: 'authorized_keys' },
    { user_id: owner, id: outside },
  ]) {
    const folder = await copied()
    await tamperRows(folder, change(values))
    const place = sharedFile(folder, values.user_id ?? owner, values.id)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, evil)
    await expect(printedBy(restore, env, folder)).rejects.toThrow(/in the table files is not a UUID/)
    expect(String(await readFile(outside))).toBe('the keys of the operator')
    expect(existsSync(env.DATA_DIR)).toBe(false)
    await rm(folder, { recursive: true })
  }
})

const rows: [reason: string, change: (tables: TamperedTable[]) => void][] = [
  ['the user_id .* is not an account of this backup', (tables) => setValue(tables, 'tasks', 'user_id', stranger)],
  ['the user_id .* is not an account of this backup', (tables) => setValue(tables, 'files', 'user_id', stranger)],
  ['the id "TASK" in the table tasks is not a UUID', (tables) => setValue(tables, 'tasks', 'id', 'TASK')],
  ['in the table files is not the name of a file', (tables) => setValue(tables, 'files', 'name', '../../x')],
  ['in the table files is not the name of a file', (tables) => setValue(tables, 'files', 'name', 'a\r\nb')],
  ['the size -1 in the table files is not a whole', (tables) => setValue(tables, 'files', 'size', -1)],
  ['the size "12" in the table files is not a whole', (tables) => setValue(tables, 'files', 'size', '12')],
  ['the sha256 "ABC" .* is not a SHA-256 hash', (tables) => setValue(tables, 'files', 'sha256', 'ABC')],
  ['the json .* in the table tasks is not a JSON object', (tables) => setValue(tables, 'tasks', 'json', '{"a":1}]')],
  // A list is put together from these texts, and every write reads the others.
  ['the json .* in the table tasks is not a JSON object', (tables) => setValue(tables, 'tasks', 'json', '"a"')],
  ['the files_json .* is not a JSON list', (tables) => setValue(tables, 'tasks', 'files_json', '{}')],
  ['the labels .* is not a JSON list of texts', (tables) => setValue(tables, 'tasks', 'labels', '[1]')],
  ['the claim "null" in the table tasks is not a claim', (tables) => setValue(tables, 'tasks', 'claim', 'null')],
  ['the done_when .* is not a list of criteria', (tables) => setValue(tables, 'tasks', 'done_when', '[{"id":"x"}]')],
  ['the claim .* is not a claim', (tables) => setValue(tables, 'tasks', 'claim', '{"until":"never","by":"x"}')],
  ['the repeat "5" in the table tasks is not a repetition', (tables) => setValue(tables, 'tasks', 'repeat', '5')],
  ['the after "7" in the table events is not a JSON object', (tables) => setValue(tables, 'events', 'after', '7')],
  ['the preferences .* is not a JSON object', (tables) => setValue(tables, 'users', 'preferences', 'null')],
  // A time that no calendar has.
  ['the created_at 9000000000000000 .* is not a time', (tables) => setValue(tables, 'users', 'created_at', 9e15)],
  ['the created_at "soon" .* is not a time', (tables) => setValue(tables, 'tasks', 'created_at', 'soon')],
  ['the at "2026-13-45T.*" .* is not a time', (tables) => setValue(tables, 'events', 'at', '2026-13-45T00:00:00Z')],
  ['the kind "order" in the table notes is not one of note', (tables) => setValue(tables, 'notes', 'kind', 'order')],
  ['the number -1 in the table notes is not a whole', (tables) => setValue(tables, 'notes', 'number', -1)],
  ['the user_id .* is not an account of this backup', (tables) => setValue(tables, 'notes', 'user_id', stranger)],
  ['the username .* is not a text', (tables) => setValue(tables, 'users', 'username', 'a\0b')],
  ['the username .* is not a text', (tables) => setValue(tables, 'users', 'username', { base64: 'AAAA' })],
  ['the status .* is not one of Pending', (tables) => setValue(tables, 'tasks', 'status', 'Done')],
  ['the version null in the table tasks', (tables) => setValue(tables, 'tasks', 'version', null)],
  ['the file .* is there twice', (tables) => double(tables, 'files')],
  ['the table tasks has the unknown column "is_admin"', (tables) => widen(tables, 'tasks', 'is_admin')],
  ['the table users has the unknown column "__proto__"', (tables) => widen(tables, 'users', '__proto__')],
  ['does not name its columns once each', (tables) => widen(tables, 'users', 'email')],
  ['a row of the table users has 0 values instead of', (tables) => rowsOf(tables, 'users').splice(0, 1, [])],
  ['names the table "kysely_migration"', (tables) => renameUsers(tables, 'kysely_migration')],
  ['names the table "jobs"', (tables) => renameUsers(tables, 'jobs')],
  ['names the table "constructor"', (tables) => renameUsers(tables, 'constructor')],
  ['the table users is not in its place', (tables) => void tables.push(...tables.slice(0, 1))],
]

const rowsOf = (tables: TamperedTable[], name: string) => tables.find(({ table }) => table === name)?.rows ?? []

function double(tables: TamperedTable[], name: string) {
  rowsOf(tables, name).push(...rowsOf(tables, name).slice(0, 1))
}

function widen(tables: TamperedTable[], name: string, column: string) {
  for (const { table, columns, rows } of tables) {
    if (table !== name) continue
    columns.push(column)
    for (const row of rows) row.push('x')
  }
}

function renameUsers(tables: TamperedTable[], name: string) {
  for (const one of tables) if (one.table === 'users') one.table = name
}

test('rows that Taskdeck does not write are refused before anything is created', async () => {
  const { copied } = await world()
  for (const [reason, change] of rows) {
    const folder = await copied()
    await tamperRows(folder, change)
    await expectRefused(folder, new RegExp(`is damaged: .*${reason}`))
    await rm(folder, { recursive: true })
  }
})

test("a stranger's backup cannot keep anybody from signing in for longer than the limit does", async () => {
  const { copied } = await world()
  const folder = await copied()
  const limit = { key: 'sign in ana', max: 10, windowMs: 900_000 }
  const key = createHash('sha256').update(limit.key).digest('base64url')
  await tamperRows(folder, (tables) => {
    const attempts = tables.find(({ table }) => table === 'attempts')
    const row: Record<string, unknown> = { key, count: Number.MAX_SAFE_INTEGER, until: 8.64e15, max_count: 10 }
    attempts?.rows.push(attempts.columns.map((column) => row[column]))
  })
  const { database } = await restoredApp(folder, 'sqlite')
  let now = Date.now()
  const attempts = attemptLimits({ database, clock: () => now })
  await expect(attempts.take([limit])).rejects.toMatchObject({ code: 'too_many_requests' })
  now += limit.windowMs + 1
  await attempts.take([limit])
})

test('a file of rows that is no list of rows is refused with the place', async () => {
  const { copied } = await world()
  const folder = await copied()
  const head = '{"table":"users","columns":["id"]}\n'
  for (const [text, reason] of [
    ['[1]\n', 'line 1: a row comes before its table'],
    ['{"table":"users"\n', 'line 1: it cannot be read'],
    ['null\n', 'line 1: there is no table undefined'],
    ['{"table":"jobs","columns":[]}\n', 'line 1: there is no table "jobs"'],
    [`${head}["${stranger}"]`, 'the last line is incomplete'],
    [`${head}["${'a'.repeat(65 * 1024 * 1024)}"]\n`, 'a line is longer than'],
  ] as const) {
    await writeRowsText(folder, text)
    await expectRefused(folder, reason)
  }
})

test('a backup whose rows and manifest belong to two installations is refused: no server would start with it', async () => {
  const { copied } = await world()
  const folder = await copied()
  await tamperRows(folder, (tables) => {
    const place = tables.findIndex(({ table }) => table === 'events')
    tables.splice(place, 0, { table: 'installation', columns: ['key', 'id'], rows: [[1, stranger]] })
  })
  await tamperManifest(folder, (manifest) => Object.assign(manifest, { installation: randomUUID() }))
  await expectRefused(folder, 'its rows belong to another installation')
})

test('a backup with long rows needs no more memory than a few of them', async () => {
  const { copied } = await world()
  const folder = await copied()
  const row = JSON.stringify([stranger, 'a'.repeat(1024 * 1024)])
  await writeRowsText(folder, `{"table":"users","columns":["id","username"]}\n${`${row}\n`.repeat(30)}`)
  const counts: number[] = []
  for await (const { rows } of readRows(backupIn(folder))) counts.push(rows.length)
  expect(counts.reduce((sum, count) => sum + count)).toBe(30)
  expect(Math.max(...counts)).toBeLessThan(6)
})

test('a manifest with contents that Taskdeck does not write is refused', async () => {
  const { copied } = await world()
  const changes: [string, (manifest: Manifest) => void][] = [
    ['does not have the contents', (manifest) => Object.assign(manifest, { version: '\x1b]52;c;eA==\x07' })],
    ['does not have the contents', (manifest) => Object.assign(manifest, { installation: '../../x' })],
    ['does not have the contents', (manifest) => Object.assign(manifest, { tables: null })],
    ['does not have the contents', (manifest) => Object.assign(manifest, { migrations: [] })],
    ['does not have the contents', (m) => void m.unusable.push({ owner: '../..', id: stranger, sha256: null })],
    ['leaves migrations out', (manifest) => void manifest.migrations.splice(1, 1)],
    ['leaves migrations out', (manifest) => void manifest.migrations.push(manifest.migrations[0] ?? '')],
    ['names the table "kysely_migration"', (manifest) => Object.assign(manifest.tables, { kysely_migration: 0 })],
  ]
  for (const [reason, change] of changes) {
    const folder = await copied()
    await tamperManifest(folder, change)
    await expectRefused(folder, reason)
    await rm(folder, { recursive: true })
  }
})

test.skipIf(process.platform === 'win32')(
  'only plain files and folders are read: no links, no fifos, no devices',
  async () => {
    const { copied, file, owner } = await world()
    const toLink = (path: (backup: string) => string) => async (backup: string) => {
      const target = join(await freshFolder(), 'target')
      await rename(path(backup), target)
      await symlink(target, path(backup))
    }
    const changes: ((backup: string) => Promise<unknown>)[] = [
      toLink(file),
      toLink((backup) => sharedFile(backup, owner)),
      toLink((backup) => sharedFile(backup, '')),
      toLink((backup) => join(backup, 'rows.jsonl.zst')),
      toLink((backup) => join(backup, 'backup.json')),
      toLink((backup) => backup),
      async (backup) => {
        await rm(file(backup))
        spawnSync('mkfifo', [file(backup)])
      },
      async (backup) => {
        await rm(file(backup))
        await symlink('/dev/zero', file(backup))
      },
      async (backup) => {
        await rm(file(backup))
        await mkdir(file(backup))
      },
    ]
    for (const change of changes) {
      const folder = await copied()
      await change(folder)
      await expectRefused(folder, /is not a plain file|is not a folder but a link/)
    }
  },
)

test.for(engines)('%s: rows that contradict each other are refused before a file is written', async (engine) => {
  const { copied } = await world()
  const changes: ((tables: TamperedTable[]) => void)[] = [
    (tables) => double(tables, 'users'),
    (tables) => double(tables, 'events'),
    (tables) => setValue(tables, 'files', 'task_id', stranger),
    (tables) => setValue(tables, 'notes', 'task_id', stranger),
    (tables) => double(tables, 'notes'),
    (tables) => setValue(tables, 'tasks', 'number', 2 ** 40),
  ]
  for (const change of engine === 'sqlite' ? changes.slice(0, -1) : changes) {
    const folder = await copied()
    await tamperRows(folder, change)
    const env = await emptyMachine(engine)
    await expect(printedBy(restore, env, folder)).rejects.toThrow('contradicts itself')
    expect(await readdir(join(env.DATA_DIR, 'files'))).toEqual([])
    const database = openDatabase(env.DATABASE_URL)
    expect((await database.tables()).filter((name) => !name.startsWith('kysely_'))).toEqual([])
    await database.close()
  }
})

test('a restore onto a full disk says so in one line, and can be repeated', { tags: 'long' }, async () => {
  const { copied } = await world()
  const folder = await copied()
  const disk = await smallDisk(8)
  onTestFinished(() => disk.remove())
  const elsewhere = await freshFolder()
  const full = join(disk.path, 'data')
  for (const [env, room, reason] of [
    [{ DATA_DIR: full }, 0, /^Nothing was restored\. The SQLite file .* \(database or disk is full\)\./],
    [
      { DATA_DIR: full },
      200_000,
      /^Nothing was restored\. SQLite file .* has no space left \(the disk is full\)\. Run/,
    ],
    [{ DATA_DIR: elsewhere, FILES_URL: `file:${full}` }, 0, /^Nothing was restored\. The folder .* its disk is full: /],
  ] as const) {
    await mkdir(full, { mode: 0o700 })
    await disk.fill()
    // Enough to begin with.
    const ballast = join(disk.path, 'ballast')
    await truncate(ballast, (await stat(ballast)).size - room)
    const { code, output } = await runOperator('restore.ts', env, folder)
    expect({ code, lines: output.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(output).toMatch(reason)
    await disk.free()
    expect(await runOperator('restore.ts', env, folder)).toMatchObject({ code: 0 })
    await rm(full, { recursive: true })
  }
})
