import { accountCalls } from '../src/contract/calls/accounts.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import type { Subject } from './compare.ts'
import { addTasks, signedUp, type Taskdeck } from './servers.ts'

export type Server = Pick<Taskdeck, 'origin' | 'pid'>

/** The requests that screens make all the time, and new tasks. */
export const requestNames = {
  verify: 'verify',
  list: 'list of 100, from the database',
  cached: 'list of 100, from the cache',
  unchanged: 'list of 100, unchanged (304)',
  find: 'get one',
  create: 'create (durable)',
}

export type RequestName = keyof typeof requestNames

/** The requests to a server, and to another one that reads every list from the database. Each has a list of 100 tasks. */
export async function frequentRequests(server: Server, reading: Server): Promise<Record<RequestName, Subject>> {
  const { origin } = server
  const { cookie } = await signedUp(origin)
  const reader = await signedUp(origin)
  await addTasks(origin, reader.cookie, 100)
  const other = await signedUp(reading.origin)
  await addTasks(reading.origin, other.cookie, 100)
  const { path } = taskCalls.list
  const answer = await fetch(origin + path, { headers: { cookie: reader.cookie } })
  const tag = answer.headers.get('etag') ?? ''
  const { tasks } = (await answer.json()) as { tasks: { _id: string }[] }
  const headers = { cookie: reader.cookie }
  return {
    verify: { ...server, request: { path: accountCalls.verify.path, headers: { cookie } } },
    list: { ...reading, request: { path, headers: { cookie: other.cookie } } },
    cached: { ...server, request: { path, headers } },
    unchanged: { ...server, request: { path, headers: { ...headers, 'if-none-match': tag }, also: 304 } },
    find: { ...server, request: { path: `/tasks/task/${tasks[0]?._id}`, headers } },
    create: { ...server, request: { ...newTask(), headers: { 'content-type': 'application/json', cookie } } },
  }
}

export function newTask() {
  const [task] = sampleTasks(1, '2026-11-15')
  return { path: taskCalls.create.path, method: 'POST' as const, body: JSON.stringify(task) }
}
