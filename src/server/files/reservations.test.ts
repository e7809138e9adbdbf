import { once } from 'node:events'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { by } from '../../../test/author.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import { endOfForm, filePart, openUpload, uploadApp, uploadOf } from '../../../test/uploads.ts'
import { buildApp } from '../app.ts'
import { openDatabase } from '../database/open.ts'
import { wireRules } from '../wiring.ts'
import { maxUploads } from './quota.ts'

const megabyte = 1_000_000
const minute = 60_000
const log = pino({ level: 'silent' })
const overQuota = {
  message:
    'Your files, including the trash and uploads in progress, would exceed the limit of 3 MB. Remove some and empty the trash first.',
  code: 'too_large',
}

/** Ana, who may store three megabytes of files, and a clock that stands still until a test moves it. */
async function world(engine: Engine, config = {}) {
  let now = Date.now()
  const clock = () => now
  const app = await uploadApp({ engine, dependencies: { clock }, config: { maxUserBytes: 3 * megabyte, ...config } })
  const ana = app.as('ana')
  await addTask(ana)
  const owner = (await ana.user())._id
  return {
    ...app,
    ana,
    owner,
    clock,
    rules: wireRules({ ...app, log, clock }).files,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    reservations: () => app.database.db.selectFrom('uploads').selectAll().execute(),
    form: (size: number) => [filePart(Buffer.alloc(size)), endOfForm],
  }
}

type World = Awaited<ReturnType<typeof world>>

/** A second server on the same database and files. SQLite allows one process, and thus one connection. */
async function secondNode({ config, database, clock }: World) {
  const own = config.databaseUrl.startsWith('sqlite:') ? undefined : openDatabase(config.databaseUrl)
  if (own) own.ready = true
  const app = await buildApp({ config, database: own ?? database, log, clock })
  onTestFinished(async () => {
    await app.close()
    await own?.close()
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** Starts an upload of this size but sends only its beginning. Resolves when its space is reserved. */
async function hold({ ana, reservations }: World, origin: string, size: number) {
  const before = (await reservations()).length
  const upload = await openUpload(origin, ana, '1', [`content-length: ${size}`])
  upload.socket.write(filePart(Buffer.alloc(100)).subarray(0, -2))
  await expect.poll(async () => (await reservations()).length).toBe(before + 1)
  return upload
}

test.for(engines)('%s: uploads in progress count against the quota, on every node', async (engine) => {
  const app = await world(engine)
  const other = await secondNode(app)
  const [first, second] = [await hold(app, app.origin, 1.5 * megabyte), await hold(app, other, 1.5 * megabyte)]
  for (const origin of [app.origin, other]) {
    const refused = await openUpload(origin, app.ana, '1', ['content-length: 1000'])
    refused.socket.write(filePart())
    const { status, text } = await refused.answer()
    expect([status, JSON.parse(text.split('\r\n\r\n')[1] ?? '')]).toEqual([413, overQuota])
    refused.socket.destroy()
  }
  // An aborted upload releases its space. One that continues keeps its own.
  second.socket.destroy()
  await expect.poll(async () => (await app.reservations()).length).toBe(1)
  expect((await app.send(app.ana, '1', app.form(1.5 * megabyte))).status).toBe(201)
  expect((await app.send(app.ana, '1', app.form(1))).body).toEqual(overQuota)
  first.socket.destroy()
})

test.for(engines)('%s: an upload without a length reserves space as it grows', async (engine) => {
  const app = await world(engine)
  const { ana, send, form, origin, reservations } = app
  const reserved = async () => (await reservations()).map(({ bytes }) => Number(bytes)).sort()
  expect((await send(ana, '1', form(3 * megabyte + 1))).body).toEqual(overQuota)
  const [head, tail] = [filePart(Buffer.alloc(1.5 * megabyte)).subarray(0, -2), `2\r\n\r\n\r\n`]
  const growing = await openUpload(origin, ana, '1', ['transfer-encoding: chunked'])
  growing.socket.write(`${head.length.toString(16)}\r\n`)
  growing.socket.write(head)
  growing.socket.write('\r\n')
  await expect.poll(reserved).toEqual([2 * megabyte])
  const other = await hold(app, origin, megabyte / 2)
  expect((await send(ana, '1', form(megabyte))).body).toEqual(overQuota)
  expect((await send(ana, '1', form(megabyte / 2))).status).toBe(201)
  other.socket.destroy()
  growing.socket.write(`${tail}${endOfForm.length.toString(16)}\r\n${endOfForm}\r\n0\r\n\r\n`)
  expect((await growing.answer()).status).toBe(201)
  growing.socket.destroy()
  await expect.poll(reserved).toEqual([])
  expect((await send(ana, '1', form(megabyte))).status).toBe(201)
  expect((await send(ana, '1', form(1))).body).toEqual(overQuota)
})

test.for(engines)('%s: the number of concurrent uploads of a user is limited across all nodes', async (engine) => {
  const app = await world(engine, { maxUserBytes: 100 * megabyte })
  const other = await secondNode(app)
  const running = []
  for (let index = 0; index < maxUploads; index++) {
    running.push(await hold(app, index % 2 ? app.origin : other, megabyte))
  }
  const { status, headers, body } = await app.send(app.ana, '1', app.form(1))
  const refusal = {
    message: 'You are already uploading 8 files. Try again when one of the uploads has finished.',
    code: 'too_many_requests',
  }
  expect([status, headers['retry-after'], body]).toEqual([429, '5', refusal])
  await addTask(app.as('bo'))
  expect((await app.send(app.as('bo'), '1', app.form(1))).status).toBe(201)

  running.pop()?.socket.destroy()
  await expect.poll(async () => (await app.reservations()).length).toBe(maxUploads - 1)
  expect((await app.send(app.ana, '1', app.form(1))).status).toBe(201)
  for (const { socket } of running) socket.destroy()
})

test.for(engines)('%s: a small file counts as one block of 4 KiB', async (engine) => {
  const app = await world(engine, { maxUserBytes: 3 * 4_096 })
  for (const size of [0, 1, 4_096]) expect((await app.send(app.ana, '1', app.form(size))).status).toBe(201)
  expect((await app.send(app.ana, '1', app.form(0))).status).toBe(413)
})

test.for(engines)(
  '%s: an upload that cannot fit is refused by its length, before its bytes are read',
  async (engine) => {
    const app = await world(engine, { maxFileBytes: 2 * megabyte })
    const refused = async (size: number) => {
      const { socket, answer } = await openUpload(app.origin, app.ana, '1', [`content-length: ${size}`])
      socket.write(filePart())
      const { text } = await answer()
      socket.destroy()
      return text
    }
    expect(await refused(2.1 * megabyte)).toContain('The file is too large. The limit is 2 MB.')
    expect((await app.send(app.ana, '1', app.form(2 * megabyte))).status).toBe(201)
    expect(await refused(1.1 * megabyte)).toContain('would exceed the limit of 3 MB')
    // The overhead of the form does not count towards the size of the file.
    const form = Buffer.concat(app.form(megabyte))
    expect((await app.send(app.ana, '1', [form], { 'content-length': form.length })).status).toBe(201)
  },
)

/** A stream whose bytes arrive when the test sends them. */
function gated() {
  const chunks = new EventTarget()
  const waiting = Promise.withResolvers<void>()
  async function* bytes() {
    yield Buffer.alloc(1_000)
    waiting.resolve()
    await once(chunks, 'go')
    yield Buffer.alloc(1_000)
  }
  return { bytes: bytes(), begun: waiting.promise, go: () => chunks.dispatchEvent(new Event('go')) }
}

test.for(engines)(
  '%s: the space of an upload whose process died is released after two minutes',
  { tags: 'long' },
  async (engine) => {
    const app = await world(engine)
    const { rules, ana, owner, pass, clock } = app
    const task = (await ana.get('/tasks/task/1')).body._id
    const abandoned = gated()
    const never = rules.add(by(owner), task, uploadOf(abandoned.bytes, 3 * megabyte))
    await abandoned.begun
    expect((await app.send(ana, '1', app.form(1))).body).toEqual(overQuota)
    pass(2 * minute)
    expect((await app.send(ana, '1', app.form(1))).status).toBe(201)

    // A reservation that was made while the clock was wrong must not last longer either.
    const year = 365 * 24 * 60 * minute
    const late = { user_id: owner, id: 'late', bytes: 3 * megabyte, expires_at: clock() + year }
    await app.database.db.insertInto('uploads').values(late).execute()
    expect((await app.send(ana, '1', app.form(1))).status).toBe(201)
    expect(await app.reservations()).toHaveLength(2)
    await rules.sweep()
    expect(await app.reservations()).toEqual([])
    abandoned.go()
    await never
  },
)

test.for(engines)('%s: a long upload renews its reservation while bytes arrive', async (engine) => {
  const { rules, ana, owner, pass, clock, reservations } = await world(engine)
  const task = (await ana.get('/tasks/task/1')).body._id
  const slow = gated()
  const added = rules.add(by(owner), task, uploadOf(slow.bytes, megabyte))
  await slow.begun
  pass(minute)
  slow.go()
  // The reservation exists until the file does.
  const { file } = await added
  expect([file.size, await reservations()]).toEqual([2_000, []])

  const slower = gated()
  async function* untilRenewed() {
    yield* slower.bytes
    expect((await reservations()).map(({ expires_at }) => Number(expires_at) - clock())).toEqual([2 * minute])
  }
  const second = rules.add(by(owner), task, uploadOf(untilRenewed(), megabyte))
  await slower.begun
  pass(minute)
  slower.go()
  expect((await second).file.size).toBe(2_000)
})

test.for(engines)(
  '%s: an upload that stalled for too long does not get space that others have taken since',
  async (engine) => {
    const app = await world(engine)
    const { rules, ana, owner, pass } = app
    const task = (await ana.get('/tasks/task/1')).body._id
    const sleeping = gated()
    const added = rules.add(by(owner), task, uploadOf(sleeping.bytes, 3 * megabyte))
    added.catch(() => {})
    await sleeping.begun
    pass(3 * minute)
    expect((await app.send(ana, '1', app.form(3 * megabyte - 1_000))).status).toBe(201)
    sleeping.go()
    await expect(added).rejects.toMatchObject({ code: 'too_large' })
    expect([(await app.rows()).length, (await app.stored()).length]).toEqual([1, 1])
  },
)
