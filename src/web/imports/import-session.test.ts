import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { type Here, usualChoices } from '../../contract/import-formats/plan.ts'
import { importSession, type ReadSettings } from './import-session.ts'

const settings = { columns: {}, label: '', timeZone: 'UTC' }
const none: Here = { changed: [], same: [], trashed: [], gone: [], conflicts: [], alike: [] }

async function opened(name: string, text: string | Blob, more: Partial<ReadSettings> = {}) {
  const session = importSession()
  const { format = 'csv' } = await session.open(name, text instanceof Blob ? text : new Blob([text]))
  const summary = session.read({ format, ...settings, ...more })
  return { session, format, summary }
}

test('the first rows are as the tasks will be, with their parts, parents and labels', async () => {
  const text = ['- [x] Ship', '  - [x] Tag', '  - [ ] Announce', ...Array.from({ length: 12 }, (_, i) => `- Item ${i}`)]
  const { session, summary, format } = await opened('TODO.md', text.join('\n'), { label: 'from here' })
  expect([format, summary]).toMatchObject(['markdown', { total: 15, completed: 2, problemCount: 0 }])
  const plan = session.plan(undefined, usualChoices, 'seed')
  expect(plan).toMatchObject({ created: 15, completed: 2, labels: 1 })
  expect(plan.rows).toHaveLength(10)
  expect(plan.rows.slice(0, 3)).toMatchObject([
    { title: 'Ship', status: 'Completed', parts: 2, completedParts: 1, labels: ['from-here'] },
    { title: 'Tag', parent: 'Ship', parts: 0 },
    { title: 'Announce', parent: 'Ship', status: 'Pending' },
  ])
  expect((await session.plannedBody().text()).trim().split('\n')).toHaveLength(15)
  session.plan({ ...none, same: [4], alike: [{ line: 5, _id: 'x' }] }, { ...usualChoices, here: 'skip' }, 'seed')
  expect((await session.plannedBody().text()).trim().split('\n')).toHaveLength(13)
  expect(session.placed([{ line: 4, message: 'Why' }], 'planned')).toEqual([{ line: 6, message: 'Why' }])
  expect(session.placed([{ line: 4, message: 'Why' }], 'whole')).toEqual([{ line: 4, message: 'Why' }])
  expect(JSON.parse(await session.witnessBody({ ...none, same: [1] }).text()).title).toBe('Tag')
})

test('the columns of a table come with their first values, whether they are understood or not', async () => {
  const text = 'What;When\n;2026-11-20\n"Second; quoted";2026-11-21\n'
  const { session, summary } = await opened('plan.csv', text)
  expect(summary.error).toContain('Which column is the title?')
  expect(summary.sheet).toEqual({
    ...{ columns: ['what', 'when'], delimiter: ';', used: {} },
    samples: { what: 'Second; quoted', when: '2026-11-20' },
  })
  const read = session.read({ format: 'csv', ...settings, columns: { title: 'what', due: 'when' } })
  expect(read).toMatchObject({ total: 1, problemCount: 1, problems: [{ line: 2 }] })
  expect(read.sheet?.used).toEqual({ title: 'what', due: 'when' })
  expect(session.read({ format: 'csv', ...settings, delimiter: ',' }).sheet?.columns).toEqual(['what;when'])
})

test('lines of an export are tasks, and others are problems with their line', async () => {
  const { summary, format } = await opened('tasks.jsonl', '{"_id":"a","title":"A"}\n\nnonsense\n{"_id":"b"}\n')
  expect([format, summary]).toMatchObject(['lines', { total: 2, problems: [{ line: 3 }], problemCount: 1 }])
})

test('an archive of Taskdeck is recognised by its directory alone, however many files it has', async () => {
  const zip = new ZipFile()
  for (const name of ['README.md', 'tasks.jsonl', 'index.html']) zip.addBuffer(Buffer.from('x'), name)
  for (let count = 0; count < 2_100; count++) zip.addBuffer(Buffer.from(''), `files/${count}.txt`, { compress: false })
  zip.end()
  const bytes = new Blob([new Uint8Array(await buffer(zip.outputStream as Readable))])
  expect(await importSession().open('backup.zip', bytes)).toMatchObject({ isArchive: true })
  await expect(importSession().open('half.zip', bytes.slice(0, bytes.size - 30))).rejects.toThrow('The ZIP is refused')
  // Only the directory of a large one is read.
  const part = bytes.slice(0, 4)
  const large = new Blob([part, new Uint8Array(17 * 1024 * 1024)])
  await expect(importSession().open('large.csv', large)).rejects.toThrow('larger than 16 MiB')
})

test('a file with more tasks than one import takes is named as too long', async () => {
  const { summary } = await opened('long.jsonl', '{"_id":"a"}\n'.repeat(20_001))
  expect(summary.error).toBe('It contains 20,001 tasks. One import takes 20,000: divide the file into several.')
})
