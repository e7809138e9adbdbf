import { archiveImportLimits } from '../../contract/archives.ts'
import type { ArchivedTask, ArchiveRecords } from '../../contract/schemas/archive-records.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { viaOfImported } from '../../contract/via.ts'
import type { ArchivedTodoWrites } from '../caldav/archived-todos.ts'
import type { GitReferenceRow, ReceiptRow, TaskRow } from '../database/schema.ts'
import type { FileRules } from '../files/files.ts'
import { fileOf } from '../files/present.ts'
import type { ReferenceWrites } from '../git/reference-writes.ts'
import type { Draft } from '../history/draft.ts'
import type { NoteWrites } from '../notes/note-writes.ts'
import type { ReceiptWrites } from '../receipts/receipt-writes.ts'
import { checkTaskCount } from '../tasks/adding.ts'
import { archivedRow } from '../tasks/archived-task.ts'
import { taskOf } from '../tasks/fields.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import { type Destination, destinationOf } from './destination.ts'
import { renumbering } from './numbering.ts'
import { importedPast } from './past.ts'
import { problemOn } from './record-lines.ts'
import type { FileRecord, recordsOf, Survey } from './survey.ts'

/** Few enough that computing their rows does not block others. */
const rowsAtOnce = 50

export interface ArchiveWrites {
  tasks: TaskWrites
  notes: NoteWrites
  receipts: ReceiptWrites
  references: ReferenceWrites
  todos: Pick<ArchivedTodoWrites, 'insertWhole' | 'offer'>
  files: Pick<FileRules['imported'], 'checkRoom' | 'insert'>
  maxTasks: number
}

/** The result of an import. */
export interface Written {
  destination: Destination
  restored: number
  notes: number
  receipts: number
  references: number
  files: FileRecord[]
  events: number
  first: Task[]
  /** Links to tasks that do not exist here. */
  lostLinks: number
}

/**
 * Writes the tasks of an archive with everything that belongs to them, within a change. `records` reads the archive again, record by record, so
 * that no more than a few of them are in memory. `fileIds` has the ids of the stored files by those in the archive; without it, a file keeps its id.
 */
export async function writeArchive(
  draft: Draft,
  survey: Survey,
  records: ReturnType<typeof recordsOf>,
  fileIds: ReadonlyMap<string, string>,
  restores: boolean,
  writes: ArchiveWrites,
): Promise<Written> {
  draft.answerNames([])
  const destination = await destinationOf(draft, writes.tasks, survey)
  const { fresh, known, numbers, above } = destination
  const texts = renumbering(numbers)
  const past = await importedPast(draft, survey, destination, texts, fileIds)
  const written: Written = {
    ...{ destination, restored: 0, notes: 0, receipts: 0, references: 0, files: [], first: [], lostLinks: 0 },
    events: past.count,
  }
  const fileHere = ({ _id: id, name, size, mediaType: type, sha256, createdAt: created_at }: FileRecord) => ({
    ...{ id: fileIds.get(id) ?? id, name, size, type, sha256, created_at },
  })
  const newestFirst = (a: { created_at: string; id: string }, b: { created_at: string; id: string }) =>
    a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1

  function rowOf(task: ArchivedTask): TaskRow {
    const facts = survey.tasks.get(task._id)
    const number = fresh.get(task._id)
    if (!facts || number === undefined) throw new Error('A task of the archive has no number')
    const files = facts.files.filter(({ _id, removedAt }) => !removedAt && fileIds.has(_id)).map(fileHere)
    return archivedRow(withLinksHere(texts.ofTask(task)), {
      ...{ user_id: draft.owner, number, position: (task.position ?? task.number) + above },
      files_json: JSON.stringify(files.sort(newestFirst).map((file) => fileOf(file as Parameters<typeof fileOf>[0]))),
      ...{ note_count: facts.noteCount, last_note_number: facts.lastNote, question_count: facts.openQuestions },
      proof: facts.proof,
    })
  }

  /** Links to tasks that are not in the archive, and were deleted for good therefore, are left out. */
  function withLinksHere(task: ArchivedTask): ArchivedTask {
    const isHere = (id: string) => fresh.has(id) || known.has(id)
    const kept = (ids: readonly string[] = []) => {
      const found = ids.filter((id) => isHere(id) && id !== task._id)
      written.lostLinks += ids.length - found.length
      return found.slice(0, taskLimits.links)
    }
    const { partOf, blockedBy, related } = task
    return {
      ...task,
      ...(partOf ? { partOf: kept([partOf])[0] ?? null } : {}),
      ...(blockedBy ? { blockedBy: kept(blockedBy) } : {}),
      ...(related ? { related: kept(related) } : {}),
    }
  }

  const add = {
    tasks: inBatches<TaskRow>(async (rows) => {
      await writes.tasks.insertWhole(draft, rows)
      await draft.flush(null)
    }),
    notes: inBatches<ArchiveRecords['note']>((notes) => writes.notes.insertWhole(draft, notes)),
    receipts: inBatches<Omit<ReceiptRow, 'user_id'>>((rows) => writes.receipts.insertWhole(draft, rows)),
    references: inBatches<Omit<GitReferenceRow, 'user_id'>>((rows) => writes.references.insertWhole(draft, rows)),
    todos: inBatches<ArchiveRecords['todo']>((todos) => writes.todos.insertWhole(draft, todos)),
    files: inBatches<FileRecord>((files) =>
      writes.files.insert(
        draft,
        files.map((file) => ({ ...fileHere(file), task_id: file.task, removed_at: file.removedAt })),
      ),
    ),
  }

  async function taskOn(line: number, task: ArchivedTask): Promise<void> {
    const there = known.get(task._id)
    if (there?.trashed_at && restores && !task.trashedAt) {
      const row = await writes.tasks.find(draft, { id: there.id })
      if (row) await writes.tasks.restore(draft, row)
      written.restored++
    }
    if (!fresh.has(task._id)) return
    let row: TaskRow
    try {
      row = rowOf(task)
    } catch (error) {
      throw problemOn(line, error instanceof Error ? error.message : String(error))
    }
    if (written.first.length < archiveImportLimits.firstTasks) written.first.push(taskOf(row))
    await add.tasks.add(row)
  }

  for await (const { kind, record, line } of records) {
    if (kind === 'task') await taskOn(line, record as ArchivedTask)
    else await add.tasks.finish()
    if (kind === 'event') await past.add(record as ArchiveRecords['event'])
    if (!('task' in record) || !fresh.has(record.task)) continue
    if (kind === 'note') {
      written.notes++
      await add.notes.add(noteHere(record as ArchiveRecords['note'], texts))
    } else if (kind === 'receipt') {
      written.receipts++
      await add.receipts.add(receiptHere(record as ArchiveRecords['receipt'], fileIds))
    } else if (kind === 'reference') {
      written.references++
      await add.references.add(referenceHere(record as ArchiveRecords['reference']))
    } else if (kind === 'todo') {
      await add.todos.add(record as ArchiveRecords['todo'])
    } else if (kind === 'file' && fileIds.has((record as FileRecord)._id)) {
      written.files.push(record as FileRecord)
    }
  }
  for (const { finish } of Object.values(add)) await finish()
  await past.finish()
  if (fresh.size) await checkTaskCount(draft, writes.maxTasks)
  await writes.files.checkRoom(
    draft.tx,
    draft.owner,
    written.files.map(({ size }) => size),
  )
  for (const file of written.files) await add.files.add(file)
  await add.files.finish()
  return written
}

/** Collects rows, and writes them some at a time. */
function inBatches<Row>(write: (rows: Row[]) => Promise<void>) {
  let rows: Row[] = []
  const finish = async () => {
    const some = rows
    rows = []
    if (some.length) await write(some)
  }
  return {
    finish,
    async add(row: Row): Promise<void> {
      rows.push(row)
      if (rows.length === rowsAtOnce) await finish()
    },
  }
}

function noteHere(note: ArchiveRecords['note'], texts: ReturnType<typeof renumbering>): ArchiveRecords['note'] {
  const { question } = note
  const { task, ...rest } = note
  const answeredVia = question?.answeredVia && viaOfImported(question.answeredVia)
  const here = texts.ofNote({ ...rest, via: viaOfImported(note.via) })
  return {
    ...here,
    task,
    ...(here.question ? { question: { ...here.question, answeredVia: answeredVia ?? null } } : {}),
  }
}

function receiptHere(receipt: ArchiveRecords['receipt'], fileIds: ReadonlyMap<string, string>) {
  const {
    _id: id,
    task: task_id,
    kind,
    criterion,
    summary,
    command,
    machine,
    repository,
    branch,
    sha256,
    url,
  } = receipt
  return {
    ...{ id, task_id, kind, criterion, summary, command, machine, repository, branch, sha256, url },
    exit_code: receipt.exitCode,
    passed: receipt.isPassed ? 1 : 0,
    started_at: receipt.startedAt,
    duration_ms: receipt.durationMs,
    commit_hash: receipt.commit,
    ancestors: receipt.ancestors?.join(' ') || null,
    clean: receipt.isClean === null ? null : Number(receipt.isClean),
    output: (receipt.output && fileIds.get(receipt.output)) || null,
    via: viaOfImported(receipt.via),
    created_at: receipt.createdAt,
    removed_at: receipt.removedAt ?? null,
  }
}

function referenceHere(reference: ArchiveRecords['reference']) {
  const { id, task: task_id, kind, name, title, url, repository, state, at, effect = 'links', removedAt } = reference
  return { id, task_id, kind, name, title, url, repository, state, at, effect, removed_at: removedAt ?? null }
}
