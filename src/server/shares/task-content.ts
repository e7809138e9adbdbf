import type { Note } from '../../contract/schemas/notes.ts'
import type { SharedNote, SharedPage } from '../../contract/schemas/shares.ts'
import type { TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { type SharePart, shareLimits } from '../../contract/shares.ts'
import { linkOfVia, originalVia, tokenOfVia } from '../../contract/via.ts'
import { holderInWords } from '../../contract/words/claim-words.ts'
import { questionIn } from './present.ts'
import type { FoundShare } from './share-table.ts'
import { countsOf, latest, sharedTaskOf } from './view-content.ts'

type TaskContent = Pick<SharedPage, 'counts' | 'changedAt' | 'lastDue' | 'tasks' | 'more' | 'task'>

export interface ReadTask {
  task: TaskWithFiles
  /** The tasks that are part of it. */
  parts: Pick<TaskWithFiles, 'title' | 'status'>[]
  notes: Note[]
  /** The note of the answer; undefined if it was deleted. */
  answer: Note | undefined
}

/** The content of a shared task: nothing of other tasks but the titles of its parts, if they are chosen. */
export function taskContent(read: ReadTask, parts: readonly SharePart[], by: string, found: FoundShare): TaskContent {
  const { task, notes } = read
  const { description, files } = task
  const shows = (part: SharePart) => parts.includes(part)
  const listed = shows('parts') ? read.parts.slice(0, shareLimits.parts) : []
  const asked = questionIn(found)
  const isRead = found.answer !== null && (read.answer === undefined || read.answer.question?.closed != null)
  const question = asked && { ...asked, answer: found.answer, isFinal: isRead || task.status === 'Completed' }
  const criteria = (task.doneWhen ?? []).map(({ text, isMet }) => ({ text, isDone: isMet }))
  return {
    counts: countsOf(listed),
    changedAt: latest([task.updatedAt, ...(shows('notes') ? notes.map(timeOf) : [])]),
    lastDue: null,
    tasks: listed.map(({ title, status }) => ({ title, status })),
    more: shows('parts') ? read.parts.length - listed.length : 0,
    task: {
      ...sharedTaskOf(task, parts),
      ...(shows('description') ? { description } : {}),
      ...(shows('criteria') ? { criteria } : {}),
      ...(shows('notes')
        ? { notes: notes.map((note) => sharedNoteOf(note, by)), moreNotes: olderNotes(task, notes) }
        : {}),
      ...(shows('files') ? { files: files.map(({ _id, name, size }) => ({ _id, name, size })) } : {}),
      ...(question ? { question } : {}),
    },
  }
}

/** A note may have been written between the two reads. */
const olderNotes = ({ noteCount = 0 }: TaskWithFiles, notes: Note[]) => Math.max(0, noteCount - notes.length)

const timeOf = ({ editedAt, createdAt }: Note) => editedAt ?? createdAt

/** The names of links are for their owner. An imported note has the author that it had where it comes from. */
function authorOf(given: string, by: string): string {
  const via = originalVia(given) ?? given
  if (linkOfVia(via) !== undefined) return 'A reader'
  return tokenOfVia(via) === undefined ? by : holderInWords(via)
}

const sharedNoteOf = ({ kind, text, via, createdAt, question }: Note, by: string): SharedNote => ({
  by: authorOf(via, by),
  at: createdAt,
  text,
  isPlain: kind === 'answer',
  answer: question?.answer ?? null,
})
