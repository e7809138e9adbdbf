import { parse } from 'csv-parse/browser/esm/sync'

/** A row of a table, with its cells by the names of their columns in lower case. */
export interface Row {
  line: number
  cells: Partial<Record<string, string>>
}

export interface Table {
  columns: string[]
  rows: Row[]
  delimiter: string
}

const delimiters = [',', ';', '\t', '|']
const maxColumns = 1_000

/** The delimiter that is most frequent in the first line, outside of quotes. */
export function delimiterOf(text: string): string {
  const [head = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)
  const counts = delimiters.map((delimiter) => head.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Reads a table whose first row names the columns. Throws an Error that says on which line it is broken. */
export function readTable(text: string): Table {
  const delimiter = delimiterOf(text)
  // With `info`, each row comes with its line, which the types do not know.
  const read = parse(text, {
    ...{ delimiter, bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    max_record_size: 1_000_000,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  const [head, ...records] = read
  const columns = (head?.record ?? []).slice(0, maxColumns).map((name) => name.trim().toLowerCase())
  const rows = records.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ''])),
  }))
  return { columns, rows, delimiter }
}
