import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { notifiedApp } from '../../../test/notified-app.ts'
import { answerTo, askOwner } from '../../../test/questions.ts'
import { taken } from '../../../test/reminders.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'

const ways = async (person: { get: (path: string) => Promise<{ body: { ways: Record<string, unknown>[] } }> }) =>
  (await person.get('/ways')).body.ways

test.for(engines)(
  '%s: a reminder that no page takes is pushed to the browser, once; several are one message',
  async (engine) => {
    const { ana, service, messages, reach } = await notifiedApp(engine)
    await addTask(ana, {
      title: 'Check the backup',
      priority: 'High',
      labels: ['ops'],
      dueDate: '2026-11-18',
      reminders: ['due-0T15:00'],
    })
    await reach('2026-11-18T15:00:00Z')
    const owner = (await ana.user())._id
    expect(messages()).toEqual([
      {
        ...{
          owner,
          tag: expect.stringMatching(/^task /),
          title: 'Check the backup',
          body: 'Due today · High · #ops',
          dayStart: 0,
        },
        ...{ url: expect.stringMatching(/\/taskdeck\/#\/task\/[\w-]+$/), task: expect.any(String) },
      },
    ])
    expect(service.received[0]?.headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' },
      authorization: expect.stringMatching(/^vapid t=.+, k=/),
    })
    expect(await taken(ana)).toEqual([])
    await addTask(ana, { title: 'one', reminders: ['2026-11-19T09:00'] })
    await addTask(ana, { title: 'two', reminders: ['2026-11-19T09:00'] })
    // The server is off for a week.
    await reach('2026-11-26T09:00:00Z')
    expect(messages().slice(1)).toEqual([
      expect.objectContaining({
        tag: expect.stringMatching(/^reminders /),
        title: '2 reminders',
        ...{ tasks: expect.arrayContaining([expect.any(String), expect.any(String)]), asked: [] },
        body: expect.stringMatching(/#[23] (one|two), #[23] /),
      }),
    ])
    expect(await ways(ana)).toEqual([
      expect.objectContaining({
        kind: 'push',
        isThisDevice: true,
        isOn: true,
        sentAt: expect.any(String),
        problem: null,
      }),
    ])
  },
)

test.for(engines)('%s: no message replaces another, and one that is sent again has the same tag', async (engine) => {
  const { ana, service, messages, reach, now } = await notifiedApp(engine)
  const reminders = ['2026-11-19T09:00', '2026-11-20T09:00', '2026-11-21T09:00']
  await addTask(ana, { title: 'one', reminders })
  const { _id: two } = await addTask(ana, { title: 'two', reminders: reminders.slice(0, 2) })
  await reach('2026-11-19T09:00:00Z')
  await reach('2026-11-20T09:00:00Z')
  await reach('2026-11-21T09:00:00Z')
  service.state.status = 503
  await addTask(ana, { title: 'one', reminders: ['2026-11-22T09:00'] })
  await reach('2026-11-22T09:00:00Z')
  service.state.status = 201
  await reach(now() + 30_000)
  const tags = messages().map(({ tag }) => tag)
  expect([tags.length, new Set(tags).size, tags[3] === tags[4]]).toEqual([5, 4, true])
  expect(messages().map(({ tasks }) => tasks?.length)).toEqual([2, 2, undefined, undefined, undefined])
  expect(messages()[0].tasks).toContain(two)
  for (let index = 0; index < 21; index++) await addTask(ana, { title: 'many', reminders: ['2026-11-23T09:00'] })
  await reach('2026-11-23T09:00:00Z')
  expect(messages().at(-1)).toMatchObject({ title: '21 reminders' })
  expect(messages().at(-1).tasks).toBeUndefined()
})

test.for(engines)('%s: a page that is open takes a reminder first, and nothing is pushed', async (engine) => {
  const { ana, soon, reach, messages } = await notifiedApp(engine)
  await addTask(ana, { title: 'call', reminders: ['2026-11-18T15:00'] })
  await soon('2026-11-18T15:00:00Z')
  expect(await taken(ana)).toEqual(['call'])
  await reach('2026-11-18T15:01:00Z')
  expect(messages()).toEqual([])
})

test('an owner sends at most 60 tests in an hour', async () => {
  const { ana, way, service, messages } = await notifiedApp('sqlite')
  for (let sent = 0; sent < 60; sent++) await ana.post(`/ways/${way}/test`, {})
  const refused = await ana.post(`/ways/${way}/test`, {})
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many attempts. Please try again in 60 minutes.' },
  })
  expect(refused.headers['retry-after']).toBe('3600')
  expect(service.received).toHaveLength(60)
  // None replaces another, which would make no sound.
  expect(new Set(messages().map(({ tag }) => tag)).size).toBe(60)
})

test.for(engines)(
  '%s: in quiet hours nothing arrives, in no way; messages that waited are one at their end',
  async (engine) => {
    const { ana, soon, reach, messages, way } = await notifiedApp(engine)
    const quietHours = { isOn: true, from: '20:00', to: '07:30', isQuietAtWeekends: false }
    await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin', quietHours })
    for (const time of ['20:30', '23:00']) await addTask(ana, { title: time, reminders: [`2026-11-18T${time}`] })
    await soon('2026-11-18T19:30:00Z')
    expect((await ana.get('/reminders/due')).body.count).toBe(0)
    await reach('2026-11-18T23:00:00Z')
    expect([await taken(ana), messages()]).toEqual([[], []])
    expect((await ana.post(`/ways/${way}/test`, {})).body).toMatchObject({ hasArrived: true })
    await reach('2026-11-19T06:30:00Z')
    expect(messages().map(({ title }) => title)).toEqual(['Taskdeck', '2 reminders'])
  },
)

test.for(engines)(
  '%s: only a certain refusal is tried again, and the last failure stands until something arrives',
  async (engine) => {
    const { ana, service, reach, messages, now, way } = await notifiedApp(engine)
    const remind = async (title: string) => {
      const at = new Date(now() + 60_000).toISOString().slice(0, 16)
      await addTask(ana, { title, reminders: [at] })
      await reach(`${at}:00Z`)
    }
    service.state.status = 503
    await remind('busy')
    expect(await ways(ana)).toEqual([
      expect.objectContaining({ problem: '503 Service Unavailable', failedAt: expect.any(String) }),
    ])
    service.state.status = 201
    await reach(now() + 30_000)
    expect(messages().map(({ title }) => title)).toEqual(['busy', 'busy'])
    expect(await ways(ana)).toEqual([expect.objectContaining({ problem: null, failedAt: null })])

    service.state.status = 'hang up'
    await remind('uncertain')
    service.state.status = 201
    await reach(now() + 3_600_000)
    expect(messages().filter(({ title }) => title === 'uncertain')).toHaveLength(1)

    service.state.status = 403
    expect((await ana.post(`/ways/${way}/test`, {})).body).toEqual({
      hasArrived: false,
      message: 'The test failed: 403 Forbidden',
    })
    service.state.status = 410
    await remind('ended')
    expect(await ways(ana)).toEqual([])
  },
)

test.for(engines)('%s: a task that is completed before a repeated attempt is no longer spoken of', async (engine) => {
  const { ana, service, reach, now } = await notifiedApp(engine)
  await addTask(ana, { title: 'call', reminders: ['2026-11-18T15:00'] })
  service.state.status = 503
  await reach('2026-11-18T15:00:00Z')
  await ana.put('/tasks/updateTask/1', { status: 'Completed' })
  service.state.status = 201
  await reach(now() + 30_000)
  expect(service.received).toHaveLength(1)
})

test.for(engines)(
  '%s: a browser is notified only while its session lasts, and belongs to the user who registered it last',
  async (engine) => {
    const { as, ana, subscribe, reach, messages } = await notifiedApp(engine)
    const bo = as('bo')
    await addTask(bo, { title: 'of bo', reminders: ['2026-11-18T15:00'] })
    await subscribe(bo)
    expect([await ways(ana), (await ways(bo)).length]).toEqual([[], 1])
    await bo.put(`/ways/${(await ways(bo))[0]?.id}`, { isOn: false })
    await subscribe(bo, false)
    await reach('2026-11-18T15:00:00Z')
    expect(messages()).toEqual([])
    await subscribe(bo)
    const other = await bo.elsewhere()
    await other.delete('/auth/sessions')
    await addTask(other, { title: 'later', reminders: ['2026-11-18T16:00'] })
    await reach('2026-11-18T16:00:00Z')
    expect([await ways(other), messages()]).toEqual([[], []])
  },
)

test.for(engines)('%s: ntfy and Gotify get the same, with their tokens and a link', async (engine) => {
  const { ana, service, messages, reach } = await notifiedApp(engine)
  expect((await ana.post('/ways', { kind: 'ntfy', address: service.origin })).status).toBe(400)
  expect((await ana.post('/ways', { kind: 'ntfy', address: 'https://192.168.1.2/tasks' })).body.message).toContain(
    'ALLOWED_HOOK_HOSTS',
  )
  for (const [kind, address, token] of [
    ['ntfy', `${service.origin}/ana-tasks`, 'tk_a'],
    ['gotify', `${service.origin}/gotify/`, 'app'],
  ]) {
    const { status, text } = await ana.post('/ways', { kind, address, token })
    expect(status).toBe(201)
    expect(text).not.toContain(`"${token}"`)
  }
  await addTask(ana, { title: 'Grüße senden', dueDate: null, reminders: ['2026-11-18T15:00'] })
  await reach('2026-11-18T15:00:00Z')
  const find = (path: string) => service.received.find((one) => one.path === path)
  expect(find('/')?.headers.authorization).toBe('Bearer tk_a')
  expect(find('/gotify/message')?.headers['x-gotify-key']).toBe('app')
  expect(messages()).toHaveLength(3)
  expect(JSON.parse(String(find('/')?.body))).toMatchObject({
    ...{ topic: 'ana-tasks', title: 'Grüße senden', message: 'Medium' },
    actions: [{ action: 'view', label: 'Open' }, { label: 'Done' }, { label: 'Tomorrow' }],
  })
  expect(JSON.parse(String(find('/gotify/message')?.body))).toMatchObject({ title: 'Grüße senden', message: 'Medium' })
})

test.for(engines)(
  '%s: a question of a token is pushed with its first answers, unless it is answered or a page is open',
  async (engine) => {
    const app = await notifiedApp(engine)
    const { ana, soon, reach, messages, now } = app
    const { _id: task } = await addTask(ana, { title: 'Switch the middleware', reminders: ['2026-11-18T18:00'] })
    const codex = withToken(app, (await makeToken(ana, { name: 'codex' })).token)
    const ask = (text: string) => askOwner(codex, task, text, ['Per address', 'Refuse', 'Both'])
    const first = await ask('One limit per address, or refuse?')
    await reach(now() + 1_000)
    expect(messages()).toEqual([
      expect.objectContaining({
        ...{ title: 'codex asks about Switch the middleware', body: 'One limit per address, or refuse?', task },
        ...{ question: { id: first._id, answers: ['Per address', 'Refuse'] }, tag: `question ${first._id}` },
      }),
    ])
    // Answered before it is sent.
    const second = await ask('Answered?')
    await soon(now() + 1_000)
    await answerTo(ana, task, second.number, 'Yes')
    await reach(now() + 10_000)
    // Seen in a page, which shows the number of open questions.
    await ask('Seen?')
    await soon(now() + 1_000)
    expect((await ana.get('/reminders/due')).body.count).toBe(1)
    expect(await taken(ana)).toEqual([])
    await reach(now() + 10_000)
    expect(messages()).toHaveLength(1)
    // Together with a reminder.
    await ask('Together?')
    await reach('2026-11-18T18:00:00Z')
    expect(messages().at(-1)).toMatchObject({ title: '1 reminder and 1 question', tasks: [task], asked: [task] })
  },
)

test('postgres: three nodes that work at the same time send each message once', async () => {
  const { ana, service, wholeNode, now, soon, messages, notices } = await notifiedApp('postgres')
  for (let index = 0; index < 20; index++)
    await addTask(ana, { title: `${index}`, reminders: [`2026-11-${19 + (index % 4)}T09:00`] })
  const nodes = [wholeNode(), wholeNode(), wholeNode()]
  for (const day of [19, 20, 21, 22]) {
    await soon(`2026-11-${day}T08:59:59Z`)
    await soon(`2026-11-${day}T09:00:00Z`)
    for (let step = 0; step < 3; step++) {
      await Promise.all(nodes.map(({ queue }) => queue.runDue()))
      await soon(now() + 10_000)
    }
    await Promise.all([...nodes.map((one) => one.notices.settled()), notices.settled()])
  }
  expect(messages().map(({ title }) => title)).toEqual(['5 reminders', '5 reminders', '5 reminders', '5 reminders'])
  expect(service.received).toHaveLength(4)
})
