import type { Note } from '../src/contract/schemas/notes.ts'
import type { AskedQuestion } from '../src/contract/schemas/questions.ts'
import type { Person } from './people.ts'

type Poster = Pick<Person, 'post'>

/** Asks the owner a question about a task, with a token. */
export async function askOwner(
  program: Poster,
  task: string | number,
  text: string,
  choices?: string[],
): Promise<Note> {
  const { status, body, text: answer } = await program.post(`/tasks/task/${task}/questions`, { text, choices })
  if (status !== 201) throw new Error(`Nothing was asked: ${answer}`)
  return body.note
}

export const answerTo = (person: Poster, task: string | number, note: number, answer: string) =>
  person.post(`/tasks/task/${task}/notes/${note}/answer`, { answer })

export const withdraw = (person: Poster, task: string | number, note: number) =>
  person.post(`/tasks/task/${task}/notes/${note}/withdraw`)

/** Waits for the answer to a question, with its token. */
export const waitFor = (program: Poster, task: string | number, note: number, seconds?: number) =>
  program.post(`/tasks/task/${task}/notes/${note}/wait`, { seconds })

/** The texts of the open questions. */
export const openQuestions = async (person: Pick<Person, 'get'>): Promise<string[]> =>
  (await person.get('/tasks/questions')).body.questions.map(({ text }: AskedQuestion) => text)
