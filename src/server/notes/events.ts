import { AppError } from '../../contract/errors.ts'
import type { noteEventKinds } from '../../contract/history.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { type QuestionStep, questionStep } from '../../contract/words/question-words.ts'
import type { EventRow } from '../database/schema.ts'
import type { KindRules } from '../history/event-kinds.ts'
import { taskSubject, taskToRevert } from '../tasks/events.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { NoteWrites } from './note-writes.ts'

/** The event kind of notes, for history: one that adds a note has no values before it, and one that deletes a note has none after it. */
export function noteEvents(notes: NoteWrites, tasks: TaskWrites): Record<(typeof noteEventKinds)[number], KindRules> {
  return {
    noted: {
      touchedKeys: (event) => [`note ${noteIn(event)._id}`],
      traceOf: (key) => (key.startsWith('note ') ? `"${key.slice('note '.length)}"` : undefined),
      subject: taskSubject(tasks),
      load: tasks.load,
      async revert(draft, event) {
        const task = await taskToRevert(tasks, draft, event.task_id)
        const { _id: id } = noteIn(event)
        const former: Note | undefined = event.before ? JSON.parse(event.before).note : undefined
        const row = await notes.find(draft, task.id, { id })
        if (stepOf(event) === 'read')
          throw new AppError('conflict', `The answer was read, which cannot be undone. Nothing was undone.`)
        if (!event.after) {
          await notes.bringBack(draft, task, noteIn(event))
          return { one: `the note of #${task.number} is back`, many: (count) => `${count} notes are back` }
        }
        if (!row) throw new AppError('conflict', `The note of #${task.number} was deleted. Nothing was undone.`)
        if (!former) {
          await notes.remove(draft, task, row)
          return { one: `the note of #${task.number} is deleted`, many: (count) => `${count} notes are deleted` }
        }
        await notes.revertTo(draft, task, row, former)
        return { one: `the note of #${task.number} is as it was`, many: (count) => `${count} notes are as they were` }
      },
      isPassive: (event) => event.before !== null && event.after !== null && stepOf(event) === 'read',
      async isFinal(draft, event) {
        const { _id: id, question } = noteIn(event)
        if (!question || !event.after) return false
        return (await notes.find(draft, event.task_id, { id }))?.read_at != null
      },
      sayLater(event, _undone, { number }) {
        const step = stepOf(event)
        if (step && event.before) return `Question ${noteIn(event).number} of #${number} ${laterWords[step]} since.`
        const done = !event.after ? 'deleted' : event.before ? 'edited' : 'restored'
        return `The note of #${number} has been ${done} since.`
      },
      room: ({ after }) => (after === null ? 'frees' : 'takes'),
    },
  }
}

const laterWords: Record<QuestionStep, string> = {
  asked: 'has been asked',
  answered: 'has been answered',
  'answer changed': 'has been answered otherwise',
  'answer taken back': 'has been opened again',
  read: 'has an answer that its asker has read',
  withdrawn: 'has been withdrawn',
  dismissed: 'has been dismissed',
  revoked: 'has been closed with its token',
  reopened: 'has been opened again',
  edited: 'has been edited',
}

/** The effect of an event on a question; undefined for other notes, and if the note was deleted. */
function stepOf({ before, after }: Pick<EventRow, 'before' | 'after'>): QuestionStep | undefined {
  const noteOf = (json: string | null): Note | undefined => (json ? JSON.parse(json).note : undefined)
  return questionStep(noteOf(before), noteOf(after))
}

function noteIn({ seq, before, after }: Pick<EventRow, 'seq' | 'before' | 'after'>): Note {
  const { note } = JSON.parse(after ?? before ?? '{}')
  if (!note) throw new Error(`Event ${seq} has no note`)
  return note
}
