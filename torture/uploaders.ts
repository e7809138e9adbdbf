import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CompletionFile } from '../src/contract/schemas/files.ts'
import type { Task, TaskWithFiles } from '../src/contract/schemas/tasks.ts'
import { signUp } from './world.ts'

/** The answers since the last fault began. */
interface Seen {
  /** How many uploads got each status. */
  uploads: Map<number, number>
  slowestUploadMs: number
  tasks: number
  failedTasks: number
  slowestTaskMs: number
}

const small = 20_000
/** More than one part of an S3 server. */
const large = 6_000_000
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const unseen = (): Seen => ({
  uploads: new Map(),
  slowestUploadMs: 0,
  tasks: 0,
  failedTasks: 0,
  slowestTaskMs: 0,
})

/** Users who upload files, without repeating an upload that fails, and one who only adds tasks. */
export async function startUploaders(origin: string, users: number) {
  const seen = unseen()
  const known = new Map<string, { cookie: string; sha256: string }>()
  const cookies: string[] = []
  let isOver = false
  const json = { 'content-type': 'application/json' }

  async function addTask(cookie: string) {
    const body = JSON.stringify({ title: 'a task' })
    const response = await fetch(`${origin}/tasks/createTask`, { method: 'POST', headers: { cookie, ...json }, body })
    return { status: response.status, task: ((await response.json()) as { task?: Task }).task }
  }

  async function upload(cookie: string, size: number): Promise<number> {
    const bytes = randomBytes(size)
    const body = new FormData()
    body.set('file', new File([bytes], 'proof.bin'))
    const begun = performance.now()
    const { status, file } = await fetch(`${origin}/tasks/task/1/upload`, { method: 'POST', headers: { cookie }, body })
      .then(async (response) => ({
        status: response.status,
        ...((await response.json()) as { file?: CompletionFile }),
      }))
      // Without an answer.
      .catch(() => ({ status: 0, file: undefined }))
    seen.slowestUploadMs = Math.max(seen.slowestUploadMs, performance.now() - begun)
    seen.uploads.set(status, (seen.uploads.get(status) ?? 0) + 1)
    if (file) known.set(file._id, { cookie, sha256: sha256(bytes) })
    return status
  }

  async function work(cookie: string) {
    for (let round = 0; !isOver; round++) {
      const status = await upload(cookie, round % 10 ? small : large)
      await pause(status === 201 ? 50 : 100)
    }
  }

  async function workWithoutFiles(cookie: string) {
    while (!isOver) {
      const begun = performance.now()
      const { status } = await addTask(cookie)
      seen.slowestTaskMs = Math.max(seen.slowestTaskMs, performance.now() - begun)
      seen.tasks++
      if (status !== 201) seen.failedTasks++
      await pause(20)
    }
  }

  for (let count = 0; count < users; count++) {
    const cookie = await signUp(origin)
    await addTask(cookie)
    cookies.push(cookie)
  }
  const working = [...cookies.map(work), workWithoutFiles(await signUp(origin))]

  return {
    seen,
    /** Counts anew, for the next fault. */
    begin: () => void Object.assign(seen, unseen()),
    acknowledged: () => known.size,
    /** The time until a file can be uploaded again. */
    async recovery(): Promise<number> {
      const begun = performance.now()
      while ((await upload(cookies[0] ?? '', small)) !== 201) await pause(50)
      return performance.now() - begun
    },
    async stop() {
      isOver = true
      await Promise.all(working)
    },
    /** Compares the files that exist with those that were acknowledged. */
    async compare() {
      const found = { lost: 0, unacknowledged: 0 }
      for (const cookie of cookies) {
        const own = [...known].filter(([, file]) => file.cookie === cookie)
        const response = await fetch(`${origin}/tasks/task/1`, { headers: { cookie } })
        const { files } = (await response.json()) as TaskWithFiles
        found.unacknowledged += files.filter(({ _id }) => !known.has(_id)).length
        for (const [id, file] of own) {
          const stored = await fetch(`${origin}/tasks/task/1/files/${id}`, { headers: { cookie } })
          const bytes = Buffer.from(await stored.arrayBuffer())
          if (stored.status !== 200 || sha256(bytes) !== file.sha256) found.lost++
        }
      }
      return found
    },
  }
}

export type Uploaders = Awaited<ReturnType<typeof startUploaders>>
