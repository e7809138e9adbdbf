import type { NamedText } from './read-files.ts'
import type { Remark } from './remarks.ts'
import { decodeText } from './texts.ts'
import { isZip, unpacker, type ZipEntry, zipEntries } from './unzip.ts'

/** The contents of a file: texts that may have tasks, or an archive of Taskdeck, which only the server reads. */
export type OpenedFile = { kind: 'texts'; texts: NamedText[]; remarks: Remark[] } | { kind: 'archive' }

/** Opens a file or a ZIP. Throws an Error with a message for people if it is broken or hostile, or no text. */
export async function openFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<OpenedFile> {
  if (!bytes.length) throw new Error('The file is empty.')
  if (!isZip(bytes)) return { kind: 'texts', ...textsOf([{ name, bytes }]) }
  const entries = zipEntries(bytes)
  const names = new Set(entries.map((entry) => entry.name))
  if (names.has('xl/workbook.xml')) throw new Error('This is an Excel file. Save it as CSV first.')
  if (names.has('tasks.jsonl') && names.has('README.md')) return { kind: 'archive' }
  const wanted = entries.filter(isWanted)
  if (!wanted.length)
    throw new Error('The ZIP contains no CSV and no data.json. Choose the export of a program that is listed here.')
  const unpack = unpacker()
  const contents: { name: string; bytes: Uint8Array }[] = []
  for (const entry of wanted) contents.push({ name: entry.name, bytes: await unpack(entry) })
  return { kind: 'texts', ...textsOf(contents) }
}

/** Tables, and the data of Vikunja. Files that a Mac adds are left out. */
const isWanted = ({ name }: ZipEntry) =>
  (/\.csv$/i.test(name) || /(^|\/)data\.json$/.test(name)) && !/(^|\/)(__MACOSX\/|\._)/.test(name)

function textsOf(contents: readonly { name: string; bytes: Uint8Array }[]): { texts: NamedText[]; remarks: Remark[] } {
  const remarks: Remark[] = []
  const texts = contents.map(({ name, bytes }) => {
    const { text, encoding } = decodeText(bytes)
    if (encoding === 'Windows-1252')
      remarks.push({ line: 0, kind: 'encoding', message: 'The file is not UTF-8, and is read as Windows-1252.' })
    return { name, text }
  })
  return { texts, remarks }
}
