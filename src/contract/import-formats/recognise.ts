import { readTable } from './csv.ts'
import { isGithub, readGithub } from './github.ts'
import { isMarkdown, readMarkdown } from './markdown.ts'
import { readSheet, type SheetColumns } from './sheet.ts'
import { type ReadSource, readSource } from './source.ts'
import { isTodoTxt, readTodoTxt } from './todo-txt.ts'
import { isTodoist, readTodoist } from './todoist.ts'

/** The formats of files, with the names that people read. */
export const formatNames = {
  lines: 'Taskdeck lines',
  todoist: 'Todoist CSV',
  github: 'GitHub issues',
  'todo-txt': 'todo.txt',
  markdown: 'Markdown list',
  csv: 'CSV',
} as const
export type FormatName = keyof typeof formatNames

/** The format of a text; undefined if it is none of them. `name` is that of the file. */
export function formatOf(text: string, name = ''): FormatName | undefined {
  const start = text.trimStart()
  if (start.startsWith('[')) return isGithub(jsonIn(text)) ? 'github' : undefined
  if (start.startsWith('{')) return 'lines'
  if (/\.(md|markdown)$/i.test(name)) return 'markdown'
  if (/todo\.txt$|done\.txt$/i.test(name)) return 'todo-txt'
  if (/\.(csv|tsv)$/i.test(name) || /^"?type"?[,;\t]"?content"?[,;\t]/i.test(start))
    return isTodoist(readTable(text).columns) ? 'todoist' : 'csv'
  if (isMarkdown(text)) return 'markdown'
  return isTodoTxt(text) ? 'todo-txt' : undefined
}

/** The name of a file without its folders, on any system, or a fixed word for a text without one, such as that of stdin. */
const baseName = (path: string) => path.replace(/^.*[/\\]/s, '').replace(/\s+/g, ' ') || '-'

/**
 * The tasks in a text of a known format. `path` is that of the file: its name tells tasks apart whose titles or ids are alike in several files.
 * Throws an Error with a message for people if the text is broken.
 */
export function readFormat(
  format: Exclude<FormatName, 'lines'>,
  text: string,
  path = '',
  columns: SheetColumns = {},
): ReadSource {
  const name = baseName(path)
  if (format === 'markdown') return readSource(format, name, readMarkdown(text))
  if (format === 'todo-txt') return readSource(format, name, readTodoTxt(text))
  if (format === 'github') {
    const issues = jsonIn(text)
    if (!isGithub(issues))
      throw new Error('This is not a list of issues with number and title, as gh issue list --json prints it.')
    return readSource(format, name, readGithub(issues))
  }
  const table = readTable(text)
  return readSource(format, name, format === 'todoist' ? readTodoist(table.rows) : readSheet(table, columns))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
