import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { connect, hookApp, receivingProgram, verified } from '../../../test/outgoing-hooks.ts'
import { addTask } from '../../../test/tasks.ts'

const minute = 60_000
const hour = 60 * minute

test.for(engines)(
  '%s: a failed message is tried again with the same id, in order for its task, while others go on',
  async (engine) => {
    const app = await hookApp(engine)
    const ana = app.as('ana')
    const program = await receivingProgram()
    const hook = await connect(ana, program.url, { events: ['task.created', 'task.changed'] })
    const [bad, good] = [await addTask(ana, { title: 'Bad' }), await addTask(ana, { title: 'Good' })]
    for (const { _id } of [bad, good]) await ana.put(`/tasks/updateTask/${_id}`, { priority: 'High' })
    program.answer = (response, { body }) => response.writeHead(body.includes('"Bad"') ? 500 : 200).end('sorry')
    await app.send()
    expect(program.told().toSorted()).toEqual(['task.changed Good', 'task.created Bad', 'task.created Good'])
    expect(await hook.deliveries()).toMatchObject([
      { event: 'task.changed', state: 'delivered' },
      { event: 'task.changed', state: 'waiting', attempts: 0 },
      { event: 'task.created', state: 'delivered' },
      { event: 'task.created', state: 'waiting', attempts: 1, status: 500, problem: 'The receiver answered 500.' },
    ])
    await app.send()
    expect(program.received).toHaveLength(3)
    program.answer = (response) => response.writeHead(204).end()
    app.moveClock(minute)
    await app.send()
    expect(program.told().slice(3)).toEqual(['task.created Bad', 'task.changed Bad'])
    const ids = program.received.map(({ id }) => id)
    expect(ids.slice(0, 3)).toContain(ids[3])
    expect(new Set(ids).size).toBe(4)
  },
)

test.for(engines)(
  '%s: after a day of failures a webhook is paused with a message, and goes on when it is told to',
  async (engine) => {
    const { mails, settings: server } = await mailServer()
    const mail = { server, from: { name: 'Taskdeck', address: 'deck@example.org' } }
    const app = await hookApp(engine, undefined, { mail })
    const ana = app.as('ana')
    const program = await receivingProgram()
    const hook = await connect(ana, program.url, { name: 'Bot & co' })
    program.answer = (response) => response.writeHead(503).end()
    await addTask(ana, { title: 'Lost' })
    const tried: number[] = []
    for (let passed = 0; passed < 26 * hour; passed += 30 * minute) {
      const before = program.received.length
      await app.send()
      if (program.received.length > before) tried.push(passed / hour)
      app.moveClock(30 * minute)
    }
    expect(tried.at(-1)).toBeGreaterThanOrEqual(24)
    expect(tried.at(-1)).toBeLessThan(25.6)
    expect(program.received.length).toBeGreaterThan(20)
    expect(program.received.length).toBeLessThan(40)
    expect(await hook.state()).toMatchObject({
      pausedAt: expect.any(String),
      pausedWhy: 'Every message has failed for a day.',
      lastDelivery: { state: 'failed', nextAt: null },
    })
    const told = mails.filter(({ subject }) => subject === 'Your webhook Bot & co is paused')
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('Every message has failed for a day.')
    expect(told[0]?.text).toContain('#/settings/webhooks')
    await addTask(ana, { title: 'While paused' })
    await app.send()
    program.answer = (response) => response.writeHead(200).end('ok')
    await ana.post(`${hook.path}/resume`)
    await addTask(ana, { title: 'Later' })
    const count = program.received.length
    await app.send()
    expect(program.told().slice(count)).toEqual(['task.created Later'])
    expect(await hook.state()).toMatchObject({ pausedAt: null, failingSince: null })
  },
)

test('410 disables a webhook at once', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const program = await receivingProgram()
  const hook = await connect(ana, program.url)
  program.answer = (response) => response.writeHead(410).end()
  await addTask(ana)
  await app.send()
  await addTask(ana)
  await app.send()
  expect(program.received).toHaveLength(1)
  expect((await hook.state()).pausedWhy).toContain('410')
})

test('the receiver may ask for a longer pause, but not for more than an hour', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const program = await receivingProgram()
  await connect(ana, program.url)
  program.answer = (response) => response.writeHead(429, { 'retry-after': '999999999' }).end()
  await addTask(ana)
  await app.send()
  app.moveClock(hour - minute)
  await app.send()
  expect(program.received).toHaveLength(1)
  app.moveClock(minute)
  await app.send()
  expect(program.received).toHaveLength(2)
})

test('a redirect is not followed, and the log says so', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const program = await receivingProgram()
  const hook = await connect(ana, program.url)
  program.answer = (response) => response.writeHead(302, { location: program.url }).end()
  const { body } = await ana.post(`${hook.path}/test`)
  expect(body.message).toContain('Redirects are not followed')
  expect(program.received).toHaveLength(1)
})

test.for(engines)('%s: the log has the request and the response, and sends again with the same id', async (engine) => {
  const app = await hookApp(engine)
  const ana = app.as('ana')
  const program = await receivingProgram()
  const hook = await connect(ana, program.url)
  program.answer = (response) => response.writeHead(400).end(`no\0${'x'.repeat(10_000)}`)
  const { body } = await ana.post(`${hook.path}/test`)
  expect(body).toMatchObject({
    message: 'Not delivered. The receiver answered 400.',
    delivery: { event: 'test', state: 'failed', status: 400, attempts: 1, nextAt: null },
  })
  const { id } = body.delivery
  const { delivery } = (await ana.get(`${hook.path}/deliveries/${id}`)).body
  expect(JSON.parse(delivery.request)).toMatchObject({ type: 'test', data: { message: expect.any(String) } })
  expect(delivery.response).toMatch(/^nox{100}/)
  expect(delivery.response.length).toBeLessThanOrEqual(4_000)
  program.answer = (response) => response.writeHead(200).end('fine')
  const again = await ana.post(`${hook.path}/deliveries/${id}/send`)
  expect(again.body).toMatchObject({ message: 'Delivered.', delivery: { id, state: 'delivered', attempts: 2 } })
  expect(program.received.map((one) => one.id)).toEqual([id, id])
  for (const message of program.received) verified(hook.secret, message)
})

test('a log keeps the last hundred deliveries', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const program = await receivingProgram()
  await connect(ana, program.url)
  for (let made = 0; made < 130; made += 65)
    await ana.post('/tasks/bulkCreateTasks', {
      tasks: Array.from({ length: 65 }, (_, index) => ({ title: `${made + index}` })),
    })
  await app.send()
  expect(program.received).toHaveLength(130)
  const rows = await app.database.db.selectFrom('outgoing_messages').select('place').execute()
  expect(rows).toHaveLength(100)
})

test.for(engines)('%s: a node that is killed in the middle loses nothing, and another one goes on', async (engine) => {
  const app = await hookApp(engine)
  const ana = app.as('ana')
  const program = await receivingProgram()
  await connect(ana, program.url)
  await addTask(ana, { title: 'One' })
  const killed = new Promise<void>((resolve) => {
    // The receiver has the message, and the node never learns it.
    program.answer = () => resolve()
  })
  const [first, second] = [app.node(), app.node()]
  await first.following.check()
  await first.queue.runDue()
  await killed
  await second.send()
  expect(program.received).toHaveLength(1)
  program.answer = (response) => response.writeHead(204).end()
  app.moveClock(2 * minute)
  await second.send()
  expect(program.told()).toEqual(['task.created One', 'task.created One'])
  expect(program.received[0]?.id).toBe(program.received[1]?.id)
})

test.for(engines)('%s: three nodes at the same time send each message once', async (engine) => {
  const app = await hookApp(engine)
  const ana = app.as('ana')
  const program = await receivingProgram()
  await connect(ana, program.url)
  for (let made = 0; made < 10; made++) await addTask(ana, { title: `${made}` })
  await Promise.all([app, app.node(), app.node()].map((node) => node.send()))
  await app.send()
  expect(program.told().toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `task.created ${index}`))
})

test('a slow receiver holds up nobody else', async () => {
  const app = await hookApp('sqlite')
  const [slow, fast] = [await receivingProgram(), await receivingProgram()]
  slow.answer = () => {}
  await connect(app.as('mallory'), slow.url)
  await connect(app.as('bo'), fast.url)
  for (let made = 0; made < 8; made++) await addTask(app.as('mallory'))
  await addTask(app.as('bo'), { title: 'Fast' })
  const arrived = new Promise<void>((resolve) => {
    fast.answer = (response) => {
      response.writeHead(204).end()
      resolve()
    }
  })
  await app.following.check()
  await app.queue.runDue()
  await arrived
  expect(fast.told()).toEqual(['task.created Fast'])
  expect(slow.received.length).toBeLessThanOrEqual(4)
})
