import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { by } from '../../../test/author.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { historyOf, undo } from '../../../test/history.ts'
import { type LiveApp, type LiveEvent, liveApp, openStream } from '../../../test/live.ts'
import { credentials, type Person } from '../../../test/people.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { cookieOf } from '../../../test/uploads.ts'
import { openDatabase } from '../database/open.ts'
import { wireRules } from '../wiring.ts'
import { liveRules } from './live.ts'

const idsOf = (events: LiveEvent[]) => events.map(({ id }) => id)
const from = (seq: number) => ({ seq, epoch: undefined })
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => index + from)
const addMany = (person: Pick<Person, 'post'>, count: number, fields: object = {}) =>
  person.post('/tasks/bulkCreateTasks', { tasks: Array(count).fill(taskInput(fields)) })

test.for(engines)('%s: a stream starts by sending its position', async (engine) => {
  const app = await liveApp({ engine })
  const ana = app.as('ana')
  for (const seq of [0, 1, 2]) {
    const stream = await app.listen(ana)
    expect([stream.status, await stream.next()]).toMatchObject([200, { name: 'reload', id: seq, data: {} }])
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    await addTask(ana)
    expect(await stream.next()).toMatchObject({ name: 'change', id: seq + 1 })
    stream.close()
  }
})

test.for(engines)('%s: every change arrives once, in order and as recorded in the history', async (engine) => {
  const app = await liveApp({ engine })
  const ana = app.as('ana')
  const [one, other] = [await app.listen(ana), await app.listen(await signedElsewhere(ana))]
  for (const stream of [one, other]) expect(await stream.next()).toMatchObject({ name: 'reload', id: 0 })
  await addTask(ana)
  await ana.put('/tasks/updateTask/1', { title: 'Größe "1"\n\ndata: x\r\n', status: 'Completed' })
  await ana.put('/tasks/updateTask/1', { status: 'Completed' })
  await addMany(ana, 3)
  await ana.delete('/tasks/deleteTask/1')
  await undo(ana)
  const events = await one.take(7)
  expect(idsOf(events)).toEqual(upTo(7))
  expect(events.map(({ name }) => name)).toEqual(Array(7).fill('change'))
  const told = (await historyOf(ana, '1')).toReversed().map(({ by, ...event }) => event)
  expect(events.flatMap(({ name, data }) => (name === 'change' && data.task === told[0]?.task ? [data] : []))).toEqual(
    told,
  )
  expect(events.slice(2, 5).map(({ data }) => [data.seq, data.change, data.kind])).toEqual(
    [3, 4, 5].map((seq) => [seq, 3, 'created']),
  )
  expect(await other.take(7)).toEqual(events)
  await addTask(ana)
  for (const stream of [one, other]) {
    expect((await stream.next()).id).toBe(8)
    expect(stream.rest()).toEqual([])
  }
})

/** A second browser of the listening user. */
async function signedElsewhere(person: Person) {
  const user = await person.user()
  const { cookies } = await person.elsewhere()
  return { cookies, user: async () => user }
}

/** Reads a few events, disconnects and resumes from its position, until it has received the last number. */
async function readInPieces(apps: LiveApp[], person: Person, last: number) {
  const heard: number[] = []
  for (let round = 0; heard.length < last; round++) {
    const app = apps[round % apps.length] as LiveApp
    const position = heard.at(-1) ?? 0
    const stream = await app.listen(person, round % 3 ? { lastEventId: position, after: 0 } : { after: position })
    for (const event of await stream.take(Math.min(last - position, 1 + (round % 5)))) {
      expect(event.name).toBe('change')
      heard.push(event.id ?? 0)
    }
    stream.close()
  }
  return heard
}

test.for(engines)(
  '%s: a client that reconnects receives all missed changes without gap or repetition, while writes continue',
  { tags: 'long' },
  async (engine) => {
    const config = { databaseUrl: await migratedDatabase(engine) }
    const apps = [await liveApp({ config })]
    if (engine === 'postgres') apps.push(await liveApp({ config }))
    const ana = apps[0]?.as('ana') as Person
    await addTask(ana)
    const last = 1 + 40 * 4
    const readers = [1, 2, 3].map(() => readInPieces(apps, ana, last))
    const whole = await apps.at(-1)?.listen(ana, { after: 0 })
    for (let round = 0; round < 40; round++) {
      await Promise.all([
        ana.put('/tasks/updateTask/1', { title: `Title ${round}` }),
        addMany(ana, 2),
        ana.put('/tasks/updateTask/1', { description: `Description ${round}` }),
      ])
    }
    for (const heard of await Promise.all(readers)) expect(heard).toEqual(upTo(last))
    expect(idsOf((await whole?.take(last)) ?? [])).toEqual(upTo(last))
  },
)

test('a client that has missed more than the buffer holds receives everything at the speed at which it reads', async () => {
  const app = await liveApp()
  const ana = app.as('ana')
  await addTask(ana)
  for (let bulk = 0; bulk < 5; bulk++) await addMany(ana, 40, { description: 'x'.repeat(10_000) })
  const stream = await app.listen(ana, { lastEventId: 1 })
  expect(idsOf(await stream.take(200))).toEqual(upTo(200, 2))
  await addTask(ana)
  expect(idsOf(await stream.take(1))).toEqual([202])
})

test.for(engines)(
  '%s: up to a thousand missed changes are sent; beyond that, or for a future position, the client is told to reload',
  { tags: 'long' },
  async (engine) => {
    const app = await liveApp({ engine })
    const ana = app.as('ana')
    for (let bulk = 0; bulk < 11; bulk++) await addMany(ana, 100)
    const told = await app.listen(ana, { lastEventId: 100 })
    expect(idsOf(await told.take(1000))).toEqual(upTo(1000, 101))
    for (const lastEventId of [0, 99, 1101, 10 ** 14, Number.MAX_SAFE_INTEGER, '9'.repeat(30), '-1', 'x', '1.5']) {
      const stream = await app.listen(ana, { lastEventId })
      expect([lastEventId, await stream.next()]).toMatchObject([lastEventId, { name: 'reload', id: 1100 }])
      stream.close()
    }
    const now = await app.listen(ana, { after: 1100 })
    await addTask(ana)
    for (const stream of [now, told]) expect((await stream.next()).id).toBe(1101)
  },
)

test('a position that is not a number is refused', async () => {
  const app = await liveApp()
  for (const after of ['x', '-1', '1.5', '9'.repeat(16), '']) {
    const stream = await app.listen(app.as('ana'), { after })
    expect([after, stream.status, (await stream.refusal()).code]).toEqual([after, 400, 'invalid_input'])
  }
})

test.for(engines)("%s: another user's changes never arrive", async (engine) => {
  const app = await liveApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await addTask(ana)
  const [fresh, resumed] = [await app.listen(bo), await app.listen(bo, { after: 0 })]
  expect(await fresh.next()).toMatchObject({ name: 'reload', id: 0 })
  await addMany(ana, 20, { title: 'Of Ana' })
  await ana.put('/tasks/updateTask/1', { title: 'Of Ana, too' })
  await addTask(bo, { title: 'Of Bo' })
  for (const stream of [fresh, resumed]) {
    expect(await stream.next()).toMatchObject({ name: 'change', id: 1, data: { after: { title: 'Of Bo' } } })
    expect(stream.rest()).toEqual([])
  }
  const late = await app.listen(bo, { after: 0 })
  expect(idsOf(await late.take(1))).toEqual([1])
  await addTask(bo)
  for (const stream of [fresh, resumed, late]) expect(await stream.next()).toMatchObject({ id: 2 })
})

test('a stream requires a session', async () => {
  const app = await liveApp()
  for (const cookie of ['', 'taskdeck_session=x']) {
    const stream = await openStream(app.origin, { cookie })
    expect([stream.status, await stream.refusal()]).toEqual([
      401,
      { message: 'Please sign in first.', code: 'not_signed_in' },
    ])
  }
})

test('HEAD returns the headers and opens no stream', async () => {
  const app = await liveApp()
  const cookie = await cookieOf(app.as('ana'))
  const response = await fetch(`${app.origin}/tasks/events`, { method: 'HEAD', headers: { cookie } })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

const endings: [string, (person: Person, other: Awaited<ReturnType<Person['elsewhere']>>) => Promise<unknown>][] = [
  ['by signing out', (person) => person.post('/auth/logout')],
  [
    'from another device',
    async (person, other) => {
      const { sessions } = (await person.get('/auth/sessions')).body
      const { id } = sessions.find((session: { current: boolean }) => session.current)
      return other.delete(`/auth/sessions/${id}`)
    },
  ],
  ['by ending all other sessions', (_person, other) => other.delete('/auth/sessions')],
  [
    'by a new password',
    (_person, other) =>
      other.put('/auth/password', { current: credentials('ana').password, password: 'quite another password' }),
  ],
  ['with its account', (_person, other) => other.post('/auth/delete', { password: credentials('ana').password })],
]

for (const [how, end] of endings) {
  test.for(engines)(`%s: a stream whose session ends ${how} is closed within two seconds`, async (engine) => {
    const app = await liveApp({ engine })
    const [ana, bo] = [app.as('ana'), app.as('bo')]
    const other = await ana.elsewhere()
    const [stream, theirs] = [await app.listen(ana), await app.listen(bo)]
    await Promise.all([stream.next(), theirs.next()])
    const { status } = (await end(ana, other)) as { status: number }
    expect(status).toBe(200)
    const began = performance.now()
    expect(await stream.ended()).toBe(true)
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(stream.rest()).toEqual([])
    await addTask(bo)
    expect((await theirs.next()).id).toBe(1)
  })
}

test('the stream of another session of the same user stays open', async () => {
  const app = await liveApp()
  const ana = app.as('ana')
  const phone = await signedElsewhere(ana)
  const [stream, other] = [await app.listen(ana), await app.listen(phone)]
  expect(await other.next()).toMatchObject({ name: 'reload', id: 0 })
  const elsewhere = await ana.elsewhere()
  await ana.post('/auth/logout')
  expect(await stream.ended()).toBe(true)
  await addTask(elsewhere)
  expect(await other.next()).toMatchObject({ name: 'change', id: 1 })
})

test.for(engines)('%s: a stream whose session has expired is closed within two seconds', async (engine) => {
  let now = Date.UTC(2026, 10, 1)
  const app = await liveApp({ engine, dependencies: { clock: () => now }, config: { maxSessionIdleMs: 60_000 } })
  const stream = await app.listen(app.as('ana'))
  await stream.next()
  now += 60_000
  const began = performance.now()
  await stream.ended()
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('postgres: a stream is closed within two seconds when its session ends on another node', async () => {
  const config = { databaseUrl: await migratedDatabase('postgres') }
  const [one, other] = [await liveApp({ config }), await liveApp({ config })]
  const ana = one.as('ana')
  const stream = await other.listen(ana)
  await stream.next()
  await ana.post('/auth/logout')
  const began = performance.now()
  await stream.ended()
  expect(performance.now() - began).toBeLessThan(2_000)
})

const heavy = '🙂'.repeat(10_000)
const connections = (app: LiveApp) =>
  new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)))

test.for(engines)(
  '%s: a client that never reads is disconnected and removed, and others are not affected',
  { tags: 'long' },
  async (engine) => {
    const app = await liveApp({ engine })
    const ana = app.as('ana')
    const awake = await app.listen(ana)
    expect(await awake.next()).toMatchObject({ name: 'reload', id: 0 })
    await app.listenAsleep(ana)
    await expect.poll(() => connections(app)).toBe(2)
    let sent = 0
    while ((await connections(app)) > 1 && sent < 40) {
      await addMany(ana, 30, { description: heavy })
      sent++
    }
    await expect.poll(() => connections(app)).toBe(1)
    expect(idsOf(await awake.take(30 * sent))).toEqual(upTo(30 * sent))
    // A client that is still counted would take one of the hundred places.
    const streams = await Promise.all(upTo(99).map(() => app.listen(ana)))
    expect(streams.map(({ status }) => status)).toEqual(Array(99).fill(200))
  },
)

/**
 * A stream whose client never reads. Some bytes are left that the connection does not accept, but too few to be cut
 * off.
 */
async function overfill(app: LiveApp, sleeper: Person, writer: Pick<Person, 'post'>) {
  await app.listenAsleep(sleeper)
  await expect.poll(() => app.sockets.length).toBe(1)
  const [socket] = app.sockets as [(typeof app.sockets)[number]]
  for (let count = 0; count < 100 && !socket.destroyed && !socket.writableLength; count++) {
    const before = socket.bytesWritten
    await addMany(writer, 5, { description: heavy })
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(before + 5 * 40_000)
  }
  expect([socket.destroyed, socket.writableLength > 0]).toEqual([false, true])
  return socket
}

test('a client that never reads is disconnected within two seconds after its session ends', async () => {
  const app = await liveApp()
  const ana = app.as('ana')
  const other = await ana.elsewhere()
  const socket = await overfill(app, ana, other)
  const closed = once(socket, 'close')
  const began = performance.now()
  await ana.post('/auth/logout')
  await closed
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('changes between the end of a session and that of its stream do no harm', async () => {
  const app = await liveApp()
  const ana = app.as('ana')
  const other = await ana.elsewhere()
  const stream = await app.listen(ana)
  await stream.next()
  await ana.post('/auth/logout')
  let over = false
  const ended = stream.ended().finally(() => {
    over = true
  })
  while (!over) await addTask(other)
  expect(await ended).toBe(true)
  expect((await other.get('/tasks/getTasks')).status).toBe(200)
})

test('a user can have a hundred streams, and other users are not affected', async () => {
  const app = await liveApp()
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const streams = await Promise.all(upTo(100).map(() => app.listen(ana)))
  for (const stream of streams) expect(await stream.next()).toMatchObject({ name: 'reload' })
  const refused = await app.listen(ana)
  expect([refused.status, await refused.refusal(), refused.headers['retry-after']]).toEqual([
    429,
    { message: 'Too many live streams are open. Close some tabs.', code: 'too_many_requests' },
    '60',
  ])
  expect((await app.listen(bo)).status).toBe(200)
  await addTask(ana)
  for (const stream of streams) expect(await stream.next()).toMatchObject({ name: 'change', id: 1 })
  // Closing one frees a place.
  streams[0]?.close()
  await expect.poll(async () => (await app.listen(ana)).status).toBe(200)
})

test('a stream that is still replaying counts from its acceptance until it is closed', async () => {
  const gate = Promise.withResolvers<void>()
  let reads = 0
  const live = liveRules({
    history: {
      position: async () => ({ seq: 500, epoch: 'one' }),
      async after() {
        reads++
        await gate.promise
        return []
      },
    },
    onTrouble: (error) => expect.unreachable(String(error)),
  })
  const listener = () => ({
    owner: 'ana',
    credential: 's',
    position: undefined,
    write() {},
    drained: async () => {},
    end() {},
  })
  const [one, other] = [listener(), listener()]
  const joining = [live.join(one, from(0)), live.join(other, from(0))]
  expect([live.followersOf('ana'), live.followersOf('bo'), [...live.listeners()].length]).toEqual([2, 0, 2])
  await expect.poll(() => reads).toBe(2)
  live.leave(one)
  expect(live.followersOf('ana')).toBe(1)
  live.leave(other)
  gate.resolve()
  await Promise.all(joining)
  expect([live.followersOf('ana'), [...live.listeners()]]).toEqual([0, []])
})

test.for(engines)('%s: a server that shuts down says so to its streams, and does not wait for them', async (engine) => {
  const app = await liveApp({ engine })
  const ana = app.as('ana')
  const streams = await Promise.all(upTo(5).map(() => app.listen(ana)))
  for (const stream of streams) expect(await stream.next()).toMatchObject({ name: 'reload', id: 0 })
  await addTask(ana)
  for (const stream of streams) expect(await stream.next()).toMatchObject({ name: 'change', id: 1 })
  const began = performance.now()
  await app.app.close()
  expect(performance.now() - began).toBeLessThan(2_000)
  for (const stream of streams) {
    expect(await stream.next()).toEqual({ name: 'bye', id: undefined, data: {} })
    expect(await stream.ended()).toBe(true)
  }
})

test('a server that shuts down does not wait for a client that never reads', async () => {
  const app = await liveApp()
  const ana = app.as('ana')
  await overfill(app, ana, ana)
  const began = performance.now()
  await app.app.close()
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('a change that is published while the log is being read is sent, too', async () => {
  const app = await liveApp()
  const { _id: owner } = await app.as('ana').user()
  const { history, tasks } = wireRules({ ...app, log: pino({ level: 'silent' }) })
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let reads = 0
  const live = liveRules({
    history: {
      after: history.after,
      // The result of a slow read from before the change arrives after the change.
      async position(...args) {
        const position = await history.position(...args)
        if (++reads === 2) {
          asked.resolve()
          await gate.promise
        }
        return position
      },
    },
    onTrouble: (error) => expect.unreachable(String(error)),
  })
  const told: string[] = []
  const listener = {
    owner,
    credential: 's',
    position: undefined,
    write: (text: string) => void (text.startsWith('event: beat') || told.push(text)),
    drained: async () => {},
    end() {},
  }
  await live.join(listener, from(0))
  await asked.promise
  await tasks.create(by(owner), taskInput())
  live.announce(owner, 1)
  gate.resolve()
  await expect.poll(() => told).toEqual([expect.stringMatching(/^event: change\nid: 1~/)])
})

test('a listener that leaves is removed, and one that cannot be served at the moment is served later', async () => {
  const app = await liveApp()
  const { _id: owner } = await app.as('ana').user()
  const { history, tasks } = wireRules({ ...app, log: pino({ level: 'silent' }) })
  const trouble: unknown[] = []
  let broken = false
  const live = liveRules({
    history: {
      position: history.position,
      after: async (...args) => {
        if (broken) throw new Error('out of reach')
        return history.after(...args)
      },
    },
    onTrouble: (error) => void trouble.push(error),
  })
  const told: string[] = []
  const listener = {
    owner,
    credential: 's',
    position: undefined,
    write: (text: string) => void (text.startsWith('event: beat') || told.push(text)),
    drained: async () => {},
    end() {},
  }
  await live.join(listener, from(0))
  expect([live.followersOf(owner), [...live.listeners()]]).toEqual([1, [listener]])
  broken = true
  await tasks.create(by(owner), taskInput())
  live.announce(owner, 1)
  await expect.poll(() => trouble.length).toBe(1)
  broken = false
  live.publishAll()
  await expect.poll(() => told.length).toBe(1)
  live.leave(listener)
  expect([live.followersOf(owner), [...live.listeners()]]).toEqual([0, []])
  await tasks.create(by(owner), taskInput())
  live.announce(owner, 2)
  live.publishAll()
  await expect(live.join({ ...listener, position: undefined }, from(1))).resolves.toBeUndefined()
  expect(told).toHaveLength(2)
})

test('an idle stream is not cut off', async () => {
  const app = await liveApp({ config: { requestTimeoutMs: 200 } })
  const ana = app.as('ana')
  const stream = await app.listen(ana)
  await stream.next()
  await pause(1_500)
  await addTask(ana)
  expect((await stream.next()).id).toBe(1)
})

test.for(engines)(
  '%s: a heartbeat keeps the stream alive and looks for changes that were not published',
  async (engine) => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = await liveApp({ engine })
    const stream = await app.listen(app.as('ana'))
    const { _id } = await app.as('ana').user()
    await stream.next()
    const beats: LiveEvent[] = []
    void stream.next('beat').then((beat) => beats.push(beat))
    const afterAWhile = () => {
      vi.advanceTimersByTime(15_000)
      return beats
    }
    await expect.poll(afterAWhile).toMatchObject([{ name: 'beat', id: 0, data: {} }])
    // Another process writes without publishing the change.
    const silent = openDatabase(app.config.databaseUrl)
    onTestFinished(() => silent.close())
    silent.notifyNodes = async () => {}
    const { tasks } = wireRules({ ...app, database: silent, log: pino({ level: 'silent' }) })
    await tasks.create(by(_id), taskInput())
    expect(stream.rest()).toEqual([])
    vi.advanceTimersByTime(15_000)
    expect(await stream.next()).toMatchObject({ name: 'change', id: 1 })
  },
)

test('postgres: a change on one node reaches the streams on another', async () => {
  const config = { databaseUrl: await migratedDatabase('postgres') }
  const [one, other] = [await liveApp({ config }), await liveApp({ config })]
  const ana = one.as('ana')
  const streams = [await one.listen(ana), await other.listen(ana)]
  for (const stream of streams) expect(await stream.next()).toMatchObject({ name: 'reload', id: 0 })
  for (let seq = 1; seq <= 20; seq++) {
    await addTask(ana)
    for (const stream of streams) expect(await stream.next('change', 1_000)).toMatchObject({ id: seq })
  }
})

test('postgres: changes made while a node is disconnected from the others are sent as soon as it is connected again', async () => {
  const config = { databaseUrl: await migratedDatabase('postgres') }
  const [one, other] = [await liveApp({ config }), await liveApp({ config })]
  const ana = one.as('ana')
  const stream = await other.listen(ana)
  expect(await stream.next()).toMatchObject({ name: 'reload', id: 0 })
  const { db } = one.database
  const listeners = () =>
    db
      .selectFrom('pg_stat_activity' as never)
      .select('pid' as never)
      .where('application_name' as never, '=', 'taskdeck listener' as never)
      .where('datname' as never, '=', new URL(config.databaseUrl).pathname.slice(1) as never)
      .execute() as unknown as Promise<{ pid: number }[]>
  for (let seq = 1; seq <= 5; seq += 2) {
    await expect.poll(async () => (await listeners()).length).toBe(2)
    const deaf = await listeners()
    for (const { pid } of deaf) {
      await db.selectNoFrom((row) => row.fn('pg_terminate_backend', [row.val(pid)]).as('ended')).execute()
    }
    await addTask(ana)
    expect(await stream.next('change', 5_000)).toMatchObject({ id: seq })
    // Once it is connected again, changes arrive at once.
    await expect.poll(async () => (await listeners()).length).toBe(2)
    const pids = (await listeners()).map(({ pid }) => pid)
    expect(pids.filter((pid) => deaf.some((one) => one.pid === pid))).toEqual([])
    await addTask(ana)
    expect(await stream.next('change', 1_000)).toMatchObject({ id: seq + 1 })
  }
  expect(stream.rest()).toEqual([])
})
