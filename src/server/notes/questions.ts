import { isHeld, isSameHolder } from '../../contract/claims.ts'
import { AppError } from '../../contract/errors.ts'
import { newId } from '../../contract/new-id.ts'
import { cleanNote } from '../../contract/notes.ts'
import { type Closing, type QuestionState, questionLimits } from '../../contract/questions.ts'
import type { AskedQuestion, NewQuestion } from '../../contract/schemas/questions.ts'
import { tokenOfVia } from '../../contract/via.ts'
import type { Caller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { NoteRow } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { LiveRules } from '../live/live.ts'
import { claimOf } from '../tasks/claim-check.ts'
import { keyOf } from '../tasks/task-ids.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { noteKey, noteTable, type QuestionPlace, type RowWithTask } from './note-table.ts'
import type { NoteWrites } from './note-writes.ts'
import { noteOf } from './present.ts'
import {
  answeredAlready,
  closedAlready,
  lostInWords,
  nobodyToAsk,
  noQuestion,
  notAsker,
  onlyOwner,
  onlyOwnerReads,
  readAlready,
  stateInWords,
  tokenEnded,
  tooManyOpen,
} from './question-texts.ts'
import { waitFor } from './waiting.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change'>
  live: Pick<LiveRules, 'watch' | 'followersOf' | 'followersWith'>
  tasks: Pick<TaskRules, 'present'>
  writes: NoteWrites
  /** The ids of the valid tokens of these owners. */
  openTokens: (owners: string[]) => Promise<Set<string>>
  /** The owner is to be told, within the change that asks. */
  onAsked: (draft: Draft, note: Pick<NoteRow, 'id' | 'task_id'>) => Promise<void>
  clock: () => number
}

/** Questions of tokens to the owner of a task. A question is a note with suggested answers, an answer, and a reason if it is closed without one. */
export function questionRules(dependencies: Dependencies) {
  const { database, history, live, tasks, writes, openTokens, onAsked, clock } = dependencies
  const table = noteTable(database)

  /** Finds a question to change. Fails with `not_found`, and with `conflict` if the note is no question. */
  async function present(draft: Draft, taskId: string, name: string) {
    const task = await tasks.present(draft, taskId)
    const row = await writes.find(draft, task.id, noteKey(name))
    if (!row) throw new AppError('not_found', 'That question does not exist.')
    if (row.kind !== 'question') throw noQuestion(task, row)
    return { task, row }
  }

  /** Finds a note that waits for the owner: a question, or the answer of a reader. */
  async function waiting(draft: Draft, taskId: string, name: string) {
    const task = await tasks.present(draft, taskId)
    const row = await writes.find(draft, task.id, noteKey(name))
    return row?.kind === 'answer' ? { task, row } : present(draft, taskId, name)
  }

  /** The question and its state, as its asker may see it. Fails with `not_found`, and with `forbidden` for another token. */
  async function ownOf(caller: Pick<Caller, 'owner' | 'via'>, taskId: string, name: string): Promise<RowWithTask> {
    const found = await table.one(caller.owner, keyOf(taskId), noteKey(name))
    if (!found) throw new AppError('not_found', 'That question does not exist. It may have been deleted.')
    if (found.note.kind !== 'question') throw noQuestion(found.task, found.note)
    if (!isAsker(caller, found.note)) throw notAsker(found.note)
    return found
  }

  /** Marks the answer of a question as read. Taskdeck notes it, so it is nobody's change to undo. Returns the question as it was read. */
  function read(owner: string, { task_id, id }: NoteRow): Promise<NoteRow> {
    const work = async (draft: Draft) => {
      const { task, row } = await present(draft, task_id, id)
      if (row.answer === null || row.read_at !== null) return row
      return writes.settle(draft, task, row, { read_at: draft.at })
    }
    return history.change({ owner, via: 'system', patience: 'request' }, work, (row) => row)
  }

  function resultOf(state: QuestionState, note: NoteRow, task: RowWithTask['task'], asker: string) {
    const now = new Date(clock()).toISOString()
    const claim = claimOf(task)
    const holdsTask = claim !== null && isSameHolder(claim.by, asker) && isHeld(claim, now)
    const lost = state === 'answered' && claim && !holdsTask ? lostInWords(task, claim, asker, now) : ''
    const message = `${stateInWords(state, note, task)}${lost}`
    return { message, state, answer: state === 'answered' ? note.answer : null, holdsTask, note: noteOf(note) }
  }

  return {
    /** The open questions, newest first, in pages. Fails with `invalid_input` if `before` is no place. */
    async list(owner: string, { limit = questionLimits.page, before }: { limit?: number; before?: string }) {
      const size = Math.min(limit, questionLimits.maxPage)
      const rows = await table.openQuestions(owner, size + 1, before === undefined ? undefined : placeIn(before))
      const shown = rows.slice(0, size)
      const last = rows.length > size ? shown.at(-1)?.note : undefined
      const questions = shown.map(
        ({ note, task: { number, title } }): AskedQuestion => ({
          ...noteOf(note),
          task: { _id: note.task_id, number, title },
        }),
      )
      return { questions, nextBefore: last ? `${last.created_at} ${last.id}` : null }
    },

    /**
     * Asks the owner. While the same token has an open question with the same text, that one is returned, with the new suggestions. Fails with
     * `forbidden` for a person, and with `too_large` if the task has too many notes or open questions.
     */
    ask(author: Author, taskId: string, { _id: id = newId(), text: given, choices = [] }: NewQuestion) {
      if (tokenOfVia(author.via) === undefined) throw nobodyToAsk()
      const text = cleanNote(given)
      const suggested = JSON.stringify(cleanChoices(choices))
      const work = async (draft: Draft) => {
        const task = await tasks.present(draft, taskId)
        const open = await writes.open(draft, task.id)
        const same = open.find((row) => row.text === text && isAsker(author, row))
        if (same) {
          draft.mention(task.id)
          if (same.choices === suggested) return { task, row: same, isNew: false }
          return { task, row: await writes.change(draft, task, same, { choices: suggested }), isNew: false }
        }
        if (open.length >= questionLimits.openPerTask) throw tooManyOpen(task)
        const row = { id, kind: 'question' as const, text, via: author.via, choices: suggested }
        const added = await writes.add(draft, task, row)
        await onAsked(draft, added)
        return { task, row: added, isNew: true }
      }
      return history.change(author, work, ({ task, row, isNew }, numbers) => ({
        message: isNew
          ? `Asked question ${row.number} of #${task.number}.`
          : `Question ${row.number} of #${task.number} is open already.`,
        note: noteOf(row),
        ...numbers,
      }))
    },

    /** A question as its owner is told of it; undefined if it is no longer open. */
    async toTell(owner: string, taskId: string, id: string) {
      const found = await table.one(owner, { id: taskId }, { id })
      if (found?.note.kind !== 'question' || stateOf(found) !== 'open') return undefined
      const { note, task } = found
      const answers: string[] = JSON.parse(note.choices ?? '[]')
      const { number, title } = task
      return { id, asker: tokenOfVia(note.via) ?? '', text: note.text, answers, task: { id: taskId, number, title } }
    },

    /**
     * Answers a question, or changes its answer. Fails with `forbidden` for a token, and with `conflict` if the question is closed or the asker has
     * read the answer.
     */
    answer(author: Author, taskId: string, name: string, given: string) {
      if (author.via !== 'session') throw onlyOwner()
      const answer = cleanNote(given)
      const work = async (draft: Draft) => {
        const { task, row } = await present(draft, taskId, name)
        if (row.closed !== null) throw closedAlready(task, row)
        if (row.answer === answer) {
          draft.mention(task.id)
          return row
        }
        if (row.read_at !== null) throw readAlready(task, row)
        return writes.change(draft, task, row, { answer, answered_at: draft.at, answered_via: draft.via })
      }
      return history.change(author, work, (row, numbers) => ({ message: 'Answered.', note: noteOf(row), ...numbers }))
    },

    /**
     * Closes a question without an answer, whoever holds its task. Fails with `forbidden` for a token that has not asked it, and with `conflict` if it
     * is answered. The answer of a reader is marked as read, by its owner only.
     */
    withdraw(author: Author, taskId: string, name: string) {
      const isOwner = tokenOfVia(author.via) === undefined
      const work = async (draft: Draft) => {
        const { task, row } = await waiting(draft, taskId, name)
        if (!isOwner && row.kind === 'answer') throw onlyOwnerReads()
        if (!isOwner && !isAsker(author, row)) throw notAsker(row)
        if (row.answer !== null) throw answeredAlready(task, row)
        if (row.closed === null)
          return writes.settle(draft, task, row, closing(isOwner ? 'dismissed' : 'withdrawn', draft))
        draft.mention(task.id)
        return row
      }
      const message = (row: NoteRow) =>
        row.kind === 'answer' ? 'Marked as read.' : isOwner ? 'Question dismissed.' : 'Question withdrawn.'
      return history.change(author, work, (row, numbers) => ({ message: message(row), note: noteOf(row), ...numbers }))
    },

    /**
     * Waits until a question of the caller is answered or closed, and reads the answer, which is marked as read before it is returned. After the time,
     * the state is `open`. `holdOn` is called when the call begins to wait. Fails with `not_signed_in` if the token ended meanwhile.
     */
    async wait(caller: Caller, taskId: string, name: string, seconds: number, holdOn: () => AbortSignal) {
      const settled = async () => {
        const found = await ownOf(caller, taskId, name)
        return stateOf(found) === 'open' ? undefined : found
      }
      const first = await ownOf(caller, taskId, name)
      const isWaiting = stateOf(first) === 'open' && seconds > 0
      const wait = () => ({ caller, subject: first.note.task_id, seconds, left: holdOn() })
      const found = isWaiting ? ((await waitFor(live, wait(), settled)) ?? first) : first
      const { note, task } = found
      const state = stateOf(found)
      // The token was checked when the call began.
      const mayHaveEnded = found !== first || state === 'revoked'
      if (mayHaveEnded && !(await openTokens([caller.owner])).has(caller.credential)) throw tokenEnded()
      return resultOf(state, state === 'answered' ? await read(caller.owner, note) : note, task, caller.via)
    },

    /** Marks the answers among these notes as read that the caller has asked for. Returns all of them as they are then. */
    async readOwn(caller: Pick<Caller, 'owner' | 'via' | 'scopes'>, rows: NoteRow[]): Promise<NoteRow[]> {
      const isUnread = (row: NoteRow) => row.answer !== null && row.read_at === null && isAsker(caller, row)
      if (!caller.scopes.has('write') || !rows.some(isUnread)) return rows
      const seen: NoteRow[] = []
      for (const row of rows) seen.push(isUnread(row) ? await read(caller.owner, row) : row)
      return seen
    },

    /** Closes the open questions of tokens that do not exist, within a change. */
    async closeOrphans(draft: Draft, tokenNames: ReadonlySet<string>): Promise<void> {
      for (const row of await writes.allOpen(draft)) {
        const asker = tokenOfVia(row.via)
        if (asker === undefined || tokenNames.has(asker)) continue
        const task = await writes.taskOf(draft, row)
        if (task) await writes.settle(draft, task, row, closing('revoked', draft))
      }
    },
    ownersOfOpen: table.owners,
  }
}

export type QuestionRules = ReturnType<typeof questionRules>

/** A token is one asker, whether a script or an agent uses it. */
function isAsker({ via }: Pick<Author, 'via'>, row: Pick<NoteRow, 'via'>): boolean {
  const token = tokenOfVia(via)
  return token !== undefined && token === tokenOfVia(row.via)
}

const closing = (closed: Closing, { at }: Draft) => ({ closed, closed_at: at })

const cleanChoices = (choices: string[]) => [...new Set(choices.map((choice) => choice.trim()))]

function stateOf({ note, task }: RowWithTask): QuestionState {
  if (task.trashed_at !== null) return 'deleted'
  if (note.answer !== null) return 'answered'
  if (note.closed !== null) return note.closed
  return task.status === 'Completed' ? 'completed' : 'open'
}

function placeIn(before: string): QuestionPlace {
  const [createdAt, id, ...more] = before.split(' ')
  if (createdAt && id && !more.length) return { createdAt, id }
  throw new AppError('invalid_input', 'before must be the nextBefore of another page.')
}
