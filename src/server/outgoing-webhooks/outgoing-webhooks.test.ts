import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { connect, hookApp, outgoingHook, receivingProgram, verified } from '../../../test/outgoing-hooks.ts'
import { askOwner } from '../../../test/questions.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { outgoingEvents } from '../../contract/outgoing-webhooks.ts'

const events = [...outgoingEvents]

test.for(engines)('%s: every event is told once, in order, signed, and with the task', async (engine) => {
  const app = await hookApp(engine)
  const ana = app.as('ana')
  const program = await receivingProgram()
  const before = await addTask(ana, { title: 'Before' })
  const { secret } = await connect(ana, program.url, { events })
  const task = await addTask(ana, { title: 'One' })
  await ana.put(`/tasks/updateTask/${task._id}`, { priority: 'High' })
  await ana.put(`/tasks/updateTask/${task._id}`, { status: 'Completed' })
  const { token } = await makeToken(ana, { name: 'asker' })
  await askOwner(withToken(app, token), before._id, 'Which one?')
  await ana.delete(`/tasks/deleteTask/${task._id}`)
  await ana.post('/tasks/undo', {})
  await app.send()
  await app.send()
  expect(program.told()).toContain('question.asked Before')
  expect(program.received).toHaveLength(6)
  const ofOne = program.told().filter((line) => line.endsWith('One'))
  expect(ofOne).toEqual([
    'task.created One',
    'task.changed One',
    'task.completed One',
    'task.deleted One',
    'task.changed One',
  ])
  for (const message of program.received) verified(secret, message)
  const completed = JSON.parse(program.received.find(({ body }) => body.includes('task.completed'))?.body ?? '')
  expect(completed).toMatchObject({
    type: 'task.completed',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      task: { _id: task._id, number: task.number, title: 'One' },
      url: expect.stringMatching(new RegExp(`/taskdeck/#/task/${task.number}$`)),
      change: { kind: 'updated', before: { status: 'Pending' }, after: { status: 'Completed' }, via: 'session' },
    },
  })
  const asked = JSON.parse(program.received.find(({ body }) => body.includes('question.asked'))?.body ?? '')
  expect(asked.data.question).toMatchObject({ text: 'Which one?', kind: 'question' })
})

test('a message that was changed on the way, or has the secret of another webhook, is recognized', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const program = await receivingProgram()
  const [one, two] = [await connect(ana, program.url), await connect(ana, program.url)]
  expect(one.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  await ana.post(`${one.path}/test`)
  const message = program.received[0] as (typeof program.received)[number]
  verified(one.secret, message)
  expect(() => verified(two.secret, message)).toThrow()
  expect(() => verified(one.secret, { ...message, body: `${message.body} ` })).toThrow()
})

test.for(engines)('%s: only wanted events of chosen tasks are told, by a filter or a saved view', async (engine) => {
  const app = await hookApp(engine)
  const ana = app.as('ana')
  const [byFilter, byView] = [await receivingProgram(), await receivingProgram()]
  const { view } = (await ana.post('/views', { name: 'Ops', address: '/list?label=ops&status=Pending' })).body
  await connect(ana, byFilter.url, { events: ['task.created', 'task.completed'], filter: 'label:ops -priority:low' })
  await connect(ana, byView.url, { events: ['task.completed'], view: view.id })
  const ops = await addTask(ana, { title: 'Ops', labels: ['ops'] })
  const low = await addTask(ana, { title: 'Low', labels: ['ops'], priority: 'Low' })
  const other = await addTask(ana, { title: 'Other' })
  for (const { _id } of [ops, low, other]) await ana.put(`/tasks/updateTask/${_id}`, { status: 'Completed' })
  await app.send()
  expect(byFilter.told()).toEqual(['task.created Ops', 'task.completed Ops'])
  // The tasks were pending before.
  expect(byView.told().sort()).toEqual(['task.completed Low', 'task.completed Ops'])
})

test('a webhook whose view is deleted is paused, and says why', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const program = await receivingProgram()
  const { view } = (await ana.post('/views', { name: 'All', address: '/list' })).body
  const hook = await connect(ana, program.url, { view: view.id })
  await ana.delete(`/views/${view.id}`)
  await addTask(ana)
  await app.send()
  expect(program.received).toEqual([])
  expect((await hook.state()).pausedWhy).toContain('Its saved view was deleted')
  expect((await ana.post(`${hook.path}/resume`)).status).toBe(400)
  await ana.put(hook.path, { view: null })
  expect((await ana.post(`${hook.path}/resume`)).body.webhook).toMatchObject({ pausedAt: null, pausedWhy: null })
  await addTask(ana, { title: 'Later' })
  await app.send()
  expect(program.told()).toEqual(['task.created Later'])
})

test.for(engines)('%s: reminders that are due are told', async (engine) => {
  const app = await hookApp(engine, Date.parse('2026-11-18T12:00:00Z'))
  const ana = app.as('ana')
  const program = await receivingProgram()
  await connect(ana, program.url, { events: ['reminder.due'] })
  await addTask(ana, { title: 'Call', reminders: ['2026-11-18T15:00'] })
  await app.send()
  expect(program.received).toEqual([])
  app.moveClock(4 * 3_600_000)
  await app.send()
  await app.send()
  expect(program.told()).toEqual(['reminder.due Call'])
  expect(program.last().data.reminder).toEqual({ at: '2026-11-18T15:00' })
})

test.for([
  [{ url: 'http://127.0.0.2/' }, 'is not on the public internet'],
  [{ url: 'http://bot.example/' }, undefined],
  [{ url: 'https://ana:secret@bot.example/' }, 'must not contain a user name'],
  [{ url: 'bot.example' }, 'Enter a complete address'],
  [{ filter: 'fix the login' }, 'A webhook cannot use words'],
  [{ filter: 'is:blocked' }, 'A webhook cannot use words'],
  [{ view: 'none' }, 'A webhook cannot use words'],
  [{ view: 'none', filter: 'label:ops' }, 'not both'],
  [{ events: [] }, 'events'],
  [{ events: ['task.read'] }, 'events'],
  [{ name: '' }, 'name'],
] as const)('a webhook with %j is refused: %s', async ([input, message]) => {
  const app = await hookApp('sqlite')
  const { status, body } = await app.as('ana').post('/outgoing-webhooks', { ...outgoingHook, ...input })
  if (message) expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  // The name server is asked with every call.
  else expect(status).toBe(201)
})

test('the secret is shown once, and an owner has at most ten webhooks', async () => {
  const ana = (await hookApp('sqlite')).as('ana')
  const { secret } = await connect(ana, outgoingHook.url)
  for (let made = 1; made < 10; made++) await connect(ana, outgoingHook.url)
  expect((await ana.post('/outgoing-webhooks', outgoingHook)).status).toBe(413)
  const pages = [await ana.get('/outgoing-webhooks'), await ana.get('/auth/export')]
  for (const { body } of pages) expect(JSON.stringify(body)).not.toContain(secret)
})

test('a deleted webhook leaves nothing behind', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const program = await receivingProgram()
  const { path } = await connect(ana, program.url)
  await addTask(ana)
  await app.send()
  expect((await ana.delete(path)).status).toBe(200)
  await addTask(ana)
  await app.send()
  expect(program.received).toHaveLength(1)
  for (const table of ['outgoing_hooks', 'outgoing_messages', 'deliveries'] as const)
    expect(await app.database.db.selectFrom(table).selectAll().execute()).toEqual([])
})
