import type { Priority, Status } from '../tasks.ts'
import type { Row, Table } from './csv.ts'
import { cellMoment, type SlashedOrder, slashedOrder } from './days.ts'
import { present } from './json-values.ts'
import { columnNames, type SheetColumns, type SheetField, sheetFields } from './sheet-fields.ts'
import type { Source, SourceTask } from './source-task.ts'

/** The tables of one program, as far as they differ from others. */
export interface Dialect {
  columns: SheetColumns
  /** Other columns that become labels. */
  labels: string[]
  /** The id of a row among those of all files, and what the description says about it. */
  idOf: (cell: (column: string) => string) => string
  referenceOf: (cell: (column: string) => string) => string
  statusOf: (cell: (column: string) => string) => Status
  /** The ids by which other rows name a row, and those by which it names its parent. */
  namesOf?: (cell: (column: string) => string) => string[]
  parentsOf?: (cell: (column: string) => string) => string[]
  priorityOf?: (word: string) => Priority | undefined
  hoursOf?: (cell: (column: string) => string) => number | undefined
  /** Other texts, such as comments, which are added to the description. */
  textsOf?: (cell: (column: string) => string) => string[]
  slashed?: SlashedOrder
  /** Columns that say nothing about a task, or the same as others. */
  ignored: RegExp
}

/** The columns of a table that look like fields of a task: each is proposed for one field at most. */
export function proposedColumns(columns: readonly string[]): SheetColumns {
  const free = new Set(columns)
  const proposed: SheetColumns = {}
  for (const field of sheetFields) {
    const found = columnNames[field].find((name) => free.has(name))
    if (found === undefined) continue
    proposed[field] = found
    free.delete(found)
  }
  return proposed
}

const priorityWords: [RegExp, Priority][] = [
  [/^(critical|urgent|highest|blocker|p0|p1|1)$/, 'Critical'],
  [/^(high|major|important|p2|2)$/, 'High'],
  [/^(medium|normal|p3|3)$/, 'Medium'],
  [/^(low|lowest|minor|trivial|p4|p5|4|5)$/, 'Low'],
]
const isDone =
  /^(done|completed?|closed|resolved|finished|released|archived|duplicate|won['’]?t (do|fix)|cancell?ed|yes|true|x|1)$/
const isStarted =
  /^(in (progress|review|development|testing)|started|doing|active|review|testing|wip|work in progress)$/

/** The status that a word of another program means. */
export function statusOf(given: string): Status {
  const word = plainWord(given)
  if (isDone.test(word)) return 'Completed'
  return isStarted.test(word) ? 'In Progress' : 'Pending'
}

/** Without signs before and after it, such as those of emoji. */
const plainWord = (text: string) => text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
/** The priority that a word means, or the first or last part of it, as in `P1 - Urgent`. */
function priorityOf(text: string): Priority | undefined {
  const whole = plainWord(text)
  const parts = whole.split(/\s*[-–:.]\s+|\s+/)
  for (const word of [whole, parts.at(-1) ?? '', parts[0] ?? '']) {
    const found = priorityWords.find(([words]) => words.test(word))
    if (found) return found[1]
  }
  return undefined
}
/** Some programs put an apostrophe before a cell that a spreadsheet could take for a formula. */
const withoutGuard = (text: string) => text.replace(/^'(?=[=+@-])/, '')

/** The rows of a table. Columns are those that were chosen, or else those that look like fields. A column that nothing uses is named. */
export function readSheet(table: Table, chosen: SheetColumns, timeZone = 'UTC', dialect?: Dialect): Source {
  const { columns, rows } = table
  const used = usedColumns(columns, chosen, dialect)
  const order = dialect?.slashed ?? slashedOrder(datesOf(rows, used))
  const made = rows.map(({ line, cells }) => {
    const cellOf = (column: string) => withoutGuard(cells[column]?.trim() ?? '')
    const cell = (field: SheetField) => cellOf(used[field] ?? '')
    const due = cellMoment(cell('due'), timeZone, order)
    const start = cellMoment(cell('start'), timeZone, order)
    const texts = [cell('description'), ...(dialect?.textsOf?.(cellOf) ?? []), dialect?.referenceOf(cellOf) ?? '']
    const id = dialect?.idOf(cellOf) ?? cell('id')
    const priority = (dialect?.priorityOf ?? priorityOf)(cell('priority'))
    const task: SourceTask = {
      ...{ line, title: cell('title'), description: texts.filter(Boolean).join('\n\n') },
      status: dialect?.statusOf(cellOf) ?? statusOf(cell('status')),
      labels: [cell('labels'), ...(dialect?.labels ?? []).map(cellOf)]
        .flatMap((list) => list.split(/[,;\n]/))
        .filter(Boolean),
      ...{ dueDate: due?.day ?? cell('due'), startDate: start?.day ?? cell('start') },
      ...present({ dueTime: due?.time }),
      ...present({ priority, id, createdAt: cell('created'), completedAt: cell('completed') }),
      ...present({ estimateHours: dialect?.hoursOf?.(cellOf) }),
      ...(dialect && id ? { isIdGlobal: true } : {}),
    }
    const names = dialect?.namesOf?.(cellOf) ?? [cell('id'), task.title]
    const parents = dialect?.parentsOf?.(cellOf) ?? [cell('parent')]
    return { task, names, parents }
  })
  const byName = new Map(made.flatMap(({ task, names: own }) => own.map((name) => [name, task] as const)))
  for (const { task, parents } of made) {
    const above = parents
      .filter(Boolean)
      .map((name) => byName.get(name))
      .find(Boolean)
    if (above && above !== task) task.parent = above
  }
  const left = columns.filter(
    (column) =>
      column &&
      !Object.values(used).includes(column) &&
      !dialect?.labels.includes(column) &&
      !dialect?.ignored.test(column) &&
      rows.some(({ cells }) => cells[column]?.trim()),
  )
  return {
    tasks: made.map(({ task }) => task),
    problems: table.problems,
    remarks: left.length ? [{ line: 1, kind: 'column', message: `Columns that are not used: ${listed(left)}.` }] : [],
  }
}

const maxListed = 30
const listed = (columns: string[]) =>
  columns.length > maxListed
    ? `${columns.slice(0, maxListed).join(', ')} and ${columns.length - maxListed} more`
    : columns.join(', ')

function usedColumns(columns: string[], chosen: SheetColumns, dialect: Dialect | undefined): SheetColumns {
  const known = Object.entries(dialect?.columns ?? {}).filter(([, column]) => columns.includes(column))
  const all = { ...(dialect ? Object.fromEntries(known) : proposedColumns(columns)), ...chosen }
  const used: SheetColumns = Object.fromEntries(Object.entries(all).filter(([, column]) => column))
  const unknown = Object.values(used).find((column) => !columns.includes(column))
  if (unknown !== undefined) throw new Error(`There is no column “${unknown}”. The columns: ${listed(columns)}.`)
  if (used.title === undefined) throw new Error(`Which column is the title? The columns: ${listed(columns)}.`)
  return used
}

function* datesOf(rows: readonly Row[], { due, start }: SheetColumns) {
  for (const { cells } of rows) {
    yield cells[due ?? ''] ?? ''
    yield cells[start ?? ''] ?? ''
  }
}
