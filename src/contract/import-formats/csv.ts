import { parse } from 'csv-parse/browser/esm/sync'
import { delimiters } from './delimiters.ts'

/** A row of a table, with its cells by the names of their columns in lower case. */
export interface Row {
  line: number
  cells: Partial<Record<string, string>>
}

export interface Table {
  columns: string[]
  rows: Row[]
  delimiter: string
  /** Rows that are broken, and are left out. */
  problems: { line: number; message: string }[]
}

const maxColumns = 1_000
const maxNamedColumns = 2_000
const maxCells = 8_000_000

const maxHead = 1_000_000
/** The first line without what stands in quotes. */
const headOf = (text: string) =>
  text
    .slice(0, maxHead)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/, 1)[0] ?? ''

/** The line in which spreadsheets say the delimiter of what follows, such as `sep=;`. */
const separator = /^\uFEFF?sep=([,;\t|])(?:\r\n|\n|\r)/i

/** The delimiter that the table says, or else the one that is most frequent in the first line, outside of quotes. */
export function delimiterOf(text: string): string {
  const said = separator.exec(text)?.[1]
  if (said) return said
  const counts = delimiters.map((delimiter) => headOf(text).split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Reads a table whose first row names the columns. Cells of columns with the same name are joined by line breaks. Throws an Error that says
 * on which line it is broken.
 */
export function readTable(given: string, delimiter = delimiterOf(given)): Table {
  const text = given.replace(separator, '')
  const linesBefore = text === given ? 0 : 1
  const many = (limit: number, name: string) =>
    new Error(`The table has more than ${limit.toLocaleString('en')} ${name}. Divide it into several.`)
  if (headOf(text).split(delimiter).length > maxNamedColumns) throw many(maxNamedColumns, 'columns')
  if (text.split(delimiter).length > maxCells) throw many(maxCells, 'cells')
  const problems: Table['problems'] = []
  // With `info`, each row comes with its line, which the types do not know.
  const read = parse(text, {
    ...{ delimiter, bom: true, info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    max_record_size: 1_000_000,
    skip_records_with_error: true,
    on_skip: (error) => {
      problems.push({
        line: Number(error?.lines ?? 0) + linesBefore,
        message: `The row is broken: ${error?.message ?? 'unknown'}`,
      })
    },
  }) as unknown as { record: string[]; info: { lines: number } }[]
  const [head, ...records] = read
  const names = (head?.record ?? []).slice(0, maxColumns).map((name) => name.trim().toLowerCase())
  const columns = [...new Set(names)]
  const rows = records.map(({ record, info }) => ({ line: info.lines + linesBefore, cells: cellsOf(names, record) }))
  return { columns, rows, delimiter, problems }
}

/** The names of the columns of a table. Throws an Error if its first row is broken. */
export function columnsOf(text: string, delimiter = delimiterOf(text)): string[] {
  const head = text.slice(0, maxHead).replace(separator, '')
  const options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, to: 1 }
  const [names = []] = parse(head, options) as unknown as string[][]
  return [...new Set(names.slice(0, maxColumns).map((name) => name.trim().toLowerCase()))]
}

function cellsOf(names: readonly string[], record: readonly string[]): Row['cells'] {
  const cells = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const cell = record[index] ?? ''
    const before = cells.get(name)
    cells.set(name, before && cell ? `${before}\n${cell}` : before || cell)
  }
  return Object.fromEntries(cells)
}
