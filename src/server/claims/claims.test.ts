import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import type { Task } from '../../contract/schemas/tasks.ts'

const minute = 60_000

/** A user with two programs, and a clock that can be moved. */
async function world(engine: (typeof engines)[number]) {
  let ahead = 0
  const app = await testApp({ engine, dependencies: { clock: () => Date.now() + ahead } })
  const ana = app.as('ana')
  const program = async (name: string) => withToken(app, (await makeToken(ana, { name })).token)
  return {
    ...app,
    ana,
    program,
    codex: await program('codex'),
    aider: await program('aider'),
    pass: (minutes: number) => {
      ahead += minutes * minute
    },
    task: async (number: number): Promise<Task> => (await ana.get(`/tasks/task/${number}`)).body,
  }
}

test.for(engines)(
  '%s: a claim says who works on a task until when, begins the work, and is undone with it',
  async (engine) => {
    const { ana, codex, task, database } = await world(engine)
    await addTask(ana, { title: 'First' })
    const { status, body } = await codex.post('/tasks/claim', { task: '1' })
    expect([status, body.message]).toEqual([200, 'Task #1 is yours for 30 min.'])
    const { claim, ...claimed } = body.task as Task
    expect(claimed).toMatchObject({ status: 'In Progress', version: 2 })
    expect(claim).toMatchObject({ by: 'token:codex', minutes: 30 })
    expect(Date.parse(claim?.until ?? '') - Date.parse(claim?.at ?? '')).toBe(30 * minute)
    expect((await task(1)).claim).toEqual(claim)
    expect((await ana.get('/tasks/getTasks')).body.tasks[0].claim).toEqual(claim)
    expect((await historyOf(ana, '1'))[0]).toMatchObject({ kind: 'updated', via: 'token:codex', after: { claim } })

    await undo(ana)
    expect(await task(1)).toMatchObject({ status: 'Pending' })
    expect((await task(1)).claim).toBeUndefined()
    await redo(ana)
    expect((await task(1)).claim).toEqual(claim)
    await expectSoundLog(database, (await ana.user())._id)
  },
)

test.for(engines)(
  '%s: a task that somebody holds is refused to others, with the holder and the time',
  async (engine) => {
    const { ana, codex, aider } = await world(engine)
    await addTask(ana)
    await codex.post('/tasks/claim', { task: '1', minutes: 60 })
    const refused = await aider.post('/tasks/claim', { task: '1' })
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'held',
        message: 'codex holds task #1 for 1 h more. Nothing was changed.',
        claim: expect.objectContaining({ by: 'token:codex' }),
      }),
    ])
    // Claiming again what one holds renews it.
    expect((await codex.post('/tasks/claim', { task: '1', minutes: 5 })).body.task.claim).toMatchObject({ minutes: 5 })
    // The owner works on everything. Other writes are refused only if they ask for it.
    expect((await ana.put('/tasks/updateTask/1', { title: 'Mine' })).status).toBe(200)
    expect((await aider.put('/tasks/updateTask/1', { title: 'Also' })).status).toBe(200)
    const careful = { headers: { 'respect-claims': 'true' } }
    expect((await aider.send('PUT', '/tasks/updateTask/1', { title: 'No' }, careful)).body).toMatchObject({
      code: 'held',
    })
    expect((await aider.send('DELETE', '/tasks/deleteTask/1', undefined, careful)).body).toMatchObject({ code: 'held' })
    expect((await codex.send('PUT', '/tasks/updateTask/1', { title: 'Yes' }, careful)).status).toBe(200)
    for (const [value, status] of [
      ['false', 200],
      ['maybe', 400],
    ] as const) {
      const headers = { 'respect-claims': value }
      expect((await aider.send('PUT', '/tasks/updateTask/1', { title: value }, { headers })).status).toBe(status)
    }
  },
)

test.for(engines)('%s: writes of the holder renew a claim, and it ends with the work', async (engine) => {
  const { ana, codex, pass, task } = await world(engine)
  await addTask(ana)
  const { until } = (await codex.post('/tasks/claim', { task: '1' })).body.task.claim
  pass(20)
  await ana.put('/tasks/updateTask/1', { title: 'By the owner' })
  expect((await task(1)).claim?.until).toBe(until)
  await codex.put('/tasks/updateTask/1', { priority: 'High' })
  const renewed = (await task(1)).claim?.until ?? ''
  expect(Date.parse(renewed) - Date.parse(until)).toBeGreaterThanOrEqual(20 * minute)
  // A renewal is no change that undo would have to care about.
  expect((await historyOf(ana, '1'))[0]?.after).toEqual({ priority: 'High' })
  expect((await undo(ana)).status).toBe(200)
  pass(20)
  expect((await codex.post('/tasks/renewClaim', { task: '1' })).body.task.claim.minutes).toBe(30)
  await codex.put('/tasks/updateTask/1', { status: 'Completed' })
  expect((await task(1)).claim).toBeUndefined()
  expect((await codex.post('/tasks/claim', { task: '1' })).body.message).toContain('Task #1 is completed')
  await undo(ana)
  expect((await task(1)).claim).toMatchObject({ by: 'token:codex' })
  await ana.put('/tasks/updateTask/1', { status: 'Pending' })
  expect((await task(1)).claim).toBeUndefined()
  expect((await codex.post('/tasks/renewClaim', { task: '1' })).body).toMatchObject({ code: 'conflict' })
})

test.for(engines)(
  '%s: after a claim has run out, its holder goes on, unless somebody else has taken the task',
  async (engine) => {
    const { ana, codex, aider, pass, task } = await world(engine)
    await addTask(ana)
    await addTask(ana)
    await codex.post('/tasks/claim', { task: '1' })
    await codex.post('/tasks/claim', { task: '2' })
    pass(31)
    expect((await codex.put('/tasks/updateTask/1', { title: 'Later' })).status).toBe(200)
    expect((await aider.post('/tasks/claim', { task: '1' })).body).toMatchObject({ code: 'held' })
    expect((await aider.post('/tasks/claim', { task: '2' })).status).toBe(200)
    const refused = await codex.put('/tasks/updateTask/2', { title: 'Too late' })
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'held', message: 'aider holds task #2 for 30 min more. Nothing was changed.' }),
    ])
    expect((await codex.post('/tasks/bulkUpdateTasks', { ids: ['1', '2'], change: { priority: 'Low' } })).status).toBe(
      409,
    )
    expect((await task(1)).priority).toBe('Medium')
    expect((await codex.post('/tasks/renewClaim', { task: '2' })).body).toMatchObject({ code: 'held' })
    pass(31)
    expect((await codex.put('/tasks/updateTask/2', { title: 'Free again' })).status).toBe(200)
  },
)

test.for(engines)('%s: the owner takes over, hands over and releases, also many tasks at once', async (engine) => {
  const { ana, codex, aider, task } = await world(engine)
  for (const title of ['a', 'b', 'c']) await addTask(ana, { title })
  await codex.post('/tasks/claim', { task: '1' })
  expect((await aider.post('/tasks/releaseClaims', { ids: ['1'] })).body).toMatchObject({ code: 'held' })
  expect((await codex.post('/tasks/handOverClaims', { ids: ['1'] })).body).toMatchObject({ code: 'forbidden' })
  expect((await ana.post('/tasks/handOverClaims', { ids: ['1', '2'] })).body.message).toBe('2 tasks taken over.')
  expect((await task(1)).claim).toMatchObject({ by: 'session', lost: ['token:codex'] })
  expect((await codex.put('/tasks/updateTask/1', { title: 'x' })).body.message).toBe(
    'The owner holds task #1 for 30 min more. Nothing was changed.',
  )
  const handed = await ana.post('/tasks/handOverClaims', { ids: ['1', '2', '3'], to: 'aider', minutes: 120 })
  expect(handed.body.message).toBe('3 tasks handed over to aider.')
  expect((await task(3)).claim).toMatchObject({ by: 'token:aider', minutes: 120 })
  expect((await ana.post('/tasks/handOverClaims', { ids: ['1'], to: 'nobody' })).body).toMatchObject({
    code: 'not_found',
    message: 'You have no token named “nobody”.',
  })
  expect((await aider.post('/tasks/releaseClaims', { ids: ['1'] })).body.message).toBe('1 task released.')
  expect((await ana.post('/tasks/releaseClaims', { ids: ['1', '2', '3'] })).body.message).toBe('3 tasks released.')
  for (const number of [1, 2, 3]) expect(await task(number)).toMatchObject({ status: 'In Progress' })
  expect((await task(2)).claim).toBeUndefined()
  await undo(ana)
  expect((await task(2)).claim).toMatchObject({ by: 'token:aider' })
})

test.for(engines)('%s: without a number, the most urgent ready task of a filter or view is claimed', async (engine) => {
  const { ana, codex, aider } = await world(engine)
  const today = new Date().toISOString().slice(0, 10)
  await addTask(ana, { title: 'Low', priority: 'Low' })
  await addTask(ana, { title: 'Parent', priority: 'Critical' })
  await addTask(ana, { title: 'Part', priority: 'High', partOf: '2', labels: ['auth'] })
  await addTask(ana, { title: 'Blocked', priority: 'Critical', blockedBy: ['3'] })
  await addTask(ana, { title: 'Later', priority: 'Critical', startDate: '2999-01-01' })
  await addTask(ana, { title: 'Overdue', priority: 'Low', dueDate: '2020-01-01', labels: ['home'] })
  const take = async (program: typeof codex, choice: object = {}) => {
    const { body } = await program.post('/tasks/claim', choice)
    return body.task?.title ?? body.code
  }
  expect(await take(codex, { filter: 'label=auth' })).toBe('Part')
  expect(await take(aider, { filter: 'due=overdue', today })).toBe('Overdue')
  expect(await take(codex, { filter: 'due=overdue&label=home', today })).toBe('nothing_ready')
  expect(await take(codex, { filter: 'q=parent' })).toBe('nothing_ready')
  expect(await take(codex)).toBe('Low')
  expect(await take(aider)).toBe('nothing_ready')
  await ana.put('/tasks/updateTask/3', { status: 'Completed' })
  await ana.post('/views', { name: 'Big', address: '/list?priority=Critical&sort=title' })
  expect(await take(aider, { view: 'big' })).toBe('Blocked')
  expect(await take(aider, { view: 'Big' })).toBe('Parent')
  expect(await take(aider, { view: 'Big' })).toBe('nothing_ready')
  expect((await aider.post('/tasks/claim', {})).status).toBe(404)
  expect((await aider.post('/tasks/claim', { view: 'Small' })).body).toMatchObject({ code: 'not_found' })
  expect((await aider.post('/tasks/claim', { filter: 'colour=red' })).body.message).toContain(
    'filter has no key “colour”',
  )
  expect((await aider.post('/tasks/claim', { filter: 'priority=Huge' })).body.message).toBe(
    'filter: priority has no value “Huge”.',
  )
  expect((await aider.post('/tasks/claim', { task: '1', view: 'Big' })).body).toMatchObject({ code: 'invalid_input' })
})

test.for(engines)('%s: lists are filtered by their holder', async (engine) => {
  const { ana, codex, program } = await world(engine)
  for (const title of ['Held', 'Mine', 'Free']) await addTask(ana, { title })
  await codex.post('/tasks/claim', { task: '1' })
  await ana.post('/tasks/claim', { task: '2' })
  const titles = async (claimed: string) =>
    (await ana.get(`/tasks/page?sort=title&claimed=${claimed}`)).body.tasks.map(({ title }: Task) => title)
  expect(await titles('any')).toEqual(['Held', 'Mine'])
  expect(await titles('none')).toEqual(['Free'])
  expect(await titles('you')).toEqual(['Mine'])
  expect(await titles('CODEX')).toEqual(['Held'])
  expect(await titles('code_')).toEqual([])
  expect(await titles('stale')).toEqual([])
  // A search cannot contain the space of a name.
  await (await program('Release Bot')).post('/tasks/claim', { task: '3' })
  expect([await titles('release-bot'), await titles('release%20bot')]).toEqual([['Free'], ['Free']])
})

test.for(engines)('%s: many programs that take tasks at once get each task exactly once', async (engine) => {
  const { ana, codex, aider } = await world(engine)
  const tasks = Array.from({ length: 40 }, (_, index) => ({ title: `Task ${index}` }))
  await ana.post('/tasks/bulkCreateTasks', { tasks })
  const taken: string[] = []
  const work = async (program: typeof codex) => {
    for (;;) {
      const { status, body } = await program.post('/tasks/claim', {})
      if (status !== 200) return expect(body.code).toBe('nothing_ready')
      taken.push(body.task.title)
    }
  }
  // The first calls share a search, and take the most urgent tasks, though each begins with another one.
  const urgent = tasks.slice(0, 9).map(({ title }) => title)
  await ana.post('/tasks/bulkUpdateTasks', {
    ids: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    change: { priority: 'High' },
  })
  await ana.put('/tasks/updateTask/1', { priority: 'Critical' })
  await Promise.all(
    Array.from({ length: 9 }, async (_, index) =>
      taken.push((await (index % 2 ? codex : aider).post('/tasks/claim', {})).body.task.title),
    ),
  )
  expect(taken.toSorted()).toEqual(urgent.toSorted())
  await Promise.all(Array.from({ length: 8 }, (_, index) => work(index % 2 ? codex : aider)))
  expect(taken.toSorted()).toEqual(tasks.map(({ title }) => title).toSorted())
})
