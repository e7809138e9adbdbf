import type { Criterion } from '../../contract/done-when.ts'
import { fileSize } from '../../contract/file-size.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ArchivedEvent, ArchiveRecords } from '../../contract/schemas/archive-records.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { taskFields } from '../../contract/task-fields.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { holderInWords } from '../../contract/words/claim-words.ts'
import { describeAuthor, describeEvent } from '../../contract/words/event-words.ts'
import { deletedTask, fieldName, fields, formatField } from '../../contract/words/field-words.ts'
import { receiptName, stateWords } from '../../contract/words/receipt-words.ts'
import { referenceName } from '../../contract/words/reference-words.ts'
import { reminderWords } from '../../contract/words/reminder-words.ts'
import type { ArchivedTask } from './archived-task.ts'

type Row<Kind extends keyof ArchiveRecords> = { record: Kind } & ArchiveRecords[Kind]
type OtherKind = Exclude<keyof ArchiveRecords, 'task'>
type AnyRow = { [Kind in OtherKind]: Row<Kind> }[OtherKind] | ({ record: 'task' } & ArchivedTask)

/** Fields that are one fact each. The page shows the others in another way. */
const factKinds = ['choice', 'day', 'amount', 'repeat', 'address']
const factFields = fields.filter((field) => factKinds.includes(taskFields[field].kind))

/**
 * The records as the page of an archive shows them: in the words of the app, so that the page needs no code for them. Nothing is left out that a
 * person would look for, except receipts and references that an undo has hidden. `tasks.jsonl` has every value.
 */
export function pageRecords(dateStyle: Preferences['dateStyle'], numbers: ReadonlyMap<string, number>) {
  const linkedName = (id: string) => (numbers.has(id) ? `#${numbers.get(id)}` : deletedTask)
  const by = (via: string | null) => describeAuthor('You', { via })

  function task(row: ArchivedTask) {
    const { _id, number, title, description, status, priority, labels, doneWhen = [], reminders = [] } = row
    const { partOf, blockedBy, related, source, claim } = row
    const { createdAt, updatedAt, startedAt, completedAt, trashedAt, dueDate, startDate } = row
    const facts = factFields.flatMap((field) => {
      const value = row[field]
      const isAbsent = value === null || value === undefined || value === ''
      return isAbsent ? [] : [[capitalised(fieldName(field)), formatField(field, value, dateStyle, linkedName)]]
    })
    if (claim) facts.push(['Held by', holderInWords(claim.by)])
    return {
      ...{ _id, number, title, description, status, priority, labels, partOf, blockedBy, related, source, facts },
      ...{ createdAt, updatedAt, startedAt, completedAt, trashedAt, dueDate, startDate },
      doneWhen: doneWhen.map(({ id, text, command, isMet }: Criterion) => ({ id, text, command, isMet })),
      reminders: reminders.map((reminder) => reminderWords(reminder, dateStyle)),
    }
  }

  const note = ({ task, number, text, createdAt, editedAt, via, question }: Row<'note'>) => ({
    ...{ task, number, text, createdAt, editedAt, by: by(via) },
    question: question && {
      ...{ choices: question.choices, answer: question.answer, at: question.answeredAt, closed: question.closed },
      by: by(question.answeredVia),
    },
  })

  function receipt(row: Row<'receipt'>) {
    const { task, kind, criterion, isPassed, exitCode, startedAt, durationMs, machine, repository, branch } = row
    const { commit, isClean, sha256, output, url, via, command, summary } = row
    const facts = [
      exitCode === null ? '' : `exit code ${exitCode}`,
      durationMs === null ? '' : `took ${(durationMs / 1000).toFixed(1)} s`,
      [repository, branch, commit].filter(Boolean).join(' '),
      isClean === false ? 'with uncommitted changes' : '',
      machine ? `on ${machine}` : '',
      by(via),
      sha256 ? `SHA-256 of the output ${sha256}` : '',
    ]
    return {
      ...{ task, at: startedAt, criterion, output, url, name: receiptName(row), facts: facts.filter(Boolean) },
      ...{ state: stateWords(isPassed ? 'passed' : 'failed', kind), more: command && summary },
    }
  }

  function reference(row: Row<'reference'>) {
    const { task, name, title, url, repository, state, at } = row
    const facts = [state, repository, name].filter(Boolean)
    return { task, at, name: referenceName(row), title, url, facts }
  }

  const file = ({ _id, task, name, path, size, createdAt, removedAt }: Row<'file'>) => ({
    ...{ _id, task, name, path, createdAt, removedAt, size: fileSize(size) },
  })

  /** With the former text, if the words name no values. The later text is that of the next change, or of the task or note itself. */
  function event(row: ArchivedEvent) {
    const { task, at, via, before, after, kind } = row
    const formerNote = before?.note as Note | undefined
    const former = kind === 'updated' && after?.description !== undefined ? before?.description : formerNote?.text
    const isOther = kind === 'updated' || former !== (after?.note as Note | undefined)?.text
    const was = isOther && former ? { was: former } : {}
    return { task, at, by: by(via), words: describeEvent(row as TaskEvent, dateStyle, linkedName), ...was }
  }

  function shown(row: AnyRow): object | undefined {
    switch (row.record) {
      case 'task':
        return task(row)
      case 'note':
        return note(row)
      case 'receipt':
        return row.removedAt ? undefined : receipt(row)
      case 'reference':
        return row.removedAt ? undefined : reference(row)
      case 'file':
        return file(row)
      case 'event':
        return event(row)
      case 'view':
        return { name: row.name, text: row.address }
      case 'label':
        return { name: `#${row.label}`, text: row.colour }
      case 'settings':
        return { name: 'Preferences', text: JSON.stringify(row.preferences, null, 1) }
      // Of no use to a person: the header, and what apps keep for themselves.
      case 'archive':
      case 'todo':
        return undefined
    }
  }

  return (json: string): string[] => {
    const row: AnyRow = JSON.parse(json)
    const values = shown(row)
    return values ? [JSON.stringify({ record: row.record, ...values })] : []
  }
}
