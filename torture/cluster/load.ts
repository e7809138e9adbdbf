import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountCalls } from '../../src/contract/calls/accounts.ts'
import type { CompletionFile } from '../../src/contract/schemas/files.ts'
import type { Task } from '../../src/contract/schemas/tasks.ts'
import { type Client, clientOf, type Seen } from './client.ts'
import { type Followed, followStream } from './stream.ts'

const streamsPerUser = 2
/** Short enough for many writes, and long enough that the load alone does not fill the processors. */
const thinkMs = 50

/** A user with the acknowledged writes, which are recorded outside the cluster. */
interface Person {
  email: string
  cookie: string
  /** The titles of created tasks with the lowest version that each may have. Each title is the key of its call. */
  tasks: Map<string, number>
  files: Map<string, { task: string; sha256: string }>
  streams: Followed[]
}

const password = 'correct horse battery'
const json = JSON.stringify

export const unseen = () => ({ answers: 0, repeated: 0, slowestMs: 0, silenceMs: 0, lastAnswerAt: performance.now() })

/** Users who sign in, create, change, list, upload, download and listen, until they are stopped. */
export async function startLoad(origin: string, users: number, signal = new AbortController().signal) {
  const seen: Seen = { ...unseen(), problems: [] }
  const call = clientOf(origin, seen, signal)
  let isOver = false
  const people: Person[] = []
  const stop = () => Promise.all(people.flatMap(({ streams }) => streams.map((stream) => stream.stop())))
  signal.addEventListener('abort', () => void stop())
  for (let index = 0; index < users; index++) people.push(await signUp(origin, call))
  await Promise.all(people.flatMap(({ streams }) => streams.map((stream) => stream.opened)))
  const working = people.map(async (person) => {
    for (let round = 1; !isOver && !signal.aborted; round++) {
      await workOnce(call, person, round).catch((error) => void seen.problems.push(String(error)))
      await pause(thinkMs)
    }
  })

  return {
    seen,
    /** Starts to measure anew, for the next fault. */
    begin() {
      Object.assign(seen, unseen())
    },
    writes: () => people.reduce((sum, { tasks, files }) => sum + tasks.size + files.size, 0),
    /** Ends the load, and compares the acknowledged writes with the data and the streams with the log. */
    async check() {
      isOver = true
      await Promise.all(working)
      const found = { lost: 0, duplicates: 0, missed: 0, streams: 0 }
      for (const person of people) await compare(call, person, found)
      return found
    },
    stop,
  }
}

async function signUp(origin: string, call: Client): Promise<Person> {
  const email = `${randomUUID()}@example.com`
  const body = json({ username: 'Ana', email, password })
  const { cookie } = await call({ method: 'POST', path: accountCalls.signup.path, body })
  const streams = Array.from({ length: streamsPerUser }, () => followStream(origin, cookie))
  return { email, cookie, tasks: new Map(), files: new Map(), streams }
}

/** One round of a user: every write is repeated with its key until it is acknowledged. */
async function workOnce(call: Client, { email, cookie, tasks, files }: Person, round: number) {
  const title = randomUUID()
  const task = json({ title, description: 'x', dueDate: '2026-11-15' })
  const created = await call<{ task: Task }>({
    method: 'POST',
    path: '/tasks/createTask',
    cookie,
    key: title,
    body: task,
  })
  const { _id: id } = created.body.task
  tasks.set(title, 1)
  const path = `/tasks/updateTask/${id}`
  const change = json({ status: 'Completed' })
  const updated = await call<{ task: Task }>({ method: 'PUT', path, cookie, key: randomUUID(), body: change })
  tasks.set(title, updated.body.task.version)
  const list = await call<{ tasks: Task[] }>({ method: 'GET', path: '/tasks/getTasks', cookie })
  if (!list.body.tasks.some((each) => each.title === title))
    throw new Error('A list lacks a task that was acknowledged')
  if (round % 5 === 0) {
    const bytes = randomBytes(20_000)
    const form = () => {
      const data = new FormData()
      data.set('file', new File([bytes], 'proof.bin'))
      return data
    }
    const upload = { method: 'POST' as const, path: `/tasks/task/${id}/upload`, cookie, key: randomUUID(), body: form }
    const { body } = await call<{ file: CompletionFile }>(upload)
    files.set(body.file._id, { task: id, sha256: sha256(bytes) })
  }
  if (round % 10 === 0) {
    const signedIn = await call({ method: 'POST', path: accountCalls.login.path, body: json({ email, password }) })
    await call({ method: 'GET', path: '/auth/verify', cookie: signedIn.cookie })
    await call({ method: 'POST', path: '/auth/logout', cookie: signedIn.cookie })
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type Comparison = { lost: number; duplicates: number; missed: number; streams: number }

async function compare(call: Client, { cookie, tasks, files, streams }: Person, found: Comparison) {
  // The number of the last event, which all streams must reach.
  const last = json({ title: 'last', description: 'x', dueDate: '2026-11-15' })
  const {
    body: { seq },
  } = await call<{ seq: number }>({ method: 'POST', path: '/tasks/createTask', cookie, key: randomUUID(), body: last })
  const { body } = await call<{ tasks: Task[] }>({ method: 'GET', path: '/tasks/getTasks', cookie })
  const byTitle = Map.groupBy(body.tasks, ({ title }) => title)
  for (const [title, version] of tasks) {
    if ((byTitle.get(title)?.[0]?.version ?? 0) < version) found.lost++
  }
  for (const same of byTitle.values()) found.duplicates += same.length - 1
  const stored = new Map<string, number>()
  for (const [file, { task, sha256: hash }] of files) {
    const { body: bytes } = await call<Buffer>({ method: 'GET', path: `/tasks/task/${task}/files/${file}`, cookie })
    if (sha256(bytes) !== hash) found.lost++
    stored.set(task, (stored.get(task) ?? 0) + 1)
  }
  for (const [task, count] of stored) {
    const { body: whole } = await call<{ files: unknown[] }>({ method: 'GET', path: `/tasks/task/${task}`, cookie })
    found.duplicates += whole.files.length - count
  }
  for (const stream of streams) {
    for (const giveUpAt = Date.now() + 20_000; stream.last() < seq && Date.now() < giveUpAt; ) await pause(50)
    found.streams++
    if (stream.missed(seq)) found.missed++
  }
}
