import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountCalls } from '../src/contract/calls/accounts.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { tokenCalls } from '../src/contract/calls/tokens.ts'
import type { NewToken } from '../src/contract/schemas/tokens.ts'
import { linkKinds, taskLimits } from '../src/contract/tasks.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import { startProcess, startTaskdeck } from '../test/process.ts'
import type { Subject } from './compare.ts'

/** In bytes, after a garbage collection. */
export interface Memory {
  used: number
  resident: number
}

export interface Taskdeck {
  origin: string
  folder: string
  pid: number
  memory: () => Promise<Memory>
  stop: () => Promise<void>
}

/** Without the cache, every list is read from the database. */
export const withoutCache = { LIST_CACHE_MB: '0' }
/** With the limit of tokens, their rate would be measured. */
export const unlimited = { MAX_TOKEN_RATE: '1000000000' }

interface Options {
  /** A prepared data folder; without it, a new one. */
  prepared?: string
  settings?: Record<string, string>
}

/** Starts Taskdeck in a separate process. */
export async function taskdeck({ prepared, settings }: Options = {}): Promise<Taskdeck> {
  const folder = prepared ?? (await mkdtemp(join(tmpdir(), 'taskdeck-bench-')))
  const program = startTaskdeck({ ...settingsFor(folder), ...settings }, ['--inspect-port=127.0.0.1:0'])
  return {
    origin: await addressOf(program),
    folder,
    pid: program.process.pid ?? 0,
    memory: async () => {
      // Opens the inspector, which a server that is timed does not have.
      program.process.kill('SIGUSR1')
      return memoryOf((await program.said(/ws:\S+/))[0])
    },
    stop: async () => {
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const settingsFor = (folder: string) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  SIGNUPS_PER_HOUR: '100000',
  // A busy machine must not count as overload.
  OVERLOAD_DELAY: '60000',
})

/** Reads the memory of a process through its inspector. */
async function memoryOf(inspector: string): Promise<Memory> {
  const socket = new WebSocket(inspector)
  await once(socket, 'open')
  let calls = 0
  const ask = async (method: string, params = {}) => {
    const id = ++calls
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [message] = (await once(socket, 'message')) as [MessageEvent]
      const answer = JSON.parse(message.data)
      if (answer.id === id) return answer.result
    }
  }
  await ask('HeapProfiler.collectGarbage')
  await ask('HeapProfiler.collectGarbage')
  const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
  socket.close()
  const { heapUsed, external, rss } = JSON.parse(result.value)
  return { used: heapUsed + external, resident: rss }
}

export async function bareServer() {
  const program = startProcess(process.execPath, [join(import.meta.dirname, 'bare.ts')])
  return { origin: await addressOf(program), pid: program.process.pid ?? 0, stop: () => program.stop() }
}

/** Lets a bare server send the same bytes as the response to a request, from memory. */
export async function copiedTo(bare: Pick<Taskdeck, 'origin' | 'pid'>, { origin, request }: Subject): Promise<Subject> {
  const body = await (await fetch(origin + request.path, { headers: request.headers ?? {} })).text()
  await fetch(`${bare.origin}/bytes`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
  return { origin: bare.origin, pid: bare.pid, request: { path: '/bytes' } }
}

export async function addressOf(program: ReturnType<typeof startProcess>) {
  const [, origin = ''] = await program.said(/ready at (http:\/\/[^/\s]+)/)
  return origin.replace('localhost', '127.0.0.1')
}

let people = 0

/** Signs up a new user. */
export async function signedUp(origin: string): Promise<{ cookie: string; email: string; password: string }> {
  const body = { username: 'Ana', email: `ana${++people}@example.com`, password: 'correct horse battery' }
  const response = await post(origin, accountCalls.signup.path, body)
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`Signing up failed: ${await response.text()}`)
  return { cookie, ...body }
}

/** Adds tasks, a hundred per request. */
export async function addTasks(origin: string, cookie: string, count: number) {
  for (let left = count; left > 0; left -= taskLimits.bulk) {
    const tasks = sampleTasks(Math.min(left, taskLimits.bulk), '2026-11-15')
    const response = await post(origin, taskCalls.bulkCreate.path, { tasks }, cookie)
    if (!response.ok) throw new Error(`Adding tasks failed: ${await response.text()}`)
  }
}

/** Links tasks of a deck with more tasks than links: each kind equally often, ten tasks to the same one. */
export async function addLinks(origin: string, cookie: string, count: number) {
  for (let first = 1; first <= count; first += 10) {
    const ids = Array.from({ length: 10 }, (_, index) => String(first + index))
    const kind = linkKinds[((first - 1) / 10) % linkKinds.length]
    const body = { ids, change: { addLinks: [{ kind, to: String(count + first) }] } }
    const response = await post(origin, taskCalls.bulkUpdate.path, body, cookie)
    if (!response.ok) throw new Error(`Linking tasks failed: ${await response.text()}`)
  }
}

export async function newToken(origin: string, cookie: string, token: NewToken): Promise<string> {
  const response = await post(origin, tokenCalls.create.path, token, cookie)
  if (!response.ok) throw new Error(`No token was made: ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

export function post(origin: string, path: string, body: unknown, cookie = '') {
  return fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
}
