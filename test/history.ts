import type { CompletionFile } from '../src/contract/schemas/files.ts'
import type { TaskEvent } from '../src/contract/schemas/history.ts'
import type { Task, TaskWithFiles } from '../src/contract/schemas/tasks.ts'
import type { TrashedFile, TrashedTask } from '../src/contract/schemas/trash.ts'
import type { Person } from './people.ts'
import { listTasks } from './tasks.ts'

type Caller = Pick<Person, 'get' | 'post'>

export const undo = (person: Caller, change?: number) =>
  person.post('/tasks/undo', change === undefined ? undefined : { change })
export const redo = (person: Caller) => person.post('/tasks/redo')

export async function historyOf(person: Caller, task: string): Promise<(TaskEvent & { by: string })[]> {
  return (await person.get(`/tasks/task/${task}/history`)).body.events
}

export async function trashOf(person: Caller): Promise<{ tasks: TrashedTask[]; files: TrashedFile[] }> {
  return (await person.get('/tasks/trash')).body
}

export interface Deck {
  present: (Partial<Task> & { files: CompletionFile[] })[]
  trash: { tasks: Partial<TrashedTask>[]; files: Partial<TrashedFile>[] }
}

/** All data of a user, except for versions and modification times, which undo does not restore. */
export async function deckOf(person: Caller): Promise<Deck> {
  const tasks = await listTasks(person)
  const present = await Promise.all(
    tasks.map(async ({ _id }) => (await person.get(`/tasks/task/${_id}`)).body as TaskWithFiles),
  )
  const trash = await trashOf(person)
  return {
    present: present.map(({ version, updatedAt, ...task }) => task),
    trash: {
      tasks: trash.tasks.map(({ version, updatedAt, trashedAt, ...task }) => task).sort(byId),
      files: trash.files.map(({ removedAt, ...file }) => file).sort(byId),
    },
  }
}

const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1)
