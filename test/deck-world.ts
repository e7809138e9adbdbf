import { newId } from '../src/contract/new-id.ts'
import { testApp } from './app.ts'
import { cookieOf } from './uploads.ts'

/** A server that listens, and the cookie of a user, for devices without a screen. */
export async function deckWorld() {
  const server = await testApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const person = server.as('ana')
  const origin = server.app.listeningOrigin
  return { person, origin: () => origin, cookie: await cookieOf(person) }
}

export const newTask = (title: string) => ({ _id: newId(), title, description: 'Text', dueDate: '2026-11-20' })

/** The change that adds a task. */
export const create = (task: ReturnType<typeof newTask>) => ({ kind: 'create' as const, tasks: [task] })

/** The change that gives a task another title. */
export const title = (task: { _id: string }, words: string) =>
  ({ kind: 'update', task: task._id, values: { title: words } }) as const
