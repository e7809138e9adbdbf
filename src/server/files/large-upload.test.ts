import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cases } from '../../../test/cases.ts'
import { credentials } from '../../../test/people.ts'
import { newPrefix } from '../../../test/s3.ts'
import { startServer } from '../../../test/server.ts'
import { sharedS3, storeKinds } from '../../../test/stores.ts'
import { taskInput } from '../../../test/tasks.ts'

const mega = 1_000_000
const maxGrowth = 64 * mega
/**
 * More than the memory that the upload may use. `LARGE_UPLOAD_MB=1000 npx vitest run large-upload` sends a gigabyte.
 */
const largeSize = Number(process.env.LARGE_UPLOAD_MB ?? cases(96, 1_000)) * mega

/** The current and the peak memory of a process, in bytes. */
async function memoryOf(pid: number | undefined) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

/** Produces this many bytes cheaply, without two equal megabytes. */
async function* bytes(size: number, each: (chunk: Buffer) => void) {
  const random = randomBytes(2 * mega)
  for (let sent = 0; sent < size; sent += mega) {
    const offset = (sent / mega) % mega
    const chunk = random.subarray(offset, offset + Math.min(mega, size - sent))
    each(chunk)
    yield chunk
  }
}

async function s3Settings() {
  const { url, env } = await sharedS3()
  return { ...env, FILES_URL: newPrefix(url) }
}

const boundary = 'the-boundary'
async function* form(size: number, each: (chunk: Buffer) => void) {
  yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="disk.img"\r\n\r\n`)
  yield* bytes(size, each)
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

test.skipIf(process.platform !== 'linux').for(storeKinds)(
  '%s: a large file is uploaded and downloaded without holding it in memory',
  { tags: 'long', timeout: 180_000 },
  async (kind) => {
    const limits = { MAX_FILE_MB: '2000', MAX_USER_MB: '4000', LOG_LEVEL: 'warn' }
    const server = await startServer({ ...limits, ...(kind === 's3' ? await s3Settings() : {}) })
    const json = (path: string, body: object, cookie = '') =>
      fetch(server.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    const signup = await json('/auth/signup', { username: 'ana', ...credentials('ana') })
    const cookie = signup.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await json('/tasks/createTask', taskInput(), cookie)

    async function upload(size: number) {
      const hash = createHash('sha256')
      const response = await fetch(`${server.origin}/tasks/task/1/upload`, {
        method: 'POST',
        headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: form(size, (chunk) => hash.update(chunk)),
        duplex: 'half',
      })
      const { file } = (await response.json()) as { file: { _id: string; size: number; sha256: string } }
      expect([response.status, file.size, file.sha256]).toEqual([201, size, hash.digest('hex')])
      return file
    }

    async function download({ _id, sha256 }: { _id: string; sha256: string }) {
      const response = await fetch(`${server.origin}/tasks/task/1/files/${_id}`, { headers: { cookie } })
      const hash = createHash('sha256')
      for await (const chunk of response.body ?? []) hash.update(chunk)
      expect([response.status, hash.digest('hex')]).toEqual([200, sha256])
    }

    // The first files load and compile code, which must not count as memory of the large one.
    await download(await upload(20 * mega))
    const before = await memoryOf(server.process.pid)
    // The S3 server of the tests holds everything in memory, and is slower than a disk.
    const file = await upload(kind === 's3' ? Math.min(largeSize, 96 * mega) : largeSize)
    expect((await memoryOf(server.process.pid)).most - before.now).toBeLessThan(maxGrowth)
    await download(file)
    expect((await memoryOf(server.process.pid)).most - before.now).toBeLessThan(maxGrowth)
  },
)
