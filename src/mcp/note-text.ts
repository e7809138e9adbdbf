import type { noteCalls } from '../contract/calls/notes.ts'
import type { Output } from '../contract/endpoint.ts'
import type { Closing } from '../contract/questions.ts'
import type { Note } from '../contract/schemas/notes.ts'
import { authorInWords } from '../contract/words/via-words.ts'
import { fitting, maxCharacters } from './paging.ts'
import { inLine, quoted } from './task-text.ts'

interface ShownNote extends Pick<Note, 'number' | 'text'> {
  by: string
  at: string
  edited?: true
  /** Of a question: the suggested answers, and the answer or why there is none. */
  choices?: string[]
  answer?: string
  state?: 'open' | 'answered' | Closing
  /** Whether the text is only the beginning. */
  isCut?: true
}

/** The characters of a note that are shown with its task, and of all notes. A page of notes has more room. */
const maxWithTask = 1_000
const maxAllWithTask = 8_000

function shownNote(note: Note, maxLength: number): ShownNote {
  const { number, text, via, createdAt, editedAt } = note
  const by = inLine(authorInWords('the user', via))
  const edited = editedAt === null ? {} : ({ edited: true } as const)
  const isCut = text.length > maxLength
  const shown = isCut ? { text: text.slice(0, maxLength).toWellFormed(), isCut } : { text }
  return { number, by, at: createdAt, ...edited, ...(shown as { text: string; isCut?: true }), ...asked(note) }
}

function asked({ kind, question }: Note): Pick<ShownNote, 'choices' | 'answer' | 'state'> {
  if (!question || kind === 'answer') return {}
  const { choices, answer, closed } = question
  if (answer !== null) return { state: 'answered', answer }
  return { state: closed ?? 'open', ...(choices.length ? { choices } : {}) }
}

/** The state of a question in words. An answer is the user's own. */
function stateText({ state, choices = [], answer }: ShownNote): string {
  if (!state) return ''
  if (answer !== undefined) return `\n\nThe user has answered:\n\n${quoted(answer)}`
  const suggested = choices.length ? ` Suggested answers: ${choices.map(inLine).join(' / ')}.` : ''
  return state === 'open' ? `\n\nNot answered yet.${suggested}` : `\n\nClosed without an answer (${state}).`
}

/**
 * A page of the notes of a task, oldest first, as data and as Markdown. Their texts are quoted, because they are data. `room` is the number of
 * characters that a result with the task itself leaves for them.
 */
export function notesText({ notes, total, nextBefore: older }: Output<typeof noteCalls.ofTask>, room?: number) {
  const [maxNote, maxAll] =
    room === undefined ? [Number.POSITIVE_INFINITY, maxCharacters] : [maxWithTask, Math.min(room, maxAllWithTask)]
  const newest = fitting(
    notes.map((note) => shownNote(note, maxNote)),
    ({ text, answer = '' }) => text.length + answer.length,
    maxAll,
  )
  const shown = newest.toReversed()
  const nextBefore = newest.length < notes.length ? (newest.at(-1)?.number ?? null) : older
  const more = nextBefore === null ? '' : ` For older notes, call get_task with notesBefore ${nextBefore}.`
  const count = newest.length === total ? `${total} in all.` : `${newest.length} of ${total}.`
  const texts = shown.map((note) => {
    const { number, by, at, edited, isCut, text, state } = note
    const rest = isCut ? `\n\nCut. For the whole note, call get_task with notesBefore ${number + 1}.` : ''
    return `### ${state ? 'Question' : 'Note'} ${number} · ${by} · ${at}${edited ? ' · edited' : ''}\n\n${quoted(text)}${rest}${stateText(note)}`
  })
  return {
    text: [`## Notes\n\n${count}${more}`, ...texts].join('\n\n'),
    data: { notes: shown, noteCount: total, ...(nextBefore === null ? {} : { notesBefore: nextBefore }) },
  }
}
