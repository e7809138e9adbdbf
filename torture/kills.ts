import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { CompletionFile } from '../src/contract/schemas/files.ts'
import type { Task, TaskWithFiles } from '../src/contract/schemas/tasks.ts'
import type { Outcome } from './result.ts'
import { makeWorld, type Server, signUp, start, type World } from './world.ts'

const writers = 8
const bulk = 5

/** Acknowledged writes, recorded outside the server. */
interface Acknowledged {
  /** The lowest version that a task may have. */
  tasks: Map<string, number>
  bulks: Set<string>
  files: Map<string, { task: string; sha256: string }>
}

/** Kills the server repeatedly during mixed writes and uploads, and checks the data after each restart. */
export async function kills(engine: World['engine'], rounds: number, slowestStart = 2_000): Promise<Outcome> {
  const world = await makeWorld(engine)
  const known: Acknowledged = { tasks: new Map(), bulks: new Set(), files: new Map() }
  const wrong: string[] = []
  let slowest = 0
  try {
    let server = await start(world)
    const cookie = await signUp(server.origin)
    for (let round = 0; round < rounds; round++) {
      const stop = { now: false }
      const writing = Array.from({ length: writers }, () => write(server, cookie, known, stop))
      await pause(60 + Math.random() * 240)
      await server.kill()
      stop.now = true
      await Promise.all(writing)
      server = await start(world)
      slowest = Math.max(slowest, server.milliseconds)
      wrong.push(...(await problems(server, cookie, known, world)))
    }
    await server.stop()
  } finally {
    await world.end()
  }
  const writes = known.tasks.size + known.files.size
  return {
    fault: `kill -9 during mixed writes and uploads, ${rounds} times`,
    engine,
    figure: `${writes} tasks and files acknowledged, ${wrong.length} problems${wrong.length ? ` (${wrong.slice(0, 3).join('; ')})` : ''}, slowest start ${Math.round(slowest)} ms`,
    promised: `no acknowledged write lost, no partial bulk, no row without its file, database intact, ready in under ${slowestStart} ms`,
    kept: wrong.length === 0 && slowest < slowestStart,
  }
}

/** Writes until the server is gone, and records the acknowledged writes. */
async function write({ origin }: Server, cookie: string, known: Acknowledged, stop: { now: boolean }) {
  const send = async <T>(path: string, body: string | FormData, type?: string): Promise<T> => {
    const headers = { cookie, ...(type ? { 'content-type': type } : {}) }
    const response = await fetch(origin + path, { method: path.includes('update') ? 'PUT' : 'POST', headers, body })
    // Uploads that a kill has cut off keep their places for two minutes, and a user has only so many.
    if (!response.ok && response.status !== 429) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  const json = <T>(path: string, body: unknown) => send<T>(path, JSON.stringify(body), 'application/json')
  const fields = (title: string) => ({ title, description: 'x', dueDate: '2026-11-15' })
  try {
    while (!stop.now) {
      const { task } = await json<{ task: Task }>('/tasks/createTask', fields('one'))
      known.tasks.set(task._id, 1)
      const changed = await json<{ task: Task }>(`/tasks/updateTask/${task._id}`, { status: 'Completed' })
      known.tasks.set(task._id, changed.task.version)
      const name = `bulk ${randomUUID()}`
      const { tasks } = await json<{ tasks: Task[] }>('/tasks/bulkCreateTasks', {
        tasks: Array(bulk).fill(fields(name)),
      })
      known.bulks.add(name)
      for (const { _id } of tasks) known.tasks.set(_id, 1)
      const bytes = randomBytes(20_000)
      const form = new FormData()
      form.set('file', new File([bytes], 'proof.bin'))
      const { file } = await send<{ file?: CompletionFile }>(`/tasks/task/${task._id}/upload`, form)
      if (!file) continue
      known.files.set(file._id, { task: task._id, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  } catch (error) {
    // The server was killed during this write: an unacknowledged write may or may not exist.
    if (!stop.now && /answered/.test(String(error))) throw error
  }
}

async function problems({ origin }: Server, cookie: string, known: Acknowledged, world: World): Promise<string[]> {
  const wrong: string[] = []
  const get = (path: string) => fetch(origin + path, { headers: { cookie } })
  const { tasks } = (await (await get('/tasks/getTasks')).json()) as { tasks: Task[] }
  const found = new Map(tasks.map((task) => [task._id, task]))
  for (const [id, version] of known.tasks) {
    const task = found.get(id)
    if (!task) wrong.push(`task ${id} is lost`)
    else if (task.version < version) wrong.push(`a change of task ${id} is lost`)
  }
  const bulks = Map.groupBy(
    tasks.filter((task) => task.title.startsWith('bulk ')),
    (task) => task.title,
  )
  for (const [name, parts] of bulks) if (parts.length !== bulk) wrong.push(`${name} has ${parts.length} parts`)
  for (const name of known.bulks) if (!bulks.has(name)) wrong.push(`${name} is lost`)
  wrong.push(...(await fileProblems(get, known)))
  if (world.engine === 'sqlite') wrong.push(...databaseProblems(world))
  return wrong
}

/** Every acknowledged file is listed and can be downloaded intact. Files of earlier rounds are sampled. */
async function fileProblems(get: (path: string) => Promise<Response>, known: Acknowledged): Promise<string[]> {
  const wrong: string[] = []
  for (const [id, { task, sha256 }] of [...known.files].slice(-50)) {
    const { files } = (await (await get(`/tasks/task/${task}`)).json()) as TaskWithFiles
    if (!files.some((file) => file._id === id)) wrong.push(`file ${id} is lost`)
    const bytes = Buffer.from(await (await get(`/tasks/task/${task}/files/${id}`)).arrayBuffer())
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) wrong.push(`file ${id} is broken`)
  }
  return wrong
}

/** What is wrong with a SQLite file: damage, rows without an owner, gaps in a log. */
export function databaseProblems({ databaseUrl }: World): string[] {
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true, timeout: 10_000 })
  try {
    const checks = database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(Object.values(row)[0]))
    const dangling = database.prepare('pragma foreign_key_check').all()
    const log = database
      .prepare(
        'select last_seq, (select count(*) from events e where e.user_id = d.user_id) as events, (select max(seq) from events e where e.user_id = d.user_id) as last from decks d',
      )
      .all()
    return [
      ...checks.filter((line) => line !== 'ok'),
      ...dangling.map((row) => `dangling ${JSON.stringify(row)}`),
      ...log
        .filter((row) => row.last_seq !== row.events || row.last_seq !== row.last)
        .map((row) => `log ${JSON.stringify(row)}`),
    ]
  } finally {
    database.close()
  }
}
