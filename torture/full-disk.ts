import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompletionFile } from '../src/contract/schemas/files.ts'
import type { Task, TaskWithFiles } from '../src/contract/schemas/tasks.ts'
import { startPostgres } from '../test/postgres.ts'
import type { Outcome } from './result.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { type Engine, type Server, signUp, start } from './world.ts'

const attempts = 40
const together = 4
/** Random, so that it cannot be compressed. */
const fields = () => ({ title: 'a', description: randomBytes(4_000).toString('base64'), dueDate: '2026-11-15' })

/** The disk is full: every write is refused with a clear message, reads continue, and writes work again once there is space. */
export async function fullDisk(engine: Engine, rounds: number): Promise<Outcome> {
  const disk = await smallDisk(engine === 'postgres' ? 200 : 40)
  const postgres = engine === 'postgres' ? await startPostgres({ parent: disk.path }) : undefined
  const folder = join(disk.path, 'data')
  const databaseUrl = postgres?.url ?? `sqlite:${join(folder, 'taskdeck.db')}`
  try {
    const server = await start({ engine, folder, databaseUrl, end: async () => {} })
    const user = somebody(server, await signUp(server.origin))
    for (let round = 0; round < rounds; round++) {
      await user.write('room')
      await disk.fill()
      for (let attempt = 0; attempt < attempts; attempt += together) {
        await Promise.all([...Array.from({ length: together }, () => user.write('full')), user.read()])
      }
      await disk.free()
      await user.write('room')
    }
    await user.findEverything()
    await server.stop()
    const leftovers = await unfinished(disk)
    if (leftovers) user.wrong.push(`${leftovers} unfinished files left`)
    return {
      fault: `a full disk, ${rounds} times`,
      engine,
      figure: `${user.refused} writes refused with 507, ${user.reads} reads answered at the same time, ${user.written} acknowledged writes found, ${user.wrong.length} problems${user.wrong.length ? ` (${[...new Set(user.wrong)].slice(0, 3).join('; ')})` : ''}`,
      promised: 'a clear 507, reads continue, recovery without a restart',
      kept: user.wrong.length === 0 && user.refused >= rounds * attempts,
    }
  } finally {
    await postgres?.stop()
    await disk.remove()
  }
}

function somebody({ origin }: Server, cookie: string) {
  const tasks = new Set<string>()
  const files: { task: string; file: string; size: number }[] = []
  const tally = { refused: 0, written: 0, reads: 0, wrong: [] as string[] }
  const send = (method: string, path: string, body: unknown) =>
    fetch(origin + path, {
      method,
      headers: body instanceof FormData ? { cookie } : { cookie, 'content-type': 'application/json' },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
  const get = (path: string) => fetch(origin + path, { headers: { cookie } })

  /** The body of an accepted write. A refusal must be a 507, and may occur only while the disk is full. */
  async function taken<T>(when: 'room' | 'full', what: string, response: Response): Promise<T | undefined> {
    const body = (await response.json()) as T & { message?: string; code?: string }
    if (response.ok) {
      tally.written++
      return body
    }
    if (when === 'full' && response.status === 507 && body.code === 'storage_full') tally.refused++
    else tally.wrong.push(`${what} answered ${response.status} ${body.message}`)
    return undefined
  }

  return Object.assign(tally, {
    async write(when: 'room' | 'full') {
      const one = await taken<{ task: Task }>(when, 'create', await send('POST', '/tasks/createTask', fields()))
      if (one) tasks.add(one.task._id)
      const many = { tasks: [fields(), fields(), fields()] }
      const bulk = await taken<{ tasks: Task[] }>(when, 'bulk', await send('POST', '/tasks/bulkCreateTasks', many))
      for (const task of bulk?.tasks ?? []) tasks.add(task._id)
      const [first = ''] = tasks
      await taken(when, 'update', await send('PUT', `/tasks/updateTask/${first}`, fields()))
      const form = new FormData()
      form.set('file', new File([randomBytes(300_000)], 'proof.bin'))
      const sent = await taken<{ file: CompletionFile }>(
        when,
        'upload',
        await send('POST', `/tasks/task/${first}/upload`, form),
      )
      if (sent) files.push({ task: first, file: sent.file._id, size: 300_000 })
    },
    async read() {
      const { task, file } = files[0] ?? { task: '', file: '' }
      for (const path of [
        '/auth/verify',
        '/tasks/getTasks',
        `/tasks/task/${task}`,
        `/tasks/task/${task}/files/${file}`,
      ]) {
        const response = await get(path)
        await response.arrayBuffer()
        if (response.ok) tally.reads++
        else tally.wrong.push(`${path} answered ${response.status}`)
      }
    },
    async findEverything() {
      const { tasks: found } = (await (await get('/tasks/getTasks')).json()) as { tasks: Task[] }
      const ids = new Set(found.map((task) => task._id))
      if ([...tasks].some((id) => !ids.has(id)) || ids.size !== tasks.size) {
        tally.wrong.push(`${tasks.size} tasks acknowledged, ${ids.size} found`)
      }
      for (const { task, file, size } of files) {
        const known = (await (await get(`/tasks/task/${task}`)).json()) as TaskWithFiles
        const bytes = await (await get(`/tasks/task/${task}/files/${file}`)).arrayBuffer()
        if (!known.files.some(({ _id }) => _id === file) || bytes.byteLength !== size)
          tally.wrong.push(`file ${file} lost`)
      }
    },
  })
}

async function unfinished(disk: SmallDisk) {
  return (await readdir(join(disk.path, 'data', 'files', 'unfinished')).catch(() => [])).length
}
