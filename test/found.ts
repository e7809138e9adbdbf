import type { TaskQuery } from '../src/contract/schemas/task-queries.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import type { Person } from './people.ts'

export const listPath = (filter: TaskQuery) => `/tasks/getTasks?${new URLSearchParams({ ...filter })}`

/** The numbers of the tasks that match a filter, in the order of the response. */
export async function found(person: Pick<Person, 'get'>, filter: TaskQuery): Promise<number[]> {
  const { status, text, body } = await person.get(listPath(filter))
  if (status !== 200) throw new Error(`The tasks were not listed: ${text}`)
  return body.tasks.map(({ number }: Task) => number)
}
