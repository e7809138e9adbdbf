import { columnsOf, readTable } from './csv.ts'
import { type FormatName, formatNames, type ReadFormatName } from './format-names.ts'
import { isGithub, readGithub } from './github.ts'
import type { HeadingChoice } from './heading-choices.ts'
import { isCalendar, readCalendar } from './icalendar.ts'
import { isObject } from './json-values.ts'
import { kanboardTasks, readKanboard } from './kanboard.ts'
import { isMarkdown, readMarkdown } from './markdown.ts'
import { proposedColumns, readSheet } from './sheet.ts'
import type { SheetColumns } from './sheet-fields.ts'
import type { Source } from './source-task.ts'
import { isSuperProductivity, readSuperProductivity } from './super-productivity.ts'
import { isTaskwarrior, readTaskwarrior } from './taskwarrior.ts'
import { isTodoTxt, readTodoTxt } from './todo-txt.ts'
import { isTodoist, readTodoist } from './todoist.ts'
import { dialectOf, dialects } from './trackers.ts'
import { isTrello, readTrello } from './trello.ts'
import { isVikunja, readVikunja } from './vikunja.ts'

/** How a file is read, where that is a choice. */
export interface ReadOptions {
  /** For CSV: the column of each field. */
  columns?: SheetColumns
  delimiter?: string
  /** For Markdown. */
  headings?: HeadingChoice
  /** The time zone in which the days of moments are. */
  timeZone?: string
  /** The name of the file, which in a backup is that of a project. */
  name?: string
}

/** The format of a text; undefined if it has another format. `name` is that of the file. Throws an Error if JSON or a table is broken. */
export function formatOf(text: string, name = ''): FormatName | undefined {
  const start = text.trimStart()
  if (/^[[{]/.test(start)) return formatOfJson(text)
  if (isCalendar(start)) return 'icalendar'
  if (/\.(md|markdown)$/i.test(name)) return 'markdown'
  if (/todo\.txt$|done\.txt$/i.test(name)) return 'todo-txt'
  const columns = tableColumns(start, name)
  if (columns) return isTodoist(columns) ? 'todoist' : (dialectOf(columns) ?? 'csv')
  if (isMarkdown(text)) return 'markdown'
  return isTodoTxt(text) ? 'todo-txt' : undefined
}

/** The columns of a text that is a table by its name, or whose first line names at least two fields of tasks. */
function tableColumns(text: string, name: string): string[] | undefined {
  if (/\.(csv|tsv)$/i.test(name)) return columnsOf(text)
  const [head = ''] = text.split(/\r?\n/, 1)
  if (head.length > 10_000 || !/[,;\t|]/.test(head)) return undefined
  try {
    const columns = columnsOf(text)
    const isKnown = isTodoist(columns) || Object.keys(proposedColumns(columns)).length >= 2
    return columns.length > 1 && isKnown ? columns : undefined
  } catch {
    return undefined
  }
}

function formatOfJson(text: string): FormatName | undefined {
  const value = isLines(text) ? jsonIn(text) : valueIn(text)
  if (value === undefined) {
    if (isLines(text)) return 'lines'
    throw new Error('This is JSON that is broken or cut off. Export it again.')
  }
  if (isGithub(value)) return 'github'
  if (isTaskwarrior(value)) return 'taskwarrior'
  if (kanboardTasks(value)) return 'kanboard'
  if (isVikunja(value)) return 'vikunja'
  if (isTrello(value)) return 'trello'
  if (isSuperProductivity(value)) return 'super-productivity'
  return isObject(value) && '_id' in value ? 'lines' : undefined
}

/** Whether one of the first lines is a task of an export: a line above may be broken. */
const isLines = (text: string) =>
  text
    .slice(0, 100_000)
    .split('\n', 20)
    .some((line) => {
      const value = jsonIn(line)
      return isObject(value) && '_id' in value
    })

/** Reads a text of a known format. Throws an Error with a message for people if it has another one, or is broken. */
export function sourceOf(format: ReadFormatName, text: string, options: ReadOptions): Source {
  const { timeZone = 'UTC', headings = 'labels', columns = {}, delimiter, name = '' } = options
  const known = <Value>(
    is: (value: unknown) => value is Value,
    read: (value: Value, zone: string) => Source,
  ): Source => {
    const value = valueIn(text)
    if (!is(value))
      throw new Error(`This is not what ${formatNames[format]} looks like. ${whereFrom[format] ?? ''}`.trim())
    return read(value, timeZone)
  }
  switch (format) {
    case 'github':
      return known(isGithub, readGithub)
    case 'taskwarrior':
      return known(isTaskwarrior, readTaskwarrior)
    case 'trello':
      return known(isTrello, readTrello)
    case 'vikunja':
      return known(isVikunja, readVikunja)
    case 'super-productivity':
      return known(isSuperProductivity, readSuperProductivity)
    case 'icalendar':
      return readCalendar(text, timeZone)
    case 'markdown':
      return readMarkdown(text, headings)
    case 'todo-txt':
      return readTodoTxt(text)
    case 'todoist':
      return readTodoist(readTable(text, delimiter), name)
    case 'kanboard': {
      const tasks = /^\s*[[{]/.test(text) ? kanboardTasks(jsonIn(text)) : undefined
      return tasks
        ? readKanboard(tasks, timeZone)
        : readSheet(readTable(text, delimiter), columns, timeZone, dialects.kanboard)
    }
    case 'csv':
      return readSheet(readTable(text, delimiter), columns, timeZone)
    default:
      return readSheet(readTable(text, delimiter), columns, timeZone, dialects[format])
  }
}

/** Where people get a file of a format. */
export const whereFrom: Partial<Record<FormatName, string>> = {
  github: 'This is not a list of issues with number and title, as gh issue list --json prints it.',
  taskwarrior: 'Write one with: task export > tasks.json',
  trello: 'In Trello, choose Print, export and share, then Export as JSON.',
  vikunja: 'In Vikunja, choose Settings, then Export your data.',
  'super-productivity': 'In Super Productivity, choose Settings, then Export data.',
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of JSON, or the list of the objects that stand on a line each. */
const valueIn = (text: string): unknown => jsonIn(text) ?? objectLinesIn(text)

function objectLinesIn(text: string): unknown[] | undefined {
  const values: unknown[] = []
  for (const line of text.split('\n')) {
    if (!line.trim()) continue
    const value = jsonIn(line.trim().replace(/,$/, ''))
    if (!isObject(value)) return undefined
    values.push(value)
  }
  return values.length ? values : undefined
}
