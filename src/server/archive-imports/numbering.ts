import { doneWhenLimits } from '../../contract/done-when.ts'
import { noteLimits } from '../../contract/notes.ts'
import { questionLimits } from '../../contract/questions.ts'
import type { ArchivedEvent, ArchivedTask, ArchiveRecords } from '../../contract/schemas/archive-records.ts'
import { withNewNumbers } from '../../contract/task-references.ts'
import { taskLimits } from '../../contract/tasks.ts'

/** The numbers that the tasks of an archive have here, by those in the archive. Undefined if all of them keep theirs. */
export type Numbering = ReadonlyMap<number, number> | undefined

type Note = Omit<ArchiveRecords['note'], 'task'>

/** Texts of an archive that mention tasks by the numbers that they have here. */
export function renumbering(numbers: Numbering) {
  const said = <T extends string | null | undefined>(text: T): T =>
    (text && numbers ? withNewNumbers(text, (number) => numbers.get(number)) : text) as T

  /** The texts of a task, or those of them that an event has changed. */
  function ofTask<T extends Partial<Pick<ArchivedTask, 'title' | 'description' | 'doneWhen'>>>(values: T): T {
    if (!numbers) return values
    const { title, description, doneWhen } = values
    return {
      ...values,
      ...(typeof title === 'string' ? { title: fitting(said(title), title, taskLimits.title) } : {}),
      ...(typeof description === 'string'
        ? { description: fitting(said(description), description, taskLimits.description) }
        : {}),
      ...(Array.isArray(doneWhen)
        ? {
            doneWhen: doneWhen.map((one) => ({ ...one, text: fitting(said(one.text), one.text, doneWhenLimits.text) })),
          }
        : {}),
    }
  }

  function ofNote<T extends Note>(note: T): T {
    if (!numbers) return note
    const { question } = note
    return {
      ...note,
      text: fitting(said(note.text), note.text, noteLimits.text),
      ...(question
        ? {
            question: {
              ...question,
              choices: question.choices.map((choice) => fitting(said(choice), choice, questionLimits.choice)),
              answer: said(question.answer),
            },
          }
        : {}),
    }
  }

  function ofValues(values: ArchivedEvent['before']): ArchivedEvent['before'] {
    if (!values || !numbers) return values
    const number = values.number === undefined ? undefined : numbers.get(values.number)
    return {
      ...ofTask(values),
      ...(number === undefined ? {} : { number }),
      ...(values.note ? { note: ofNote(values.note) } : {}),
    }
  }

  return { ofTask, ofNote, ofValues }
}

/** A larger number can make a text too long, which then stays as it was. */
const fitting = (text: string, before: string, max: number) => ([...text].length <= max ? text : before)
