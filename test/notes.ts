import type { Note } from '../src/contract/schemas/notes.ts'
import type { Person } from './people.ts'

type Caller = Pick<Person, 'get' | 'post'>

export async function addNote(person: Pick<Caller, 'post'>, task: string | number, text: string): Promise<Note> {
  const { status, body, text: answer } = await person.post(`/tasks/task/${task}/notes`, { text })
  if (status !== 201) throw new Error(`The note was not added: ${answer}`)
  return body.note
}

/** The newest notes of a task. */
export const notesOf = async (person: Pick<Caller, 'get'>, task: string | number): Promise<Note[]> =>
  (await person.get(`/tasks/task/${task}/notes`)).body.notes

/** Their texts. */
export const noteTexts = async (person: Pick<Caller, 'get'>, task: string | number): Promise<string[]> =>
  (await notesOf(person, task)).map(({ text }) => text)
