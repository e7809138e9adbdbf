/** @module-tag long */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'
import { faultyS3Place, s3Place, sharedS3, storeOf, type TestPlace } from '../../../test/stores.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { endOfForm, filePart, openUpload, uploadApp } from '../../../test/uploads.ts'
import { s3Store } from '../file-store/s3-store.ts'
import type { FileStore } from '../file-store/store.ts'
import { wireRules } from '../wiring.ts'

const hour = 3_600_000
const mega = 1_000_000
const away = 'The file storage cannot be reached at the moment. Please try again shortly.'

/** Ana with a task in an app whose files are in this place. */
async function world(place: Pick<TestPlace, 'config'>) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const app = await uploadApp({ config: place.config, dependencies: { log } })
  const ana = app.as('ana')
  await addTask(ana)
  const send = (bytes: Buffer | string) => app.send(ana, '1', [filePart(bytes), endOfForm])
  return {
    ...app,
    ana,
    lines,
    send,
    /** The status and the message of a response that is not a file. */
    answer: async ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.message],
    sweepAfter: (milliseconds: number) =>
      wireRules({ ...app, log, clock: () => Date.now() + milliseconds }).files.sweep(),
  }
}

const messages = (person: Person, path: string) => person.get(path).then(({ status, body }) => [status, body.message])

test('while the S3 server is away, files get a 503 and tasks work; afterwards everything works without a restart', async () => {
  const place = await faultyS3Place()
  const { ana, send, answer, lines, upload, sweepAfter } = await world(place)
  const [file, other] = [await upload(ana, '1', 'before'), await upload(ana, '1', 'other')]
  const path = `/tasks/task/1/files/${file._id}`
  place.proxy.become('refuse')
  const refused = await send('bytes')
  expect([await answer(refused), refused.headers['retry-after']]).toEqual([[503, away], '5'])
  expect(await messages(ana, path)).toEqual([503, away])
  expect(
    lines.some((line) => /^The file storage cannot .* at http:\/\/127\.0\.0\.1:\d+ cannot be reached \(E/.test(line)),
  ).toBe(true)
  expect((await ana.post('/tasks/createTask', taskInput())).status).toBe(201)
  // The row is deleted, and its bytes later.
  await ana.delete(`/tasks/task/1/files/${other._id}`)
  expect((await ana.delete(`/tasks/task/1/files/${other._id}/forever`)).status).toBe(200)
  expect(lines.some((line) => line.startsWith('The sweep will remove the bytes of a deleted file later.'))).toBe(true)

  place.proxy.become('pass')
  expect((await ana.get(path)).text).toBe('before')
  expect((await send('bytes')).status).toBe(201)
  const owner = (await ana.user())._id
  expect(await place.paths()).toContain(`${owner}/${other._id}`)
  await sweepAfter(25 * hour)
  expect(await place.paths()).not.toContain(`${owner}/${other._id}`)
})

test('a connection that breaks during an upload is opened again; if the server stays away, nothing is stored, and the sweep removes the parts', async () => {
  const place = await faultyS3Place()
  const { send, answer, rows, sweepAfter, lines } = await world(place)
  place.proxy.failAfter(7 * mega, 'pass')
  const { status, body } = await send(randomBytes(12 * mega))
  expect([status, body.file?.size]).toEqual([201, 12 * mega])
  const stored = await place.paths()
  expect(stored).toHaveLength(1)

  place.proxy.failAfter(7 * mega, 'refuse')
  expect(await answer(await send(randomBytes(12 * mega)))).toEqual([503, away])
  expect(await rows()).toHaveLength(1)
  const left = (await place.paths()).filter((path) => !stored.includes(path))
  expect(left).toEqual([expect.stringMatching(/^unfinished\//)])
  place.proxy.become('pass')
  await sweepAfter(hour / 2)
  expect(await place.paths()).toEqual([...stored, ...left].sort())
  await sweepAfter(2 * hour)
  expect(await place.paths()).toEqual(stored)
  expect(lines.some((line) => line.startsWith('Deleted the unfinished upload'))).toBe(true)
})

test('if the answer to the completion of an upload gets lost, the file is found, or its bytes are moved aside later', async () => {
  const place = await faultyS3Place()
  const { send, answer, rows, sweepAfter } = await world(place)
  const completion = /^POST [^ ]+[?&]uploadId=/
  place.proxy.loseAnswerTo(completion, 'pass')
  const { status, body } = await send(randomBytes(6 * mega))
  expect([status, body.file?.size, await place.paths()]).toEqual([201, 6 * mega, [expect.any(String)]])

  place.proxy.loseAnswerTo(completion, 'refuse')
  expect(await answer(await send(randomBytes(6 * mega)))).toEqual([503, away])
  place.proxy.become('pass')
  expect([await rows(), await place.paths()]).toEqual([[expect.anything()], [expect.any(String), expect.any(String)]])
  await sweepAfter(25 * hour)
  expect(await place.paths()).toEqual([expect.any(String), expect.stringMatching(/^removed\//)])
})

test('an S3 server that does not answer is given up, and nothing waits for ever', async () => {
  const { config, proxy } = await faultyS3Place()
  if (config.files?.kind !== 's3') throw new Error('no place')
  const limits = { maxFileBytes: 100 * mega, requestTimeoutMs: 1_000, maxAttemptMs: 200 }
  const store: FileStore = s3Store(config.files, { credentials: config.s3Credentials, ...limits })
  async function* bytes() {
    yield randomBytes(6 * mega)
  }
  proxy.become('hang')
  const begun = performance.now()
  await expect(store.save(randomUUID(), bytes())).rejects.toMatchObject({ name: 'StoreError', kind: 'unreachable' })
  await expect(store.read(randomUUID(), randomUUID())).rejects.toMatchObject({ kind: 'unreachable' })
  expect(performance.now() - begun).toBeLessThan(20_000)
})

/** A server that refuses everything with one error. */
async function refusingServer(status: number, code: string) {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(
      request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a wrong key, a missing bucket and a full server are reported to the operator, and users get no details', async () => {
  const { url, env } = await sharedS3()
  const inform = 'The file storage of this server is not available. Please inform the operator of this server.'
  const full =
    'Nothing was saved, because the file storage of the server is full. Please inform the operator of this server.'
  const right = s3Place({ url, env }).config
  if (right.files?.kind !== 's3' || !right.s3Credentials) throw new Error('no place')
  const { files, s3Credentials } = right
  const wrongKey = { ...s3Credentials, secretAccessKey: 'wrong' }
  const check = 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY'
  for (const [config, status, message, line] of [
    [{ files, s3Credentials: wrongKey }, 503, inform, check],
    [{ files, s3Credentials: { ...wrongKey, accessKeyId: 'nobody' } }, 503, inform, check],
    [
      { s3Credentials, files: { ...files, bucket: 'no-such-bucket' } },
      503,
      inform,
      'create the bucket, or correct FILES_URL',
    ],
    [
      { s3Credentials, files: { ...files, endpoint: await refusingServer(403, 'QuotaExceeded') } },
      507,
      full,
      'is full',
    ],
    [
      { s3Credentials, files: { ...files, endpoint: await refusingServer(503, 'SlowDown') } },
      503,
      away,
      'cannot be reached (SlowDown',
    ],
  ] as const) {
    const { send, answer, lines, rows } = await world({ config })
    expect([line, ...(await answer(await send('bytes')))]).toEqual([line, status, message])
    expect(lines.filter((text) => text.includes(line))).not.toEqual([])
    expect(lines.join()).not.toContain(s3Credentials.secretAccessKey)
    expect(await rows()).toEqual([])
  }
})

test('a server starts with a wrong key or without the S3 server, and says so', async () => {
  const { url, env } = await sharedS3()
  const place = s3Place({ url, env })
  const [wrong, gone] = await Promise.all([
    startServer({ ...env, AWS_SECRET_ACCESS_KEY: 'wrong', FILES_URL: place.url }),
    startServer({ ...env, FILES_URL: 's3://taskdeck?endpoint=http://127.0.0.1:1' }),
  ])
  expect(wrong.output()).toContain('refuses access (SignatureDoesNotMatch, status 403): check AWS_ACCESS_KEY_ID')
  expect(gone.output()).toContain('s3://taskdeck/ at http://127.0.0.1:1 cannot be reached (ECONNREFUSED')
  for (const server of [wrong, gone]) {
    expect(server.output()).toContain('Until then, files cannot be uploaded or downloaded.')
    expect(server.output()).not.toContain(env.AWS_SECRET_ACCESS_KEY)
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
  }
})

test('an upload that is aborted by its client or by the death of the server leaves nothing after the sweep', async () => {
  const place = s3Place(await sharedS3())
  const { ana, origin, sweepAfter, config } = await world(place)
  const form = filePart(randomBytes(12 * mega)).subarray(0, 11 * mega)
  const begin = async (address: string) => {
    const { socket } = await openUpload(address, ana, '1', ['content-length: 12010000'])
    socket.write(form)
    await expect.poll(place.paths).toHaveLength(1)
    return socket
  }
  const socket = await begin(origin)
  socket.resetAndDestroy()
  await expect.poll(place.paths).toEqual([])

  const { env } = await sharedS3()
  const server = await startServer({ ...env, FILES_URL: place.url, DATABASE_URL: config.databaseUrl })
  await begin(server.origin)
  await server.stop('SIGKILL')
  expect(await place.paths()).toHaveLength(1)
  await sweepAfter(hour / 2)
  expect(await place.paths()).toHaveLength(1)
  await sweepAfter(2 * hour)
  expect(await place.paths()).toEqual([])
  expect(await storeOf(place).unfinished()).toEqual([])
})
