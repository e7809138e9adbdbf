import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { testApp } from '../../../test/app.ts'
import { importArchive } from '../../../test/archives.ts'
import { everyRow } from '../../../test/rows.ts'
import { listTasks } from '../../../test/tasks.ts'
import { archiveFiles } from '../../contract/archives.ts'

type Entry = [path: string, content: string | Buffer, mode?: number]

async function zipped(entries: Entry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content, mode = 0o100644] of entries) zip.addBuffer(Buffer.from(content), path, { mode })
  zip.end()
  return buffer(zip.outputStream)
}

const at = '2026-01-02T03:04:05.678Z'
const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
const header = { record: 'archive', format: 'taskdeck', version: 1, exportedAt: at, seq: 1, lastNumber: 3 }
const taskOf = (_id: string, number: number, more: object = {}) => ({
  ...{ record: 'task', _id, number, version: 1, title: `Task ${number}`, status: 'Pending', priority: 'Medium' },
  ...{ labels: [], description: '', dueDate: null, createdAt: at, updatedAt: at },
  ...more,
})
const note = (task: string, number: number, more: object = {}) => ({
  ...{ record: 'note', _id: randomUUID(), number, kind: 'note', text: 'Text', via: 'session', createdAt: at },
  ...{ editedAt: null, version: 1, task },
  ...more,
})
const event = (task: string, seq: number, more: object = {}) => ({
  ...{ record: 'event', seq, change: seq, undoes: null, task, kind: 'created', version: 1, via: 'session', at },
  ...{ before: null, after: { title: 'Task' } },
  ...more,
})
const bytes = Buffer.from('proof')
const file = (task: string, more: object = {}) => ({
  ...{ record: 'file', _id: randomUUID(), task, name: 'proof.txt', size: bytes.length, mediaType: 'text/plain' },
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...{ createdAt: at, removedAt: null, path: 'files/1/proof.txt' },
  ...more,
})

const todo = (task: string, more: object = {}) => ({ record: 'todo', task, name: 'a.ics', uid: 'a', kept: '', ...more })

const linesOf = (records: (object | string)[]) =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
const hashes = (path = 'files/1/proof.txt') => `${'0'.repeat(64)}  ${path}\n`
/** An archive with these records and one file. */
const archiveWith = (records: (object | string)[], more: Entry[] = []) =>
  zipped([
    [archiveFiles.records, linesOf(records)],
    ['files/1/proof.txt', bytes],
    [archiveFiles.hashes, hashes()],
    ...more,
  ])

/** Replaces bytes of the same length, everywhere. */
function patched(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}
/** Changes a number in the directory of a ZIP, for the entry with this name. */
function inDirectory(zip: Buffer, name: string, offset: number, value: number, size: 2 | 4 = 4): Buffer {
  const copy = Buffer.from(zip)
  for (let place = copy.indexOf('PK\x01\x02', 0, 'latin1'); place >= 0; ) {
    const length = copy.readUInt16LE(place + 28)
    if (copy.toString('latin1', place + 46, place + 46 + length) === name) {
      if (size === 4) copy.writeUInt32LE(value, place + offset)
      else copy.writeUInt16LE(value, place + offset)
    }
    place = copy.indexOf('PK\x01\x02', place + 4, 'latin1')
  }
  return copy
}
const records = archiveFiles.records

const zips: Record<string, [() => Buffer | Promise<Buffer>, RegExp]> = {
  'no ZIP': [() => Buffer.from('PK but no ZIP'), /it is broken/],
  'a ZIP that was cut off': [async () => (await archiveWith([header])).subarray(0, -30), /it is broken/],
  'a name that leads out': [
    async () => patched(await archiveWith([header]), 'files/1/proof.txt', '../../../proof.tx'),
    /invalid relative path/,
  ],
  'an absolute name': [
    async () => patched(await archiveWith([header]), 'files/1/proof.txt', '/iles/1/proof.txt'),
    /absolute path/,
  ],
  'a name with a backslash': [
    async () => patched(await archiveWith([header]), 'files/1/proof.txt', 'files\\1/proof.txt'),
    /invalid characters/,
  ],
  'a link': [() => archiveWith([header], [['files/1/link', '/etc/passwd', 0o120777]]), /“files\/1\/link” is a link/],
  'an encrypted entry': [
    async () => inDirectory(await archiveWith([header]), records, 8, 0x801, 2),
    /is encrypted|it is broken/,
  ],
  'an unusual compression': [
    async () => inDirectory(await archiveWith([header]), records, 10, 12, 2),
    /compressed with another method than Deflate/,
  ],
  'one name twice': [
    async () => patched(await archiveWith([header], [['files/2/proof.txt', 'x']]), 'files/2/', 'files/1/'),
    /“files\/1\/proof.txt” is in it twice/,
  ],
  'entries at one place': [
    async () => inDirectory(await archiveWith([header], [['files/2/proof.txt', bytes]]), 'files/2/proof.txt', 42, 0),
    /its entries overlap|it is broken/,
  ],
  'more bytes than an account may have': [
    async () => inDirectory(await archiveWith([header]), records, 24, 0x7fff_ffff),
    /larger than your account may be/,
  ],
  'more bytes than it says': [
    async () => inDirectory(await archiveWith([header, taskOf(one, 1)]), records, 24, 10),
    /it is broken/,
  ],
  'fewer bytes than it says': [
    async () => inDirectory(await archiveWith([header]), records, 24, 100_000),
    /it is broken/,
  ],
  'no records': [() => zipped([['other.txt', 'x']]), /“tasks.jsonl” is not in it/],
}

const deep = `{"record":"task","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
const contents: Record<string, [(object | string)[], RegExp]> = {
  'an empty list of records': [[], /it has no records/],
  'another beginning': [[taskOf(one, 1)], /its first line/],
  'two beginnings': [[header, header], /its first line/],
  'another program': [[{ ...header, format: 'notes' }], /it is not one of Taskdeck/],
  'a later version': [[{ ...header, version: 2 }], /version 2 of the format, and this server knows 1/],
  'no JSON': [[header, 'x'], /line 2 of tasks.jsonl: it is not JSON/],
  'a list': [[header, '[]'], /line 2 of tasks.jsonl: it is not an object/],
  'deep JSON': [[header, deep], /line 2 of tasks.jsonl: it is nested too deeply/],
  'a long line': [[header, JSON.stringify({ record: 'x', x: 'x'.repeat(1_100_000) })], /line 2 .* it is too long/],
  'a prototype': [[header, '{"record":"task","__proto__":{}}'], /__proto__ is not allowed/],
  'half a character': [[header, taskOf(one, 1, { title: '\ud800' })], /incomplete character/],
  'a NUL': [[header, taskOf(one, 1, { title: 'a\0' })], /NUL/],
  'a long title': [[header, taskOf(one, 1, { title: 'x'.repeat(201) })], /line 2 .*title/],
  'a number beyond nine digits': [[header, taskOf(one, 1_000_000_000)], /line 2 .*number/],
  'an id that is a path': [[header, taskOf('../../x', 1)], /line 2 .*_id/],
  'an impossible repetition': [
    [header, taskOf(one, 1, { repeat: { rule: 'FREQ=SECONDLY', from: 'due' } })],
    /line 2 .*FREQ must be/,
  ],
  'one id twice': [[header, taskOf(one, 1), taskOf(one, 2)], /it has the task .* twice/],
  'one number twice': [[header, taskOf(one, 1), taskOf(two, 1)], /two tasks with the number 1/],
  'tasks that wait for each other': [
    [header, taskOf(one, 1, { blockedBy: [two] }), taskOf(two, 2, { blockedBy: [one] })],
    /wait for each other: #1, #2, #1/,
  ],
  'parts of each other': [
    [header, taskOf(one, 1, { partOf: two }), taskOf(two, 2, { partOf: one })],
    /parts of each other/,
  ],
  'too many tasks': [
    [header, taskOf(one, 1), taskOf(two, 2), taskOf(three, 3), taskOf(randomUUID(), 4)],
    /more than 3 tasks, the limit of this server/,
  ],
  'records in another order': [[header, note(one, 1), taskOf(one, 1)], /a task is not at its place/],
  'notes that are not together': [
    [header, taskOf(one, 1), taskOf(two, 2), note(one, 1), note(two, 1), note(one, 2)],
    /the notes of #1 are not together/,
  ],
  'one note twice': [[header, taskOf(one, 1), note(one, 1), note(one, 1)], /the notes of #1 are not in their order/],
  'one id of notes twice': [
    [header, taskOf(one, 1), note(one, 1, { _id: two }), note(one, 2, { _id: two })],
    /already have a note with the id/,
  ],
  'notes without their history': [
    [
      header,
      taskOf(one, 1),
      ...Array.from({ length: 110 }, (_, index) => note(one, index + 1, { text: 'x'.repeat(9_900) })),
    ],
    /larger than its history/,
  ],
  'a file that is not in it': [
    [header, taskOf(one, 1), file(one, { path: 'files/2/x' })],
    /the file proof.txt is missing/,
  ],
  'a file from another folder': [
    [header, taskOf(one, 1), file(one, { path: records })],
    /the file proof.txt is missing/,
  ],
  'one file twice': [[header, taskOf(one, 1), file(one), file(one)], /the file proof.txt is in it twice/],
  'a name of a file with a folder': [[header, taskOf(one, 1), file(one, { name: '../x' })], /no proper name/],
  'another hash': [
    [header, taskOf(one, 1), file(one, { sha256: 'a'.repeat(64) })],
    /the file files\/1\/proof.txt is not as its hash says/,
  ],
  'a name of a to-do that is a path': [
    [header, taskOf(one, 1), todo(one, { name: '../a' })],
    /line 3 .*name of a to-do/,
  ],
  'a to-do without a UID': [[header, taskOf(one, 1), todo(one, { uid: ' ' })], /line 3 .*name of a to-do/],
  'properties of a to-do that end it': [
    [header, taskOf(one, 1), todo(one, { kept: 'BEGIN:KEPT\nEND:VTODO\nEND:KEPT' })],
    /line 3 .*properties of a to-do cannot be read/,
  ],
  'properties that belong to the task': [
    [header, taskOf(one, 1), todo(one, { kept: 'BEGIN:KEPT\nUID:b\nEND:KEPT' })],
    /line 3 .*properties of a to-do cannot be read/,
  ],
  'a rule of a to-do that does not exist': [
    [header, taskOf(one, 1), todo(one, { kept: 'BEGIN:KEPT\nRRULE:FREQ=SECONDLY\nEND:KEPT' })],
    /line 3 .*properties of a to-do cannot be read/,
  ],
  'two to-dos of a task': [[header, taskOf(one, 1), todo(one), todo(one, { name: 'b' })], /#1 has two to-dos/],
  'a history out of order': [[header, taskOf(one, 1), event(one, 2), event(one, 1)], /not in order at 1/],
  'an event of the future undone': [[header, taskOf(one, 1), event(one, 1, { undoes: 2 })], /not in order at 1/],
  'values of another type': [[header, taskOf(one, 1), event(one, 1, { after: { labels: 'home' } })], /line 3 .*labels/],
  'preferences of another type': [[header, { record: 'settings', preferences: { theme: 'sepia' } }], /line 2 .*theme/],
  'an address that is a script': [
    [header, { record: 'view', id: one, name: 'View', address: 'javascript:alert(1)', pinned: false }],
    /line 2 .*address/,
  ],
}

test('an archive that is made to harm is refused whole, with the reason, and leaves nothing behind', async () => {
  const { as, database, config } = await testApp({
    config: { maxTasks: 3, maxFileBytes: 1_000_000, maxUserBytes: 1_000_000, maxTextBytes: 10_000_000 },
    isOwn: true,
  })
  const ana = as('ana')
  await ana.user()
  const before = await everyRow(database)
  const cases = [
    ...Object.entries(zips).map(([name, [make, reason]]) => ({ name, make, reason })),
    ...Object.entries(contents).map(([name, [lines, reason]]) => ({ name, make: () => archiveWith(lines), reason })),
  ]
  for (const { name, make, reason } of cases) {
    const { status, body } = await importArchive(ana, await make())
    expect([name, status, body.message]).toEqual([
      name,
      expect.toBeOneOf([400, 409, 413]),
      expect.stringMatching(reason),
    ])
  }
  expect(await everyRow(database)).toEqual(before)
  expect(await readdir(join(config.dataDir, 'imports'))).toEqual([])
})

test('unknown records and fields are ignored, and never become columns', async () => {
  const { as, database } = await testApp()
  const [ana, bo] = [as('ana'), as('bo')]
  const { _id: stranger } = await bo.user()
  const archive = await archiveWith([
    header,
    { record: 'view', id: one, name: 'View', address: '/list', pinned: false, user_id: stranger },
    taskOf(one, 1, { user_id: stranger, claim: { until: '9999', by: 'token:x', at, minutes: 5 }, colour: 'red' }),
    { ...note(one, 1), user_id: stranger },
    file(one, { user_id: stranger }),
    { record: 'later', anything: true },
    event(one, 1, { user_id: stranger, after: { title: 'Task', secret: 'x' } }),
  ])
  expect((await importArchive(ana, archive)).body).toMatchObject({
    created: 1,
    noteCount: 1,
    fileCount: 1,
    viewCount: 1,
  })
  const [task] = await listTasks(ana)
  expect(task).not.toHaveProperty('claim')
  expect(task).not.toHaveProperty('colour')
  expect(await listTasks(bo)).toEqual([])
  const rows = await database.db.selectFrom('events').select('after').where('seq', '<', 1).execute()
  expect(rows).toEqual([{ after: '{"title":"Task"}' }])
})

test('a file that was damaged when the archive was made is left out, and the rest is imported', async () => {
  const { as } = await testApp()
  const zip = await zipped([
    [records, linesOf([header, taskOf(one, 1), file(one, { sha256: 'a'.repeat(64) })])],
    ['files/1/proof.txt', bytes],
    [archiveFiles.hashes, ''],
  ])
  expect((await importArchive(as('ana'), zip)).body).toMatchObject({
    ...{ created: 1, fileCount: 0 },
    leftOut: ['1 file was damaged when the archive was made, and is left out.'],
  })
})
