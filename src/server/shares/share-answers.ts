import { AppError } from '../../contract/errors.ts'
import { newId } from '../../contract/new-id.ts'
import { plainName } from '../../contract/plain-names.ts'
import { viaOfLink } from '../../contract/via.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { NoteWrites } from '../notes/note-writes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { questionIn } from './present.ts'
import { type FoundShare, shareTable } from './share-table.ts'
import { dead, type SharedPageRules } from './shared-pages.ts'

interface Dependencies {
  pages: Pick<SharedPageRules, 'find'>
  attempts: { take: (limits: { key: string; max: number; windowMs: number }[]) => Promise<void> }
  history: Pick<HistoryRules, 'change'>
  tasks: Pick<TaskRules, 'present'>
  writes: Pick<NoteWrites, 'add' | 'edit' | 'find'>
  clock: () => number
  /** Tells the browsers of the owner, on every node, that the list of links has changed. */
  announce: (owner: string) => Promise<void>
}

const hour = 3_600_000
/** Each answer is an event in the log of the owner, so they are few: of one link, and from one address. */
const limitsOf = (id: string, ip: string) => [
  { key: `answers from ${addressKey(ip)}`, max: 30, windowMs: hour },
  { key: `answers of link ${id}`, max: 20, windowMs: hour },
]

/** The answers of readers to the question of a shared task: one for each link, which is a note of the task. */
export function shareAnswers({ pages, attempts, history, tasks, writes, clock, announce }: Dependencies) {
  /** The note of the answer. Fails with `conflict` if the owner has read or deleted it. */
  async function write(draft: Draft, found: Pick<FoundShare, 'target' | 'note_id'>, question: string, answer: string) {
    const task = await tasks.present(draft, found.target)
    if (task.status === 'Completed') throw completed()
    const text = `${question}\n${answer}`
    if (found.note_id === null) {
      const note = { id: newId(), kind: 'answer' as const, text, via: draft.via, choices: '[]' }
      return writes.add(draft, task, note)
    }
    const row = await writes.find(draft, task.id, { id: found.note_id })
    if (!row || row.closed !== null) throw alreadyRead()
    return writes.edit(draft, task, row, text)
  }

  return {
    /**
     * Stores the answer of a reader from an address, or changes it. Fails with `not_found` for a link that does not work, with `invalid_input` for an
     * answer that is not among the choices, with `conflict` once the owner has read it, and with `too_many_requests`.
     */
    async answer(secret: string, given: string, ip: string) {
      const { id, user_id: owner, name, ...asked } = await pages.find(secret)
      const question = questionIn(asked)
      if (!question) throw notAsked()
      const answer = given.trim()
      if (question.choices.length && !question.choices.includes(answer)) throw noChoice()
      await attempts.take(limitsOf(id, ip))
      const work = async (draft: Draft) => {
        const table = shareTable(draft.tx)
        // As it is now: the owner may have changed or renewed it meanwhile.
        const row = await table.find(owner, id)
        if (row?.question !== asked.question || row.secret_hash !== asked.secret_hash) throw dead()
        if (row.answer === answer) return
        const note = await write(draft, row, question.text, answer)
        await table.update(owner, id, { answer, answered_at: clock(), note_id: note.id })
      }
      const author = { owner, via: viaOfLink(plainName(name)) }
      await history.change(author, work, () => undefined).catch(forReaders)
      await announce(owner)
      return { message: 'Your answer was sent.' }
    },
  }
}

export type ShareAnswers = ReturnType<typeof shareAnswers>

/** Readers learn nothing about the limits and the tasks of the owner. */
function forReaders(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'too_large') throw noRoom()
  if (error.code === 'not_found') throw dead()
  throw error
}

const notAsked = () => new AppError('conflict', 'This page asks no question.')
const noChoice = () => new AppError('invalid_input', 'Choose one of the answers.')
const completed = () => new AppError('conflict', 'This is done, so no answer is needed any more.')
const alreadyRead = () => new AppError('conflict', 'Your answer was read already, so it stays as it is.')
const noRoom = () => new AppError('too_large', 'Your answer could not be stored. Tell the person who shared this page.')
