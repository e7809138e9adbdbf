import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type FormatName, formatNames } from '../contract/import-formats/format-names.ts'
import { openFile } from '../contract/import-formats/open-file.ts'
import { formatOfFiles, type NamedText, type ReadFiles, readFiles } from '../contract/import-formats/read-files.ts'
import type { ReadOptions } from '../contract/import-formats/recognise.ts'
import type { Remark } from '../contract/import-formats/remarks.ts'
import { type SheetColumns, type SheetField, sheetFields } from '../contract/import-formats/sheet-fields.ts'
import { type ImportedTask, importLimits } from '../contract/imports.ts'
import type { Context } from './command.ts'
import { refused, usageError } from './errors.ts'
import { oneLine } from './output/clean.ts'

/** The texts of a file, or of the files in a ZIP, with what is unclear about them. */
export interface OpenedTexts {
  texts: NamedText[]
  remarks: Remark[]
}

/** A file as it is imported. */
export interface ImportFile {
  format: FormatName
  /** One task each, to be sent. */
  lines: (ImportedTask | string)[]
  /** The tasks with their places in the file, unless the file has them as they are sent. */
  tasks: ReadFiles['tasks'] | undefined
  problems: Remark[]
  remarks: Remark[]
  /** The place in the file of a line that is sent. */
  placeOf: (line: number) => { line: number; file?: string }
}

/** The columns that options name, such as `title=Summary`. */
export function columnsIn(options: readonly string[] = []): SheetColumns {
  const pairs = options.map((option) => {
    const [, field, column] = /^(\w+)=(.+)$/s.exec(option) ?? []
    if (field === undefined || column === undefined || !sheetFields.includes(field as SheetField))
      throw usageError(
        `--column does not understand “${option}”.`,
        `Use FIELD=COLUMN with a field of: ${sheetFields.join(', ')}.`,
      )
    return [field, column.trim().toLowerCase()]
  })
  return Object.fromEntries(pairs)
}

/** Reads texts as a given format, or as the one that they look like. Throws a CliError. */
export function readImport(
  { texts, remarks: found }: OpenedTexts,
  name: string,
  given: FormatName | undefined,
  options: ReadOptions & { label?: string },
): ImportFile {
  const broken = (error: unknown) =>
    refused(
      `${oneLine(name) || 'The text'} cannot be read: ${oneLine(error instanceof Error ? error.message : 'unknown')}`,
    )
  let format: FormatName | undefined
  try {
    format = given ?? formatOfFiles(texts)
  } catch (error) {
    throw broken(error)
  }
  if (!format)
    throw refused('The format is not recognised.', `Name it with --format: ${Object.keys(formatNames).join(', ')}.`)
  if (format === 'lines') {
    const lines = texts.flatMap(({ text }) => text.split('\n'))
    return { format, lines, tasks: undefined, problems: [], remarks: found, placeOf: (line) => ({ line }) }
  }
  try {
    const { tasks, problems, remarks } = readFiles(format, texts, options)
    return withTasks({ format, problems, remarks: [...found, ...remarks] }, tasks)
  } catch (error) {
    throw broken(error)
  }
}

/** A file of which these tasks are imported. */
export function withTasks(
  { format, problems, remarks }: Pick<ImportFile, 'format' | 'problems' | 'remarks'>,
  tasks: ReadFiles['tasks'],
): ImportFile {
  const placeOf = (line: number) => {
    const place = tasks[line - 1]
    return { line: place?.line ?? line, ...(place?.file ? { file: place.file } : {}) }
  }
  return { ...{ format, problems, remarks, tasks, placeOf }, lines: tasks.map(({ task }) => task) }
}

/** The texts in a file or a ZIP, or from stdin (`-`), in UTF-8, UTF-16 or Windows-1252. Throws a CliError. */
export async function textsOfFile({ terminal }: Context, path: string): Promise<OpenedTexts> {
  if (path === '-') {
    const lines: string[] = []
    for await (const line of terminal.lines()) lines.push(line)
    return { texts: [{ name: '-', text: lines.join('\n') }], remarks: [] }
  }
  const bytes = await bytesOf(path)
  const opened = await openFile(path, bytes).catch((error: unknown) => {
    throw refused(`${oneLine(path)} cannot be read: ${oneLine(error instanceof Error ? error.message : 'unknown')}`)
  })
  if (opened.kind === 'texts') return opened
  throw refused(`${oneLine(path)} is an archive of Taskdeck, which this command does not import.`)
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const unreadable = (error: Error) => {
    throw refused(`${oneLine(path)} cannot be read: ${error.message}`)
  }
  const { size } = await stat(path).catch(unreadable)
  if (size > importLimits.bytes)
    throw refused(`${oneLine(path)} is larger than ${importLimits.bytes / 1024 / 1024} MiB.`, 'Divide it into several.')
  return new Uint8Array(await readFile(path).catch(unreadable))
}

const issueFields = 'number,title,body,labels,state,url,createdAt,closedAt,milestone'
const maxIssues = 10_000

/** The issues of the repository of the current folder, by the installed `gh`. Throws a CliError. */
export async function textFromGithub({ cwd, env }: Context): Promise<OpenedTexts> {
  const args = ['issue', 'list', '--state', 'all', '--limit', `${maxIssues}`, '--json', issueFields]
  try {
    const { stdout } = await promisify(execFile)('gh', args, { cwd, env, maxBuffer: 256 * 1024 * 1024 })
    return { texts: [{ name: '', text: stdout }], remarks: [] }
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string }
    if ((code as unknown) === 'ENOENT') throw refused('gh is not installed.', 'Get it from https://cli.github.com.')
    throw refused(`gh has failed: ${oneLine(stderr.trim().split('\n')[0] ?? '')}`, 'Try: gh issue list')
  }
}
