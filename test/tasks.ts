import type { Task } from '../src/contract/schemas/tasks.ts'
import type { Person } from './people.ts'

type Poster = Pick<Person, 'post'>

/** The input of a new task. A test sets the fields that it is about. */
export function taskInput(fields: object = {}) {
  return { title: 'Write the tests', description: 'Every one of them', dueDate: '2026-11-14', ...fields }
}

export async function addTask(person: Poster, fields: object = {}): Promise<Task> {
  const { status, text, body } = await person.post('/tasks/createTask', taskInput(fields))
  if (status !== 201) throw new Error(`The task was not created: ${text}`)
  return body.task
}

export async function listTasks(person: Pick<Person, 'get'>): Promise<Task[]> {
  return (await person.get('/tasks/getTasks')).body.tasks
}
