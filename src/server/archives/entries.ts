import { archiveFiles, archiveVersion } from '../../contract/archives.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ArchivedTodos } from '../caldav/archived-todos.ts'
import type { Caller } from '../callers/caller.ts'
import type { FileRow } from '../database/schema.ts'
import type { FileRules } from '../files/files.ts'
import type { GitRules } from '../git/git.ts'
import type { HistoryRules } from '../history/history.ts'
import type { LabelColourRules } from '../labels/colours.ts'
import type { NoteRules } from '../notes/notes.ts'
import type { ReceiptRules } from '../receipts/receipts.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { TrashRules } from '../trash/trash.ts'
import type { ViewRules } from '../views/views.ts'
import { withRest } from '../work/slices.ts'
import { type ArchivedTask, linkNames } from './archived-task.ts'
import { documentHead, documentPart } from './document.ts'
import { filePaths } from './file-paths.ts'
import { pageEnd, pageHead } from './page.ts'
import { pageRecords } from './page-records.ts'
import { readme } from './readme.ts'
import { dataBlocks, lines, recordOf, recordOfJson } from './records.ts'
import { sheetHead, sheetRow } from './sheet.ts'
import type { Entry } from './zip.ts'

/** The sources of an archive. */
export interface Contents {
  tasks: Pick<TaskRules, 'pages' | 'count'>
  trash: Pick<TrashRules, 'taskPages'>
  files: Pick<FileRules, 'rowPages' | 'read' | 'used' | 'bytes'>
  history: Pick<HistoryRules, 'pages' | 'counters' | 'position'>
  notes: Pick<NoteRules, 'pages'>
  receipts: Pick<ReceiptRules, 'pagesOfAll'>
  git: Pick<GitRules, 'pagesOfAll'>
  views: Pick<ViewRules, 'list'>
  labelColours: Pick<LabelColourRules, 'list'>
  todos: ArchivedTodos
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  now: Date
}

/** The entries of an archive. The completion files come late, and the README last, which names those that could not be read. */
export async function* archiveEntries(contents: Contents, { owner, seq }: Caller): AsyncGenerator<Entry> {
  const { tasks, trash, files, history, notes, receipts, git, views, labelColours, todos, profileOf, now } = contents
  const day = now.toISOString().slice(0, 10)
  const numbers = new Map<string, number>()
  const linksOf = linkNames(numbers)
  /** The paths of files whose bytes are missing or have changed since the upload. */
  const damaged = new Set<string>()

  async function* taskPages() {
    yield* tasks.pages(owner)
    yield* trash.taskPages(owner)
  }
  async function* filePages() {
    const pathOf = filePaths()
    for await (const rows of files.rowPages(owner))
      yield rows.map((row) => ({ row, path: pathOf(`${numbers.get(row.task_id) ?? row.task_id}`, row.name) }))
  }

  async function* recordPages() {
    const { preferences } = await profileOf(owner)
    const { lastNumber } = await history.counters(owner)
    const header = { format: 'taskdeck', version: archiveVersion, exportedAt: now.toISOString(), seq, lastNumber }
    yield [recordOf('archive', header), recordOf('settings', { preferences })]
    const offered = await todos.offered(owner)
    const isOffered = (id: string) => (offered.has(id) ? { isOffered: true } : {})
    yield (await views.list(owner)).map((view) => recordOf('view', { ...view, ...isOffered(view.id) }))
    yield (await labelColours.list(owner)).map((label) => recordOf('label', label))
    yield* mapped(taskPages(), (json) => {
      const { _id, number }: ArchivedTask = JSON.parse(json)
      numbers.set(_id, number)
      return recordOfJson('task', json)
    })
    yield* mapped(notes.pages(owner), (json) => recordOfJson('note', json))
    yield* mapped(receipts.pagesOfAll(owner), (json) => recordOfJson('receipt', json))
    yield* mapped(git.pagesOfAll(owner), (json) => recordOfJson('reference', json))
    yield* mapped(todos.pages(owner), (json) => recordOfJson('todo', json))
    yield* mapped(filePages(), fileRecord)
    // The history comes last, so that it includes the changes that were made during the export.
    yield* mapped(history.pages(owner), (json) => recordOfJson('event', json))
  }
  async function* taskTexts(head: string, textOf: typeof sheetRow) {
    yield head
    for await (const page of mapped(taskPages(), (json) => {
      const task: ArchivedTask = JSON.parse(json)
      return textOf(task, linksOf(task))
    }))
      yield page.join('')
  }
  async function* page() {
    yield pageHead(day)
    const { preferences } = await profileOf(owner)
    const shown = pageRecords(preferences.dateStyle, numbers)
    for await (const some of recordPages()) yield* dataBlocks(await withRest(async () => some.flatMap(shown)))
    yield pageEnd
  }
  async function* hashes() {
    for await (const page of filePages())
      yield page.map(({ row, path }) => (damaged.has(path) ? '' : `${row.sha256}  ${path}\n`)).join('')
  }
  const text = (path: string, content: Entry['content']): Entry => ({ path, isCompressed: true, content })

  yield text(archiveFiles.records, lines(recordPages()))
  yield text(archiveFiles.sheet, taskTexts(sheetHead, sheetRow))
  yield text(archiveFiles.document, taskTexts(documentHead(day), documentPart))
  yield text(archiveFiles.page, page())
  let fileCount = 0
  for await (const some of filePages()) {
    for (const { row, path } of some) {
      fileCount++
      const onProblem = () => damaged.add(path)
      yield { path, isCompressed: false, content: readable(files, row, onProblem) }
    }
  }
  yield text(archiveFiles.hashes, hashes())
  const counts = { taskCount: numbers.size, fileCount }
  yield text(archiveFiles.readme, [readme(now, counts, damaged)])
}

/** Converts each element of pages. After each page others have their turn, because a page may have megabytes. */
async function* mapped<T>(pages: AsyncIterable<T[]>, convert: (one: T) => string): AsyncGenerator<string[]> {
  for await (const page of pages) yield await withRest(async () => page.map(convert))
}

const fileRecord = ({ row, path }: { row: FileRow; path: string }) =>
  recordOf('file', {
    ...{ _id: row.id, task: row.task_id, name: row.name, size: row.size, mediaType: row.type, sha256: row.sha256 },
    ...{ createdAt: row.created_at, removedAt: row.removed_at, path },
  })

/** The bytes of a file. A file that cannot be read does not end the archive: it is left out from there on. */
async function* readable(files: Pick<FileRules, 'read'>, row: FileRow, onProblem: () => void) {
  try {
    yield* await files.read(row)
  } catch {
    onProblem()
  }
}
