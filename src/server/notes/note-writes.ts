import { AppError } from '../../contract/errors.ts'
import { noteLimits } from '../../contract/notes.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { textWords } from '../../contract/search.ts'
import type { NoteRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import { noteOf } from './present.ts'

export type NoteKey = { id: string } | { number: number }

/** A note as it is written for the first time. */
type NewNote = Pick<NoteRow, 'id' | 'kind' | 'text' | 'via'>

/** Reads and writes of notes within a change. Every write records its event and updates the number of notes that is sent with the task. */
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
    await refuseTaken(draft, row.id)
    await draft.tx.insertInto('notes').values(row).execute()
    await tasks.setNotes(draft, task, {
      note_count: noteCount,
      last_note_number: Math.max(task.last_note_number, row.number),
    })
    record(draft, task, null, { note: noteOf(row), noteCount })
  }

  async function update(draft: Draft, task: TaskRow, row: NoteRow, text: string, edited_at: string | null) {
    const next: NoteRow = { ...row, text, words: textWords(text), edited_at, version: row.version + 1 }
    await draft.tx
      .updateTable('notes')
      .set({ text, words: next.words, edited_at, version: next.version })
      .where('user_id', '=', row.user_id)
      .where('task_id', '=', row.task_id)
      .where('number', '=', row.number)
      .execute()
    await tasks.touch(draft, task)
    record(draft, task, { note: noteOf(row) }, { note: noteOf(next) })
    return next
  }

  return {
    find,
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
      }
      await insert(draft, task, row)
      return row
    },
    /** Sets the text. Records nothing if the note already has it. */
    async edit(draft: Draft, task: TaskRow, row: NoteRow, text: string): Promise<NoteRow> {
      if (row.text !== text) return update(draft, task, row, text, draft.at)
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
      const { note_count, last_note_number } = task
      await tasks.setNotes(draft, task, { note_count: note_count - 1, last_note_number })
      record(draft, task, { note: noteOf(row), noteCount: note_count }, null)
    },
    /** Brings a deleted note back, with its number. Fails like `add`. */
    async bringBack(draft: Draft, task: TaskRow, note: Note): Promise<void> {
      const { _id: id, number, kind, text, via, createdAt: created_at, editedAt: edited_at, version } = note
      const key = { user_id: draft.owner, task_id: task.id, number, id }
      await insert(draft, task, { ...key, kind, text, words: textWords(text), via, created_at, edited_at, version })
    },
    /** Brings the former text of a note back. */
    async revertText(draft: Draft, task: TaskRow, row: NoteRow, { text, editedAt }: Note): Promise<void> {
      await update(draft, task, row, text, editedAt)
    },
  }
}

export type NoteWrites = ReturnType<typeof noteWrites>

async function refuseTaken({ tx, owner }: Draft, id: string): Promise<void> {
  const taken = tx.selectFrom('notes').select('number').where('user_id', '=', owner).where('id', '=', id)
  if (await taken.executeTakeFirst()) {
    throw new AppError('conflict', `You already have a note with the id ${id}. Nothing was added.`)
  }
}

const full = ({ number }: TaskRow) =>
  new AppError(
    'too_large',
    `Task #${number} has ${noteLimits.perTask.toLocaleString('en')} notes, which is the maximum. Delete some of them first.`,
  )
