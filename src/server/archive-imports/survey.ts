import { type ArchiveRecord, archiveFiles, archiveRecords, archiveVersion } from '../../contract/archives.ts'
import { type Issue, problemIn } from '../../contract/input-problem.ts'
import { maxColouredLabels } from '../../contract/labels.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import {
  type ArchivedEvent,
  type ArchiveRecords,
  archiveRecordSchemas,
} from '../../contract/schemas/archive-records.ts'
import { viewLimits } from '../../contract/views.ts'
import { problemOfTodo } from '../caldav/archived-todos.ts'
import type { Validate } from '../calls/input.ts'
import { isStoredName } from '../files/file-name.ts'
import { unstorable } from '../http/input.ts'
import { linesOf, problemOn, type RecordLine, recordIn } from './record-lines.ts'
import { type CollectedFacts, type TaskFacts, taskFacts } from './task-facts.ts'
import type { Watch } from './watch.ts'
import { type OpenZip, refusal } from './zip-file.ts'

/** Checks the records of each kind. */
export type RecordChecks = Record<ArchiveRecord, Validate>

export type FileRecord = ArchiveRecords['file']

/** An archive that has been checked. */
export interface Survey {
  /** The highest number that a task has ever had. */
  lastNumber: number
  preferences: Partial<Preferences> | undefined
  views: ArchiveRecords['view'][]
  labels: ArchiveRecords['label'][]
  /** In the order of the archive. */
  tasks: ReadonlyMap<string, TaskFacts>
  /** The entries of the history of tasks that were deleted for good, by their ids. They have no values. */
  goneEvents: ReadonlyMap<string, number>
  /** The paths of the files that were whole when the archive was made. */
  wholeFiles: ReadonlySet<string>
  /** Bytes of the values of all events. */
  eventBytes: number
  /** Everything that is not carried over, in words. */
  remarks: string[]
}

export interface SurveyLimits {
  tasks: number
  files: number
}

const order = new Map<string, number>(archiveRecords.map((record, index) => [record, index]))
/** A history of an older version may have recorded less than its notes and receipts contain. */
const sparedBytes = 1_000_000

/** Reads the records of an archive, checked and with their lines. The walk is the same each time. */
export async function* recordsOf(zip: OpenZip, checks: RecordChecks, watch: Watch) {
  let last = -1
  for await (const line of linesOf(watch.counted(zip.read(archiveFiles.records)))) {
    await watch.pause()
    const record = recordIn(line)
    const kind = record.record as ArchiveRecord
    const place = order.get(kind)
    // A later version may have added it.
    if (place === undefined) {
      if (last < 0) throw refusal('its first line is not that of an archive')
      continue
    }
    if (last < 0 !== (kind === 'archive')) throw refusal('its first line is not that of an archive')
    if (place < last) throw problemOn(line.line, `a ${kind} is not at its place`)
    last = place
    check(line, record, checks[kind], kind)
    const problem = kind === 'todo' && problemOfTodo(record as unknown as ArchiveRecords['todo'])
    if (problem) throw problemOn(line.line, problem)
    yield { kind, record: knownFields(kind, record), ...line }
  }
  if (last < 0) throw refusal('it has no records')
}

const namesOf = (schema: object) => Object.keys((schema as { properties: object }).properties)
const fieldNames = new Map(archiveRecords.map((kind) => [kind, namesOf(archiveRecordSchemas[kind])]))
const valueNames = namesOf(archiveRecordSchemas.event.properties.before)
const preferenceNames = namesOf(archiveRecordSchemas.settings.properties.preferences)

/** A record without the fields that this version does not know. They must not become columns or values. */
function knownFields(kind: ArchiveRecord, record: Record<string, unknown>): ArchiveRecords[ArchiveRecord] {
  const known = picked(record, fieldNames.get(kind) ?? [])
  if (kind === 'settings') known.preferences = picked(known.preferences as object, preferenceNames)
  for (const name of kind === 'event' ? ['before', 'after'] : [])
    if (known[name]) known[name] = picked(known[name] as object, valueNames)
  return known as unknown as ArchiveRecords[ArchiveRecord]
}

function picked(from: object, names: readonly string[]): Record<string, unknown> {
  const values = from as Record<string, unknown>
  const known: Record<string, unknown> = {}
  for (const name of names) if (Object.hasOwn(values, name)) known[name] = values[name]
  return known
}

function check(line: RecordLine, record: unknown, validate: Validate, kind: ArchiveRecord): void {
  const problem = unstorable(line.text)
  if (problem) throw problemOn(line.line, problem.message)
  if (kind === 'archive') checkVersion(record)
  if (!validate(record))
    throw problemOn(line.line, problemIn(validate.errors as readonly Issue[] | undefined, `The ${kind}`))
}

function checkVersion(record: unknown): void {
  const { format, version } = record as { format: unknown; version: unknown }
  if (format !== 'taskdeck') throw refusal('it is not one of Taskdeck')
  if (version !== archiveVersion)
    throw refusal(
      `it has version ${String(version).slice(0, 20)} of the format, and this server knows ${archiveVersion}`,
    )
}

/**
 * Reads and checks a whole archive, before anything is written. Fails with `invalid_input` if a record is not one that this server can have
 * written, or contradicts others.
 */
export async function surveyOf(
  zip: OpenZip,
  checks: RecordChecks,
  limits: SurveyLimits,
  watch: Watch,
): Promise<Survey> {
  const facts = taskFacts()
  const goneEvents = new Map<string, number>()
  const [views, labels]: [Survey['views'], Survey['labels']] = [[], []]
  const files = fileChecks(zip, limits, facts)
  const events = eventChecks(facts, goneEvents)
  let [lastNumber, orphans, textBytes] = [0, 0, 0]
  let preferences: Survey['preferences']
  const countText = (isKnown: boolean, text: string) => {
    if (isKnown) textBytes += text.length
    else orphans++
  }
  const take: { [Kind in ArchiveRecord]: (record: ArchiveRecords[Kind], text: string) => void } = {
    archive(header) {
      lastNumber = header.lastNumber ?? 0
    },
    settings(record) {
      preferences = record.preferences as Partial<Preferences>
    },
    view(view) {
      if (views.push(view) > viewLimits.views) throw refusal(`it has more than ${viewLimits.views} saved views`)
      if (views.some((other) => other !== view && other.id === view.id)) throw refusal('it has a saved view twice')
    },
    label(label) {
      if (labels.push(label) > maxColouredLabels) throw refusal('it has too many labels with a colour')
    },
    task(task) {
      facts.task(task)
      if (facts.tasks.size > limits.tasks)
        throw refusal(`it has more than ${limits.tasks.toLocaleString('en')} tasks, the limit of this server`)
      lastNumber = Math.max(lastNumber, task.number)
    },
    note: (note, text) => countText(facts.note(note), text),
    receipt: (receipt, text) => countText(facts.receipt(receipt), text),
    reference: (reference, text) => countText(facts.reference(reference), text),
    todo: (todo) => countText(facts.todo(todo), ''),
    file: (file) => countText(files.take(file), ''),
    event: events.take,
  }
  for await (const { kind, record, text } of recordsOf(zip, checks, watch)) take[kind](record as never, text)
  // Everything that a user writes is in the history as well, which counts towards their limit of text.
  if (textBytes > events.bytes() + sparedBytes) throw refusal('its notes and receipts are larger than its history')
  facts.finish()
  const remarks = orphans
    ? [
        `${orphans} notes, receipts, references, to-dos or files are left out, because their tasks are not in the archive.`,
      ]
    : []
  const wholeFiles = await wholeFilesIn(zip)
  return {
    ...{ lastNumber, preferences, views, labels, tasks: facts.tasks, goneEvents, wholeFiles, remarks },
    eventBytes: events.valueBytes(),
  }
}

function fileChecks(zip: OpenZip, limits: SurveyLimits, facts: CollectedFacts) {
  const ids = new Set<string>()
  const paths = new Set<string>()
  return {
    take(file: FileRecord): boolean {
      const { _id: id, path, name } = file
      if (ids.has(id) || paths.has(path)) throw refusal(`the file ${name.slice(0, 60)} is in it twice`)
      ids.add(id)
      paths.add(path)
      if (ids.size > limits.files)
        throw refusal(`it has more than ${limits.files.toLocaleString('en')} files, the limit of this server`)
      if (!isStoredName(name)) throw refusal('a file in it has no proper name')
      if (!path.startsWith('files/') || !zip.entries.has(path))
        throw refusal(`the file ${name.slice(0, 60)} is missing`)
      const task = facts.tasks.get(file.task)
      task?.files.push(file)
      return task !== undefined
    },
  }
}

/** Whether an event has values. Those of tasks that were deleted for good have none. */
const hasValues = ({ before, after }: ArchivedEvent) => before !== null || after !== null

function eventChecks(facts: CollectedFacts, gone: Map<string, number>) {
  let last = Number.NEGATIVE_INFINITY
  let [lastChange, bytes, valueBytes] = [Number.NEGATIVE_INFINITY, 0, 0]
  return {
    bytes: () => bytes,
    valueBytes: () => valueBytes,
    take(event: ArchivedEvent, text: string): void {
      const { seq, change, undoes, task, kind, before, after } = event
      if (seq <= last || change > seq || (change !== lastChange && change !== seq) || (undoes ?? change - 1) >= change)
        throw refusal(`its history is not in order at ${seq}`)
      ;[last, lastChange] = [seq, change]
      const own = facts.tasks.get(task)
      if (!own) {
        // A task that was made while the archive was: it is not in it, but its history is.
        if (!hasValues(event)) gone.set(task, (gone.get(task) ?? 0) + 1)
        return
      }
      own.events++
      bytes += text.length
      valueBytes += Buffer.byteLength(text)
      if (kind === 'noted') own.lastNote = Math.max(own.lastNote, (after ?? before)?.note?.number ?? 0)
    },
  }
}

/** The paths in the list of hashes. A file that was damaged when the archive was made is not in it. */
async function wholeFilesIn(zip: OpenZip): Promise<Set<string>> {
  const paths = new Set<string>()
  if (!zip.entries.has(archiveFiles.hashes)) return paths
  // The hash has 64 characters, and two spaces follow it.
  for await (const { text } of linesOf(zip.read(archiveFiles.hashes))) paths.add(text.slice(66))
  return paths
}
