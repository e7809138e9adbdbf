import { isArchive } from '../../contract/archives.ts'
import { columnsOf, delimiterOf, readTable } from '../../contract/import-formats/csv.ts'
import { type FormatName, isTable } from '../../contract/import-formats/format-names.ts'
import { openFile } from '../../contract/import-formats/open-file.ts'
import { type Here, type PlanChoices, planImport } from '../../contract/import-formats/plan.ts'
import { formatOfFiles, type NamedText, type ReadFiles, readFiles } from '../../contract/import-formats/read-files.ts'
import type { ReadOptions } from '../../contract/import-formats/recognise.ts'
import { groupRemarks, type Remark, type RemarkGroup } from '../../contract/import-formats/remarks.ts'
import { proposedColumns } from '../../contract/import-formats/sheet.ts'
import type { SheetColumns } from '../../contract/import-formats/sheet-fields.ts'
import { zipNames } from '../../contract/import-formats/zip-names.ts'
import { importLimits } from '../../contract/imports.ts'
import type { Priority, Status } from '../../contract/tasks.ts'
import { linesOf } from './lines-of.ts'

export interface Opened {
  /** An archive of Taskdeck is read by the server. */
  isArchive: boolean
  format: FormatName | undefined
  /** How many files of a ZIP have tasks. */
  files: number
}

export interface ReadSettings extends Omit<ReadOptions, 'columns'> {
  format: FormatName
  columns: SheetColumns
  label: string
}

/** The columns of a table, and how they are read. */
export interface SheetInfo {
  columns: string[]
  delimiter: string
  /** The column of each field, as it is proposed or chosen. */
  used: SheetColumns
  /** The first value of each column. */
  samples: Partial<Record<string, string>>
}

export interface PreviewRow {
  title: string
  status: Status
  priority: Priority
  dueDate?: string
  labels: string[]
  isRepeating: boolean
  parts: number
  completedParts: number
  /** The title of the task that it is a part of. */
  parent?: string
}

export interface ReadSummary {
  total: number
  completed: number
  sheet?: SheetInfo
  problems: Remark[]
  problemCount: number
  groups: RemarkGroup[]
  /** Why nothing could be read. */
  error?: string
}

export interface PlanSummary {
  created: number
  updated: number
  completed: number
  labels: number
  /** The first tasks as they will be. */
  rows: PreviewRow[]
  /** Tasks that look like one here. */
  alike: string[]
  conflicts: string[]
}

const shownRows = 10
const shownProblems = 100
const shownLines = 5
const shownTitles = 5
const sampleLength = 200_000
const maxSample = 60

const nothing = { total: 0, completed: 0, problems: [], problemCount: 0, groups: [] }
const noneHere: Here = { changed: [], same: [], trashed: [], gone: [], conflicts: [], alike: [] }

/** Reads a file, and prepares what is sent of it. Runs in a worker; throws an Error with a message for people if a file is broken. */
export function importSession() {
  let texts: NamedText[] = []
  let remarks: Remark[] = []
  let tasks: ReadFiles['tasks'] = []
  let planned: ReadFiles['tasks'] = []

  async function open(name: string, file: Blob): Promise<Opened> {
    tasks = []
    const head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
    const isZip = head[0] === 0x50 && head[1] === 0x4b
    const range = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
    const names = (isZip && (await zipNames(file.size, range))) || []
    if (isArchive(names)) return { isArchive: true, format: undefined, files: 1 }
    if (file.size > importLimits.bytes)
      throw new Error(`The file is larger than ${importLimits.bytes / 1024 / 1024} MiB. Divide it into several.`)
    const opened = await openFile(name, new Uint8Array(await file.arrayBuffer()))
    if (opened.kind === 'archive') return { isArchive: true, format: undefined, files: 1 }
    ;({ texts, remarks } = opened)
    return { isArchive: false, format: formatOfFiles(texts), files: texts.length }
  }

  function read({ format, columns, ...options }: ReadSettings): ReadSummary {
    const sheet = isTable(format) ? sheetOf(texts, format, columns, options.delimiter) : undefined
    tasks = []
    try {
      const found = format === 'lines' ? linesOf(texts) : readFiles(format, texts, { columns, ...options })
      if (found.tasks.length > importLimits.tasks) throw new Error(tooMany(found.tasks.length))
      tasks = found.tasks
      return {
        ...summaryOf(found, remarks),
        ...(sheet ? { sheet } : {}),
      }
    } catch (error) {
      return { ...nothing, ...(sheet ? { sheet } : {}), error: error instanceof Error ? error.message : `${error}` }
    }
  }

  return {
    open,
    read,
    /** The lines of all tasks, for a dry run. */
    wholeBody: () => bodyOf(tasks),
    plan(here: Here = noneHere, choices: PlanChoices, seed: string): PlanSummary {
      const plan = planImport(tasks, here, choices, seed)
      planned = plan.tasks
      const { created, updated, completed } = plan
      const labels = new Set(planned.flatMap(({ task }) => task.labels ?? [])).size
      const titles = (lines: number[]) => lines.slice(0, shownTitles).map((line) => tasks[line - 1]?.task.title ?? '')
      return {
        ...{ created, updated, completed, labels, rows: rowsOf(planned) },
        alike: titles(here.alike.map(({ line }) => line)),
        conflicts: titles(here.conflicts),
      }
    },
    /** The lines of the last plan. */
    plannedBody: () => bodyOf(planned),
    /** The lines of a few tasks of the last plan: a dry run of them says whether the plan was carried out. */
    witnessBody: (here: Here = noneHere) => {
      const known = new Set([...here.same, ...here.trashed, ...here.gone].map((line) => tasks[line - 1]?.task._id))
      return bodyOf(planned.filter(({ task }) => !known.has(task._id)).slice(0, 1))
    },
    /** Remarks about lines that were sent, of all tasks or of the last plan, with their places in the file. */
    placed(remarks: readonly Remark[], sent: 'whole' | 'planned'): Remark[] {
      const lines = sent === 'whole' ? tasks : planned
      return remarks.map(({ line, message }) => {
        const place = lines[line - 1]
        return { line: place?.line ?? line, message, ...(place?.file ? { file: place.file } : {}) }
      })
    },
  }
}

export type ImportSession = ReturnType<typeof importSession>

const tooMany = (count: number) =>
  `It contains ${count.toLocaleString('en')} tasks. One import takes ${importLimits.tasks.toLocaleString('en')}: divide the file into several.`

const bodyOf = (tasks: ReadFiles['tasks']) => new Blob(tasks.map(({ task }) => `${JSON.stringify(task)}\n`))

function summaryOf({ tasks, problems, remarks }: ReadFiles, opened: Remark[]): ReadSummary {
  const groups = groupRemarks([...opened, ...remarks])
  return {
    total: tasks.length,
    completed: tasks.filter(({ task }) => task.status === 'Completed').length,
    problems: problems.slice(0, shownProblems),
    problemCount: problems.length,
    groups: groups.map((group) => ({ ...group, lines: group.lines.slice(0, shownLines) })),
  }
}

function sheetOf(
  texts: NamedText[],
  format: FormatName,
  chosen: SheetColumns,
  given: string | undefined,
): SheetInfo | undefined {
  const [first] = texts
  if (!first || /^\s*[[{]/.test(first.text)) return undefined
  try {
    const delimiter = given ?? delimiterOf(first.text)
    const columns = columnsOf(first.text, delimiter).filter(Boolean)
    const { rows } = readTable(first.text.slice(0, sampleLength), delimiter)
    const samples = columns.map((column) => {
      const value = rows.map(({ cells }) => cells[column]?.trim()).find(Boolean)
      return [column, value ? [...value].slice(0, maxSample).join('') : '']
    })
    const used = format === 'csv' ? { ...proposedColumns(columns), ...chosen } : chosen
    return { columns, delimiter, used, samples: Object.fromEntries(samples) }
  } catch {
    return undefined
  }
}

function rowsOf(tasks: ReadFiles['tasks']): PreviewRow[] {
  const first = tasks.slice(0, shownRows)
  const parts = new Map(first.map(({ task }) => [task._id, { count: 0, completed: 0 }]))
  const wanted = new Set(first.flatMap(({ task }) => task.partOf ?? []))
  const titles = new Map<string, string>()
  for (const { task } of tasks) {
    if (wanted.has(task._id)) titles.set(task._id, task.title ?? '')
    const above = task.partOf ? parts.get(task.partOf) : undefined
    if (above) above.count++
    if (above && task.status === 'Completed') above.completed++
  }
  return first.map(({ task }): PreviewRow => {
    const { title = '', status = 'Pending', priority = 'Medium', dueDate, labels = [], repeat, partOf } = task
    const parent = partOf ? titles.get(partOf) : undefined
    return {
      ...{ title, status, priority, labels, isRepeating: Boolean(repeat) },
      ...{ parts: parts.get(task._id)?.count ?? 0, completedParts: parts.get(task._id)?.completed ?? 0 },
      ...(dueDate ? { dueDate: dueDate.slice(0, 10) } : {}),
      ...(parent ? { parent } : {}),
    }
  })
}
