import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from '../src/contract/schemas/tasks.ts'
import type { Outcome } from './result.ts'
import { type Engine, makeWorld, type Server, signUp, start } from './world.ts'

/**
 * Finds writes that a power cut right after the response would lose. No process can make the kernel drop its buffers, so the system calls of the
 * server are recorded by strace and replayed: when a write is acknowledged, every byte written before must have
 * been flushed, and so must the folder of every new file.
 */
export async function powerCut(engine: Engine, rounds: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  const trace = join(world.folder, 'trace')
  const watched =
    'trace=write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat'
  try {
    const server = await start(
      world,
      {},
      { watcher: ['strace', '-D', '-f', '-q', '-y', '-s', '12', '-e', watched, '-o', trace] },
    )
    const writes = await writeOneByOne(server, rounds)
    await server.stop()
    const lines = await wholeTrace(trace, server.pid)
    const { acknowledged, flushes, early } = read(lines, world.folder)
    return {
      fault: `a power cut after any of ${writes} acknowledged writes`,
      engine,
      figure: `${acknowledged} responses, ${flushes} flushes, ${early.length} responses sent before all data was on disk${early.length ? ` (${[...new Set(early)].slice(0, 3).join('; ')})` : ''}`,
      promised: 'an acknowledged write is on disk',
      kept: early.length === 0 && acknowledged >= writes,
    }
  } finally {
    await world.end()
  }
}

/** Returns the number of writes. They run one after another, so that unflushed data belongs to the next response. */
async function writeOneByOne({ origin }: Server, rounds: number) {
  const cookie = await signUp(origin)
  let writes = 1
  const send = async (method: string, path: string, body: unknown) => {
    const form = body instanceof FormData
    const response = await fetch(origin + path, {
      method,
      headers: form ? { cookie } : { cookie, 'content-type': 'application/json' },
      body: form ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    writes++
    return response.json()
  }
  const fields = { title: 'a', description: 'b', dueDate: '2026-11-15' }
  for (let round = 0; round < rounds; round++) {
    const { task } = (await send('POST', '/tasks/createTask', fields)) as { task: Task }
    await send('PUT', `/tasks/updateTask/${task._id}`, { status: 'Completed' })
    await send('POST', '/tasks/bulkCreateTasks', { tasks: Array(5).fill(fields) })
    const form = new FormData()
    form.set('file', new File([randomBytes(200_000)], 'proof.bin'))
    await send('POST', `/tasks/task/${task._id}/upload`, form)
  }
  return writes
}

async function wholeTrace(file: string, pid: number) {
  for (;;) {
    const text = await readFile(file, 'utf8')
    if (new RegExp(`^${pid} +\\+\\+\\+ exited`, 'm').test(text)) return text.split('\n')
    await pause(50)
  }
}

/** Follows the calls in the order in which they ended, and joins calls that strace has split. */
function read(lines: string[], folder: string) {
  const halves = new Map<string, string>()
  const dirty = new Set<string>()
  const early: string[] = []
  let [acknowledged, flushes] = [0, 0]
  for (const line of lines) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (rest.endsWith('<unfinished ...>')) {
      halves.set(thread, rest.replace('<unfinished ...>', ''))
      continue
    }
    const call = rest.replace(/^<\.\.\. \w+ resumed>/, () => halves.get(thread) ?? '')
    const [, name = '', path = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(call) ?? /^(rename|mkdir)\w*\(/.exec(call) ?? []
    if (name === 'rename' || name === 'mkdir') {
      const names = [...call.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? '')
      const [from = '', to = ''] = [names[0], names.at(-1)]
      if (dirty.delete(from)) dirty.add(to)
      if (call.endsWith(' = 0') && holdsData(to)) dirty.add(dirname(to))
    } else if (name.endsWith('sync')) {
      if (dirty.delete(path)) flushes++
    } else if (path.startsWith('socket:') && /"HTTP\/1\.1 2/.test(call)) {
      acknowledged++
      early.push(...[...dirty].map((left) => left.slice(folder.length + 1).replace(/[0-9a-f-]{36}/g, 'ID')))
    } else if (path.startsWith(folder) && holdsData(path)) {
      dirty.add(path)
    }
  }
  return { acknowledged, flushes, early }
}

/** The database file itself may lag behind: the write-ahead log beside it holds the rest. */
const holdsData = (path: string) => path.endsWith('-wal') || (path.includes('/files/') && !path.endsWith('/unfinished'))
