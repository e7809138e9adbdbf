import { AppError } from '../../contract/errors.ts'
import { noteLimits } from '../../contract/notes.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { textWords } from '../../contract/search.ts'
import type { NoteRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import { isOpenQuestion, type NoteKey } from './note-table.ts'
import { isOpen, noteOf, type QuestionColumns, questionColumns } from './present.ts'

/** A note as it is written for the first time. */
type NewNote = Pick<NoteRow, 'id' | 'kind' | 'text' | 'via'> & Partial<Pick<NoteRow, 'choices'>>

/** The columns of a note that change. */
type Changed = Partial<Pick<NoteRow, 'text' | 'edited_at'> & QuestionColumns>

/** The search words of a note. The answer of a question is part of it. */
const wordsOf = ({ text, answer }: Pick<NoteRow, 'text' | 'answer'>) =>
  textWords(answer === null ? text : `${text}\n${answer}`)

/** Reads and writes of notes within a change. Every write records its event and updates the numbers of notes and open questions that are sent with the task. */
export function noteWrites(tasks: TaskWrites) {
  const ofTask = ({ tx, owner }: Draft, taskId: string) =>
    tx.selectFrom('notes').where('user_id', '=', owner).where('task_id', '=', taskId)

  const find = (draft: Draft, taskId: string, key: NoteKey): Promise<NoteRow | undefined> =>
    ofTask(draft, taskId)
      .selectAll()
      .where((row) => ('id' in key ? row('id', '=', key.id) : row('number', '=', key.number)))
      .executeTakeFirst()

  function record(draft: Draft, task: TaskRow, before: object | null, after: object | null) {
    const json = (values: object | null) => values && JSON.stringify(values)
    draft.record({
      subject: task.id,
      kind: 'noted',
      before: json(before),
      after: json(after),
      version: task.version,
    })
  }

  async function insert(draft: Draft, task: TaskRow, row: NoteRow): Promise<void> {
    const noteCount = task.note_count + 1
    if (noteCount > noteLimits.perTask) throw full(task)
    await refuseTaken(draft, [row.id])
    await draft.tx.insertInto('notes').values(row).execute()
    const question_count = task.question_count + Number(isOpen(row))
    await tasks.setNotes(draft, task, {
      note_count: noteCount,
      last_note_number: Math.max(task.last_note_number, row.number),
      question_count,
    })
    record(draft, task, null, {
      note: noteOf(row),
      noteCount,
      ...(isOpen(row) ? { openQuestions: question_count } : {}),
    })
  }

  /** Changes columns of a note. Its author must respect the claim of the task, unless the change is no work on the task. */
  async function update(draft: Draft, task: TaskRow, row: NoteRow, changed: Changed, respectsClaim = true) {
    const next: NoteRow = { ...row, ...changed, version: row.version + 1 }
    next.words = wordsOf(next)
    await draft.tx
      .updateTable('notes')
      .set({ ...changed, words: next.words, version: next.version })
      .where('user_id', '=', row.user_id)
      .where('task_id', '=', row.task_id)
      .where('number', '=', row.number)
      .execute()
    const opened = Number(isOpen(next)) - Number(isOpen(row))
    const question_count = task.question_count + opened
    if (opened) await tasks.setNotes(draft, task, { question_count }, respectsClaim)
    else if (respectsClaim) await tasks.touch(draft, task)
    const counted = opened ? { openQuestions: question_count } : {}
    record(draft, task, { note: noteOf(row) }, { note: noteOf(next), ...counted })
    return next
  }

  return {
    find,
    /** The newest notes of a task, newest first, at most `limit`. */
    newest: (draft: Draft, taskId: string, limit: number): Promise<NoteRow[]> =>
      ofTask(draft, taskId).selectAll().orderBy('number', 'desc').limit(limit).execute(),
    /** Adds a note at the end of the thread. Fails with `too_large` if the task has too many, and with `conflict` if the id is taken. */
    async add(draft: Draft, task: TaskRow, note: NewNote): Promise<NoteRow> {
      const row: NoteRow = {
        ...note,
        user_id: draft.owner,
        task_id: task.id,
        number: task.last_note_number + 1,
        words: textWords(note.text),
        created_at: draft.at,
        edited_at: null,
        version: 1,
        ...questionColumns({}),
        choices: note.choices ?? null,
      }
      await insert(draft, task, row)
      return row
    },
    /**
     * Adds notes as they are, without their events. The tasks must have their numbers of notes already. Fails with `conflict` if the owner has a note
     * with one of these ids.
     */
    async insertWhole(draft: Draft, notes: (Note & { task: string })[]): Promise<void> {
      const { tx, owner } = draft
      await refuseTaken(
        draft,
        notes.map(({ _id }) => _id),
      )
      const rows = notes.map(({ task, ...note }) => rowOf(note, { user_id: owner, task_id: task }))
      await tx.insertInto('notes').values(rows).execute()
    },
    /** Sets the text. Records nothing if the note already has it. */
    async edit(draft: Draft, task: TaskRow, row: NoteRow, text: string): Promise<NoteRow> {
      if (row.text !== text) return update(draft, task, row, { text, edited_at: draft.at })
      draft.mention(task.id)
      return row
    },
    async remove(draft: Draft, task: TaskRow, row: NoteRow): Promise<void> {
      await draft.tx
        .deleteFrom('notes')
        .where('user_id', '=', row.user_id)
        .where('task_id', '=', row.task_id)
        .where('number', '=', row.number)
        .execute()
      const { note_count, question_count } = task
      await tasks.setNotes(draft, task, {
        note_count: note_count - 1,
        question_count: question_count - Number(isOpen(row)),
      })
      const counted = isOpen(row) ? { openQuestions: question_count } : {}
      record(draft, task, { note: noteOf(row), noteCount: note_count, ...counted }, null)
    },
    /** Brings a deleted note back, with its number. Fails like `add`. */
    async bringBack(draft: Draft, task: TaskRow, note: Note): Promise<void> {
      await insert(draft, task, rowOf(note, { user_id: draft.owner, task_id: task.id }))
    },
    /** Brings the former text, answer and state of a note back. */
    async revertTo(draft: Draft, task: TaskRow, row: NoteRow, former: Note): Promise<void> {
      const { text, editedAt: edited_at } = former
      await update(draft, task, row, { text, edited_at, ...questionColumns(former) })
    },
    /** Changes the values of a question, as a part of the work on its task. */
    change: (draft: Draft, task: TaskRow, row: NoteRow, changed: Partial<QuestionColumns>) =>
      update(draft, task, row, changed),
    /** Changes the values of a question whoever holds its task: closing it and reading its answer is no work on the task. */
    settle: (draft: Draft, task: TaskRow, row: NoteRow, changed: Partial<QuestionColumns>) =>
      update(draft, task, row, changed, false),
    /** The open questions of a task. */
    open: (draft: Draft, taskId: string): Promise<NoteRow[]> =>
      ofTask(draft, taskId).selectAll().where(isOpenQuestion).orderBy('number').execute(),
    taskOf: (draft: Draft, { task_id }: NoteRow): Promise<TaskRow | undefined> => tasks.find(draft, { id: task_id }),
    /** All open questions. */
    allOpen: ({ tx, owner }: Draft): Promise<NoteRow[]> =>
      tx.selectFrom('notes').selectAll().where('user_id', '=', owner).where(isOpenQuestion).execute(),
  }
}

export type NoteWrites = ReturnType<typeof noteWrites>

/** The row of a note in wire format. */
function rowOf(note: Note, key: Pick<NoteRow, 'user_id' | 'task_id'>): NoteRow {
  const { _id: id, number, kind, text, via, createdAt: created_at, editedAt: edited_at, version } = note
  const values = { kind, text, via, created_at, edited_at, version, ...questionColumns(note) }
  return { ...key, number, id, ...values, words: wordsOf(values) }
}

async function refuseTaken({ tx, owner }: Draft, ids: string[]): Promise<void> {
  const taken = tx.selectFrom('notes').select('id').where('user_id', '=', owner).where('id', 'in', ids)
  const first = (await taken.limit(1).executeTakeFirst()) ?? repeated(ids)
  if (first) throw new AppError('conflict', `You already have a note with the id ${first.id}. Nothing was added.`)
}

const repeated = (ids: string[]) =>
  new Set(ids).size === ids.length ? undefined : { id: ids.find((id, index) => ids.indexOf(id) !== index) }

const full = ({ number }: TaskRow) =>
  new AppError(
    'too_large',
    `Task #${number} has ${noteLimits.perTask.toLocaleString('en')} notes, which is the maximum. Delete some of them first.`,
  )
