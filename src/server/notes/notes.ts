import { AppError } from '../../contract/errors.ts'
import { excerptOf } from '../../contract/excerpt.ts'
import { newId } from '../../contract/new-id.ts'
import { cleanNote, noteLimits } from '../../contract/notes.ts'
import type { NewNote, Note, NoteMatch } from '../../contract/schemas/notes.ts'
import { maxQueryWords, queryWords } from '../../contract/search.ts'
import { tokenOfVia } from '../../contract/via.ts'
import type { Caller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { NoteRow, TaskRow } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { Config } from '../settings/config.ts'
import { type FoundNote, maxSearchedTasks, type NoteSearch, searchTooSlow, tooManyWords } from '../tasks/search.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { lanes } from '../work/lanes.ts'
import { inBatches, pauses } from '../work/slices.ts'
import { noteKey, noteTable } from './note-table.ts'
import type { NoteWrites } from './note-writes.ts'
import { isOpen, noteOf } from './present.ts'
import type { QuestionRules } from './questions.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change'>
  tasks: Pick<TaskRules, 'idOf' | 'present' | 'noteCount'>
  writes: NoteWrites
  questions: Pick<QuestionRules, 'readOwn'>
  config: Pick<Config, 'maxSearchMs'>
}

/** Texts of notes that are read at once. */
const textsAtOnce = 20
/** Finding a word in a long text takes a while, so other requests run in between. */
const maxSliceMs = 5

/** Finds notes by their words, for the search of tasks. */
export function noteSearch(database: Database): NoteSearch {
  const table = noteTable(database)
  return {
    async find(owner, words, maxTasks, isOver) {
      const found = new Map<string, FoundNote>()
      for await (const rows of table.matching(owner, words)) {
        for (const { task_id, id, number } of rows) {
          if (found.size === maxTasks) return found
          if (!found.has(task_id)) found.set(task_id, { _id: id, number })
        }
        if (isOver()) return found
      }
      return found
    },
    async withExcerpts(owner, found, words, isOver) {
      const matches: Record<string, NoteMatch> = {}
      const pause = pauses(maxSliceMs)
      for await (const some of inBatches([...found], textsAtOnce)) {
        const texts = await table.texts(
          owner,
          some.map(([, { _id }]) => _id),
        )
        for (const [task, note] of some) {
          const text = texts.get(note._id)
          if (text !== undefined) matches[task] = { ...note, excerpt: excerptOf(text, words) }
          await pause()
        }
        if (isOver()) throw searchTooSlow()
      }
      return matches
    },
  }
}

interface NoteRange {
  limit?: number
  /** Only notes with a smaller number. */
  before?: number
}

/** The threads of notes of tasks. The notes of a task in the trash cannot be read or changed, like the task itself. */
export function noteRules({ database, history, tasks, writes, questions, config }: Dependencies) {
  const table = noteTable(database)
  const words = noteSearch(database)
  // The next search of an owner begins after a rest, because finding words takes time of the event loop.
  const turns = lanes({ maxRunning: 1, maxWaiting: 20, restsAsLong: true })

  /** Finds a note to change. Fails with `not_found`, and with `forbidden` if a token has not written it itself. */
  async function own(draft: Draft, author: Author, taskId: string, name: string) {
    const task = await tasks.present(draft, taskId)
    const row = await writes.find(draft, task.id, noteKey(name))
    if (!row) throw new AppError('not_found', 'That note does not exist.')
    const token = tokenOfVia(author.via)
    if (token !== undefined && token !== tokenOfVia(row.via)) throw foreign(row)
    return { task, row }
  }

  return {
    /** The newest note of each task that has all words of a query. Fails with `invalid_input` for too many words, and with `too_slow`. */
    async search(owner: string, q: string): Promise<Record<string, NoteMatch>> {
      const wanted = queryWords(q)
      if (wanted.length > maxQueryWords) throw tooManyWords()
      if (!wanted.length) return {}
      return turns.run(owner, async () => {
        const end = performance.now() + config.maxSearchMs
        const isOver = () => performance.now() > end
        const found = await words.find(owner, wanted, maxSearchedTasks, isOver)
        if (isOver()) throw searchTooSlow()
        return words.withExcerpts(owner, found, wanted, isOver)
      })
    },
    /** A page of the notes of a task, newest first. A token that sees the answers to its questions has read them. Fails with `not_found`. */
    async ofTask(caller: Caller, id: string, { limit = noteLimits.page, before }: NoteRange) {
      const { id: taskId, noteCount: total } = await tasks.noteCount(caller.owner, id)
      const size = Math.min(limit, noteLimits.maxPage)
      const rows = await table.newest(caller.owner, taskId, size + 1, before)
      const notes = (await questions.readOwn(caller, rows.slice(0, size))).map(noteOf)
      return { notes, total, nextBefore: rows.length > size ? (notes.at(-1)?.number ?? null) : null }
    },
    /** The texts of the newest notes of a task, oldest first. */
    newestTexts: async (owner: string, taskId: string, limit: number): Promise<string[]> =>
      (await table.newest(owner, taskId, limit)).map(({ text }) => text).reverse(),
    newestVersions: table.newestVersions,
    /** Adds a note. Fails with `not_found`, with `too_large` if the task has too many notes, and with `conflict` if the id is taken. */
    add(author: Author, taskId: string, { _id: id = newId(), text }: NewNote) {
      const work = async (draft: Draft) => {
        const task = await tasks.present(draft, taskId)
        return writes.add(draft, task, { id, kind: 'note', text: cleanNote(text), via: author.via })
      }
      return history.change(author, work, (row, numbers) => ({ message: 'Note added.', note: noteOf(row), ...numbers }))
    },
    /**
     * Changes the text of a note. Fails with `changed_meanwhile` and the note if a version is given and the note has another one and another
     * text by now, and with `conflict` for a question that is answered or closed.
     */
    edit(author: Author, taskId: string, name: string, text: string, version?: number) {
      const work = async (draft: Draft) => {
        const { task, row } = await own(draft, author, taskId, name)
        if (row.kind === 'answer') throw ofReader(row)
        if (row.kind === 'question' && !isOpen(row)) throw keepsText(row)
        const wanted = cleanNote(text)
        if (version !== undefined && version !== row.version && row.text !== wanted) throw changedMeanwhile(task, row)
        return writes.edit(draft, task, row, wanted)
      }
      return history.change(author, work, (row, numbers) => ({ message: 'Note saved.', note: noteOf(row), ...numbers }))
    },
    remove(author: Author, taskId: string, name: string) {
      const work = async (draft: Draft) => {
        const { task, row } = await own(draft, author, taskId, name)
        await writes.remove(draft, task, row)
      }
      return history.change(author, work, (_, numbers) => ({ message: 'Note deleted.', ...numbers }))
    },
    /** All notes, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      for await (const rows of table.pages(owner)) {
        yield rows.map((row) => JSON.stringify({ ...noteOf(row), task: row.task_id } satisfies Note & { task: string }))
      }
    },
    /** The newest notes of a task, for a page that shows them. */
    newest: async (owner: string, taskId: string, limit: number): Promise<Note[]> =>
      (await table.newest(owner, taskId, limit)).map(noteOf),
    /** A note of a task; undefined if it was deleted. */
    async find(owner: string, taskId: string, id: string): Promise<Note | undefined> {
      const found = await table.one(owner, { id: taskId }, { id })
      return found && noteOf(found.note)
    },
    eraseSlice: table.eraseSlice,
  }
}

export type NoteRules = ReturnType<typeof noteRules>

const foreign = ({ number }: NoteRow) =>
  new AppError(
    'forbidden',
    `This token has not written note ${number}. A token changes and deletes only its own notes; the owner changes the others in the web app.`,
  )

const ofReader = ({ number }: NoteRow) =>
  new AppError('conflict', `Note ${number} is the answer of a reader, so it keeps its text. Add a note instead.`)

const keepsText = ({ number }: NoteRow) =>
  new AppError('conflict', `Question ${number} is answered or closed, so it keeps its text. Add a note instead.`)

const changedMeanwhile = ({ number }: TaskRow, row: NoteRow) =>
  new AppError(
    'changed_meanwhile',
    `Note ${row.number} of #${number} has been edited since. Nothing was saved. Read it again, then edit it.`,
    { more: { note: noteOf(row) } },
  )
