import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type FormatName, formatNames, formatOf, readFormat } from '../contract/import-formats/recognise.ts'
import { type SheetColumns, type SheetField, sheetFields } from '../contract/import-formats/sheet.ts'
import type { Remark } from '../contract/import-formats/source.ts'
import { type ImportedTask, importLimits } from '../contract/imports.ts'
import type { Context } from './command.ts'
import { refused, usageError } from './errors.ts'
import { oneLine } from './output/clean.ts'

/** A file as it is imported. */
export interface ImportFile {
  format: FormatName
  /** One task each, to be sent. */
  lines: (ImportedTask | string)[]
  /** The tasks, unless the file has them as they are sent. */
  tasks: ImportedTask[] | undefined
  problems: Remark[]
  remarks: Remark[]
  /** The line in the file of a line that is sent. */
  lineOf: (line: number) => number
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

/** Reads a text as a given format, or as the one that it looks like. Throws a CliError. */
export function readImport(
  text: string,
  name: string,
  given: FormatName | undefined,
  columns: SheetColumns,
): ImportFile {
  const broken = (error: unknown) =>
    refused(
      `${oneLine(name) || 'The text'} cannot be read: ${oneLine(error instanceof Error ? error.message : 'unknown')}`,
    )
  let format: FormatName | undefined
  try {
    format = given ?? formatOf(text, name)
  } catch (error) {
    throw broken(error)
  }
  if (!format)
    throw refused('The format is not recognised.', `Name it with --format: ${Object.keys(formatNames).join(', ')}.`)
  if (format === 'lines') {
    return { format, lines: text.split('\n'), tasks: undefined, problems: [], remarks: [], lineOf: (line) => line }
  }
  try {
    const { tasks, problems, remarks } = readFormat(format, text, name, columns)
    if (!tasks.length && !problems.length) throw new Error('it contains no tasks.')
    // The first import is the version that later ones are merged with.
    const lines = tasks.map(({ task }) => ({ ...task, version: 1 }))
    return { format, lines, tasks: lines, problems, remarks, lineOf: (line) => tasks[line - 1]?.line ?? line }
  } catch (error) {
    throw broken(error)
  }
}

/** The text of a file, or of stdin (`-`), in UTF-8, UTF-16 or Windows-1252. Throws a CliError. */
export async function textOfFile({ terminal }: Context, path: string): Promise<string> {
  if (path === '-') {
    const lines: string[] = []
    for await (const line of terminal.lines()) lines.push(line)
    return lines.join('\n')
  }
  try {
    const { size } = await stat(path)
    if (size > importLimits.bytes)
      throw refused(
        `${oneLine(path)} is larger than ${importLimits.bytes / 1024 / 1024} MiB.`,
        'Divide it into several.',
      )
    return decoded(await readFile(path))
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw refused(`${oneLine(path)} cannot be read: ${error.message}`)
    throw error
  }
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const issueFields = 'number,title,body,labels,state,url,createdAt,closedAt,milestone'
const maxIssues = 10_000

/** The issues of the repository of the current folder, by the installed `gh`. Throws a CliError. */
export async function textFromGithub({ cwd, env }: Context): Promise<string> {
  const args = ['issue', 'list', '--state', 'all', '--limit', `${maxIssues}`, '--json', issueFields]
  try {
    const { stdout } = await promisify(execFile)('gh', args, { cwd, env, maxBuffer: 256 * 1024 * 1024 })
    return stdout
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string }
    if ((code as unknown) === 'ENOENT') throw refused('gh is not installed.', 'Get it from https://cli.github.com.')
    throw refused(`gh has failed: ${oneLine(stderr.trim().split('\n')[0] ?? '')}`, 'Try: gh issue list')
  }
}
