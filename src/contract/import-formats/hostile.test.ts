import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { cases } from '../../../test/cases.ts'
import { readTable } from './csv.ts'
import { formatNames, type ReadFormatName } from './format-names.ts'
import { openFile } from './open-file.ts'
import { formatOfFiles, readFiles } from './read-files.ts'
import { formatOf, sourceOf } from './recognise.ts'
import { decodeText } from './texts.ts'
import { unpacker, zipEntries, zipLimits } from './unzip.ts'

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))

interface Part {
  name: string
  content?: string | Buffer
  mode?: number
}

async function zipOf(...parts: Part[]) {
  const zip = new ZipFile()
  for (const { name, content = '', mode = 0o100644 } of parts)
    zip.addBuffer(Buffer.from(content as string), name, { mode })
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream))
}

/** The ZIP with other bytes at every place of a text. */
function replaced(bytes: Uint8Array<ArrayBuffer>, from: string, to: string) {
  return new Uint8Array(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1'))
}
/** The ZIP with other numbers in the directory entry of its first file. */
function patched(bytes: Uint8Array<ArrayBuffer>, numbers: [at: number, value: number][]) {
  const copy = Buffer.from(bytes)
  const directory = copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  for (const [at, value] of numbers) copy.writeUInt32LE(value, directory + at)
  return new Uint8Array(copy)
}

const csv = 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT\ntask,Review,,1,1'

test('a backup of Todoist is read project by project, and files of another kind are named', async () => {
  const bytes = await zipOf(
    { name: 'Inbox [1].csv', content: `\uFEFF${csv}` },
    { name: 'Work [2].csv', content: `${csv}\ntask,Second,,1,1` },
    { name: '__MACOSX/._Work [2].csv', content: 'x' },
    { name: 'plan.csv', content: 'title\nOther' },
  )
  const opened = await openFile('backup.zip', bytes)
  if (opened.kind !== 'texts') throw new Error(opened.kind)
  expect(formatOfFiles(opened.texts)).toBe('todoist')
  const { tasks, remarks } = readFiles('todoist', opened.texts, { label: 'From Todoist' })
  expect(tasks.map(({ file, line, task }) => [file, line, task.title, task.labels])).toEqual([
    ['Inbox [1].csv', 2, 'Review', ['from-todoist']],
    ['Work [2].csv', 2, 'Review', ['work', 'from-todoist']],
    ['Work [2].csv', 3, 'Second', ['work', 'from-todoist']],
  ])
  expect(new Set(tasks.map(({ task }) => task._id)).size).toBe(3)
  expect(remarks).toEqual([{ line: 0, kind: 'entry', message: 'plan.csv' }])
})

test('hostile ZIPs are refused with a reason', async () => {
  const plain = await zipOf({ name: 'aaaaaaaa.csv', content: csv })
  const two = await zipOf({ name: 'aaaa.csv', content: csv }, { name: 'bbbb.csv', content: csv })
  const second = Buffer.from(two).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  const overlapping = Buffer.from(two)
  overlapping.writeUInt32LE(0, second + 42)
  const bomb = patched(plain, [[24, zipLimits.bytes + 1]])
  const lying = patched(await zipOf({ name: 'a.csv', content: Buffer.alloc(100_000) }), [[24, 10]])
  const many = Buffer.from(plain)
  for (const at of [8, 10]) many.writeUInt16LE(zipLimits.entries + 1, many.length - 22 + at)
  const files: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
    ['path traversal', replaced(plain, 'aaaaaaaa.csv', '../../../x.c'), /no name of a file inside/],
    ['absolute', replaced(plain, 'aaaaaaaa', '/etc/abc'), /no name of a file inside/],
    ['backslash', replaced(plain, 'aaaaaaaa', 'c:\\aaaaa'), /no name of a file inside/],
    ['twice', replaced(two, 'bbbb', 'aaaa'), /in it twice/],
    ['link', await zipOf({ name: 'a.csv', content: '/etc/passwd', mode: 0o120777 }), /is a link/],
    ['overlapping', new Uint8Array(overlapping), /overlap/],
    ['bomb', bomb, /more than 64 MiB/],
    ['larger than it says', lying, /larger than it says/],
    ['entries', new Uint8Array(many), /more than 2000 entries/],
    ['cut off', plain.slice(0, -10), /end is missing/],
    ['no table', await zipOf({ name: 'photo.png' }), /contains no CSV/],
    ['nested', await zipOf({ name: 'inner.zip', content: Buffer.from(plain) }), /contains no CSV/],
    ['Excel', await zipOf({ name: 'xl/workbook.xml' }), /Excel/],
  ]
  for (const [name, bytes, reason] of files) {
    const refusal = await openFile('x.zip', bytes).catch((error: Error) => error)
    expect([name, refusal instanceof Error && refusal.message]).toEqual([name, expect.stringMatching(reason)])
  }
})

test('a ZIP with any byte changed is read or refused, and never gives more than it may', async () => {
  const bytes = await zipOf({ name: 'a.csv', content: csv }, { name: 'b.csv', content: csv.repeat(50) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (edits) => {
        const copy = bytes.slice()
        for (const [at, value] of edits) copy[at] = value
        try {
          const unpack = unpacker(10_000)
          let size = 0
          for (const entry of zipEntries(copy)) size += (await unpack(entry)).length
          expect(size).toBeLessThanOrEqual(10_000)
        } catch (error) {
          expect((error as Error).message).toMatch(/^The ZIP is refused: .+\.$/)
        }
      },
    ),
    { numRuns: cases(20, 5_000) },
  )
  // A stream that goes on after the end of its content.
  const [entry] = zipEntries(await zipOf({ name: 'a.csv', content: csv }))
  if (!entry) throw new Error('No entry')
  const packed = new Uint8Array(deflateRawSync(Buffer.alloc(100_000)))
  await expect(unpacker()({ ...entry, packed, size: 10 })).rejects.toThrow('larger than it says')
})

test('any encoding is read, and files that are no text say what they are', () => {
  const text = 'title,due\nÜberprüfen مهم 🚀 “quoted”,2026-11-20\n'
  const utf16 = bytesOf(text, 'utf16le')
  const swapped = new Uint8Array(Buffer.from(utf16).swap16())
  const bom = (first: number, second: number, rest: Uint8Array) => new Uint8Array([first, second, ...rest])
  for (const bytes of [bytesOf(text), bytesOf(`\uFEFF${text}`), bom(0xff, 0xfe, utf16), bom(0xfe, 0xff, swapped)])
    expect(decodeText(bytes).text).toBe(text)
  const plain = 'title,due\nReview it,2026-11-20\n'
  const [le, be] = [bytesOf(plain, 'utf16le'), new Uint8Array(Buffer.from(plain, 'utf16le').swap16())]
  expect([decodeText(le), decodeText(be)]).toEqual([
    { text: plain, encoding: 'UTF-16' },
    { text: plain, encoding: 'UTF-16' },
  ])
  expect(decodeText(bytesOf('title\nÜbung €', 'latin1')).encoding).toBe('Windows-1252')
  expect(() => decodeText(bytesOf('%PDF-1.7 …'))).toThrow('This is a PDF.')
  expect(() => decodeText(new Uint8Array([1, 0, 2, 3, 0, 0, 0, 9, 9, 9]))).toThrow('This is no text.')
})

test('tables with a million columns, with formulas, broken quotes and names of objects stay tables', () => {
  expect(() => readTable(`title${','.repeat(1_000_000)}\nx`)).toThrow('more than 2,000 columns')
  const wide = readTable(`${Array.from({ length: 1_500 }, (_, index) => `c${index}`).join()}\n${'x,'.repeat(1_500)}`)
  expect(wide.columns).toHaveLength(1_000)
  const formula = sourceOf('csv', 'title,notes\n"=HYPERLINK(""http://x"")",+1+1\n', {})
  expect(formula.tasks[0]).toMatchObject({ title: '=HYPERLINK("http://x")', description: '+1+1' })
  const odd = sourceOf('csv', 'title,__proto__,constructor\nA "b" c,1,2\n"broken" x,3,4\nLast,5,6\n', {})
  expect(odd.tasks.map(({ title }) => title)).toContain('Last')
  expect(sourceOf('csv', 'title\n"never closed\nx', {}).tasks.length).toBeLessThan(2)
})

test('deep and odd JSON is refused or read, and never breaks a reader', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(formatOf(deep)).toBeUndefined()
  const depth = `{"cards":[{"id":"1","name":"x","desc":${'['.repeat(50_000)}${']'.repeat(50_000)}}],"lists":[]}`
  expect(sourceOf('trello', depth, {}).tasks).toMatchObject([{ title: 'x' }])
  const json = Object.keys(formatNames).filter((name) => name !== 'lines') as ReadFormatName[]
  const shapes = fc.oneof(
    fc.record({
      cards: fc.array(fc.anything()),
      lists: fc.anything(),
      checklists: fc.anything(),
      actions: fc.anything(),
    }),
    fc.array(
      fc.record({
        uuid: fc.anything(),
        description: fc.anything(),
        status: fc.anything(),
        depends: fc.anything(),
        due: fc.anything(),
      }),
      { minLength: 1 },
    ),
    fc.array(fc.record({ id: fc.anything(), title: fc.anything(), tasks: fc.array(fc.anything()) }), { minLength: 1 }),
    fc.array(
      fc.record({
        id: fc.anything(),
        title: fc.anything(),
        project_id: fc.nat(),
        is_active: fc.anything(),
        date_due: fc.anything(),
      }),
      { minLength: 1 },
    ),
    fc.record({
      task: fc.record({ entities: fc.dictionary(fc.string(), fc.anything()) }),
      project: fc.anything(),
      archiveYoung: fc.anything(),
    }),
  )
  const texts = fc.oneof(
    shapes.map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          'BEGIN:VTODO',
          'END:VTODO',
          'BEGIN:VALARM',
          'SUMMARY:x',
          'DUE;TZID=":2026',
          ' y',
          'RELATED-TO:1',
          'UID:1',
          'RRULE:FREQ=DAILY;COUNT=0',
          'title,due',
          '- [x] a',
          '  - b',
          '# c',
          '(A) d due:2026-13-40',
        ),
      )
      .map((lines) => lines.join('\n')),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom(...json), (text, format) => {
      for (const name of [format, recognised(text)]) {
        if (!name) continue
        try {
          for (const { task } of readFiles(name, [{ name: 'a', text }], { timeZone: 'Asia/Tokyo' }).tasks)
            expect([...(task.title ?? '')].length).toBeLessThanOrEqual(200)
        } catch (error) {
          // Only messages for people, never the failure of a reader.
          expect(error).not.toBeInstanceOf(TypeError)
          expect(error).not.toBeInstanceOf(RangeError)
        }
      }
    }),
    { numRuns: cases(25, 5_000) },
  )
})

function recognised(text: string): ReadFormatName | undefined {
  try {
    const format = formatOf(text)
    return format === 'lines' ? undefined : format
  } catch {
    return undefined
  }
}
