import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { browser } from '../../../test/browser.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { answersIn, kindsIn, withKey } from '../../../test/keys.ts'
import { expectExactCounts } from '../../../test/log.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { wireRules } from '../wiring.ts'

const day = 24 * 3_600_000

async function world(engine: Engine, given: Partial<Parameters<typeof testApp>[0]> = {}) {
  const app = await testApp({ engine, ...given })
  return { ...app, ana: app.as('ana'), bo: app.as('bo') }
}

test.for(engines)(
  '%s: a repetition gets the original response, even if the task has been changed or moved to the trash since',
  async (engine) => {
    const { ana, database } = await world(engine)
    const create = () => withKey(ana, 'a').post('/tasks/createTask', taskInput())
    const first = await create()
    expect([first.status, first.body.change, first.body.seq]).toEqual([201, 1, 1])
    const { _id } = first.body.task
    const update = () =>
      withKey(ana, 'b').send('PUT', `/tasks/updateTask/${_id}`, { title: 'New' }, { headers: { 'if-match': '"1"' } })
    const second = await update()
    expect([second.status, second.body.task.version]).toEqual([200, 2])
    await ana.put(`/tasks/updateTask/${_id}`, { title: 'Newer' })
    await ana.delete(`/tasks/deleteTask/${_id}`)
    const before = await everyRow(database)
    for (const [again, original] of [
      [await create(), first],
      [await update(), second],
    ] as const) {
      expect([again.status, again.text]).toEqual([original.status, original.text])
      expect(again.headers['cache-control']).toBe('no-store')
    }
    expect(await everyRow(database)).toEqual(before)
    expect(await kindsIn(database)).toEqual(['created', 'updated', 'updated', 'trashed'])
    await expectExactCounts(database, (await ana.user())._id)
  },
)

test.for(engines)('%s: a long answer is stored in compressed form', async (engine) => {
  const { ana, database } = await world(engine)
  const tasks = Array.from({ length: 20 }, (_, index) =>
    taskInput({ title: `Größe ${index}`, description: 'ü'.repeat(900) }),
  )
  const create = () => withKey(ana, 'k').post('/tasks/bulkCreateTasks', { tasks })
  const first = await create()
  expect(first.text.length).toBeGreaterThan(20_000)
  const { body } = await database.db.selectFrom('answers').select('body').executeTakeFirstOrThrow()
  expect(body?.length).toBeLessThan(2_000)
  expect((await create()).text).toBe(first.text)
})

test.for(engines)('%s: of ten concurrent repetitions, one is applied and all get its response', async (engine) => {
  const { ana, database } = await world(engine)
  await ana.user()
  const tenTimes = (send: () => ReturnType<typeof ana.send>) => Promise.all(Array.from({ length: 10 }, send))
  // The first is also the first call of this owner, who has no row to lock yet.
  const emptied = await tenTimes(() => withKey(ana, 'first').delete('/tasks/trash'))
  const created = await tenTimes(() => withKey(ana, 'create').post('/tasks/createTask', taskInput()))
  const updated = await tenTimes(() => withKey(ana, 'update').put('/tasks/updateTask/1', { title: 'New' }))
  const undone = await tenTimes(() => withKey(ana, 'undo').post('/tasks/undo'))
  const named = await tenTimes(() => withKey(ana, 'name').put('/auth/profile', { username: 'Ana B.' }))
  for (const [status, answers] of [
    [200, emptied],
    [201, created],
    [200, updated],
    [200, undone],
    [200, named],
  ] as const) {
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`))).toEqual(
      new Set([`${status} ${answers[0]?.text}`]),
    )
  }
  expect(await kindsIn(database)).toEqual(['created', 'updated', 'updated'])
  expect(await answersIn(database)).toHaveLength(5)
})

/** The same user in another app on the same database. */
async function elsewhere(app: Awaited<ReturnType<typeof world>>) {
  const other = await testApp({ config: { databaseUrl: app.config.databaseUrl, dataDir: app.config.dataDir } })
  const ana = browser(other.app)
  for (const [name, value] of app.ana.cookies) ana.cookies.set(name, value)
  return ana
}

test.for(engines)('%s: a repetition after a restart of the server gets the original response', async (engine) => {
  const app = await world(engine)
  const create = (ana: Parameters<typeof withKey>[0]) => withKey(ana, 'a').post('/tasks/createTask', taskInput())
  const first = await create(app.ana)
  await app.app.close()
  const again = await create(await elsewhere(app))
  expect([again.status, again.text]).toEqual([201, first.text])
  expect(await kindsIn(app.database)).toEqual(['created'])
})

test('concurrent repetitions on two nodes are applied once', async () => {
  const app = await world('postgres')
  await app.ana.user()
  const nodes = [app.ana, await elsewhere(app)]
  for (const key of ['a', 'b', 'c']) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        withKey(nodes[index % 2] as typeof app.ana, key).post('/tasks/createTask', taskInput({ title: key })),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  }
  expect(await kindsIn(app.database)).toEqual(['created', 'created', 'created'])
})

test.for(engines)('%s: the same key with another request is refused and changes nothing', async (engine) => {
  const { ana, database } = await world(engine)
  const [one, two] = [await addTask(ana), await addTask(ana)]
  const put = (id: string, fields: object, match?: string) =>
    withKey(ana, 'k').send('PUT', `/tasks/updateTask/${id}`, fields, match ? { headers: { 'if-match': match } } : {})
  expect((await put(one._id, { title: 'New' }, '"1"')).status).toBe(200)
  const before = await everyRow(database)
  for (const answer of [
    await put(one._id, { title: 'Another' }, '"1"'),
    await put(one._id, { title: 'New' }, '"2"'),
    await put(one._id, { title: 'New' }),
    await put(two._id, { title: 'New' }, '"1"'),
    await withKey(ana, 'k').delete(`/tasks/deleteTask/${one._id}`),
    await withKey(ana, 'k').delete('/tasks/trash'),
    await withKey(ana, 'k').put('/auth/profile', { username: 'Ana' }),
  ]) {
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        message: 'This Idempotency-Key was already used for another request. Use a new key for each change.',
        code: 'key_reused',
      },
    ])
  }
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)('%s: the keys of two users are independent', async (engine) => {
  const { ana, bo } = await world(engine)
  for (const person of [ana, bo]) {
    const title = `Of ${(await person.user()).username}`
    const { status, body } = await withKey(person, 'k').post('/tasks/createTask', taskInput({ title }))
    expect([status, body.task.title]).toEqual([201, title])
    expect((await listTasks(person)).map((task) => task.title)).toEqual([title])
  }
})

test.for(engines)('%s: a failed call stores nothing and can be repeated with the same key', async (engine) => {
  const { ana, database } = await world(engine)
  const undo = () => withKey(ana, 'undo').post('/tasks/undo')
  const restore = () => withKey(ana, 'restore').post('/tasks/trash/1/restore')
  const create = () => withKey(ana, 'create').post('/tasks/createTask', taskInput({ title: '' }))
  expect([(await undo()).status, (await restore()).status, (await create()).status]).toEqual([409, 404, 400])
  expect(await answersIn(database)).toEqual([])
  expect((await withKey(ana, 'create').post('/tasks/createTask', taskInput())).status).toBe(201)
  await ana.delete('/tasks/deleteTask/1')
  expect((await restore()).status).toBe(200)
  expect((await undo()).status).toBe(200)
})

test('a key that is malformed is refused, and nothing changes', async () => {
  const { ana } = await world('sqlite')
  for (const key of ['', ' ', 'two words', 'x'.repeat(65), 'é', 'a,b', 'a;b', '"quoted"']) {
    const { status, body } = await withKey(ana, key).post('/tasks/createTask', taskInput())
    expect([key, status, body]).toEqual([
      key,
      400,
      {
        message: 'idempotency-key must have 1 to 64 characters, which are letters of A to Z, digits, - or _.',
        code: 'invalid_input',
      },
    ])
  }
  expect(await listTasks(ana)).toEqual([])
  for (const key of ['0', 'x'.repeat(64), 'a-Z_9']) {
    expect((await withKey(ana, key).post('/tasks/createTask', taskInput())).status).toBe(201)
  }
})

test.for(engines)('%s: answers are kept for 30 days, and then removed in slices', async (engine) => {
  let now = Date.UTC(2026, 0, 1)
  const app = await world(engine, { dependencies: { clock: () => now } })
  const { ana, bo, database } = app
  const { history } = wireRules({ ...app, clock: () => now, log: pino({ level: 'silent' }) })
  const task = await addTask(ana)
  await addTask(bo)
  const rename = (key: string) => withKey(ana, key).put(`/tasks/updateTask/${task._id}`, { title: 'New' })
  for (let count = 0; count < 60; count++) await rename(`old-${count}`)
  await withKey(bo, 'old').put('/tasks/updateTask/1', { title: 'New' })
  now += day
  await rename('young')
  now += 29 * day
  await history.removeOldAnswers()
  expect(await answersIn(database)).toHaveLength(62)
  now += 1
  await history.removeOldAnswers()
  expect(await database.db.selectFrom('answers').select('key').execute()).toEqual([{ key: 'young' }])
  expect(await database.db.selectFrom('answer_subjects').select('key').execute()).toEqual([{ key: 'young' }])
  for (const person of [ana, bo]) await expectExactCounts(database, (await person.user())._id)
})

test.for(engines)('%s: deleting an account removes its answers only', async (engine) => {
  const { ana, bo, database, app } = await world(engine)
  for (const person of [ana, bo]) await withKey(person, 'k').post('/tasks/createTask', taskInput())
  const { _id } = await bo.user()
  expect((await ana.post('/auth/delete', { password: credentials('ana').password })).status).toBe(200)
  const owners = await database.db.selectFrom('answers').select('user_id').execute()
  const subjects = await database.db.selectFrom('answer_subjects').select('user_id').execute()
  expect([owners, subjects]).toEqual([[{ user_id: _id }], [{ user_id: _id }]])
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
})

test.for(engines)(
  '%s: the text of a task that is deleted for good is removed from the answers, and its calls are still not repeated',
  async (engine) => {
    const { ana, database } = await world(engine)
    const { _id: owner } = await ana.user()
    const gone = () => withKey(ana, 'gone').post('/tasks/createTask', taskInput({ title: 'Secret' }))
    const kept = () => withKey(ana, 'kept').post('/tasks/createTask', taskInput({ title: 'Kept' }))
    const { task } = (await gone()).body
    const keptAnswer = await kept()
    // Answers that contain the task although it was not changed.
    const same = () => withKey(ana, 'same').put(`/tasks/updateTask/${task._id}`, { title: 'Secret' })
    await ana.put('/tasks/updateTask/1', { priority: 'High' })
    const both = () =>
      withKey(ana, 'both').post('/tasks/bulkUpdateTasks', { ids: ['1', '2'], change: { priority: 'High' } })
    expect([(await same()).body.change, (await both()).status]).toEqual([null, 200])
    await withKey(ana, 'trash').delete(`/tasks/deleteTask/${task._id}`)
    expect((await answersIn(database)).join()).toContain('Secret')
    await ana.delete(`/tasks/trash/${task._id}`)
    const left = (await answersIn(database)).join()
    expect(left).not.toContain('Secret')
    expect(left).toContain('Kept')
    await expectExactCounts(database, owner)
    const before = await everyRow(database)
    for (const send of [gone, same, both]) {
      const { status, body } = await send()
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.message).toContain('already made')
    }
    expect((await kept()).text).toBe(keptAnswer.text)
    expect(await everyRow(database)).toEqual(before)
  },
)

test.for(engines)(
  '%s: a task with many answers is deleted for good in slices, which a recount finishes after a crash',
  { tags: 'long' },
  async (engine) => {
    const { ana, database, ...app } = await world(engine)
    const { _id: owner } = await ana.user()
    const { _id } = await addTask(ana, { title: 'Secret' })
    // Nothing is changed, so there are more answers than events.
    for (let count = 0; count < 110; count++) {
      await withKey(ana, `k-${count}`).put(`/tasks/updateTask/${_id}`, { title: 'Secret' })
    }
    await ana.delete(`/tasks/deleteTask/${_id}`)
    let transactions = 0
    const rulesFor = (maxTransactions: number) =>
      wireRules({
        ...app,
        log: pino({ level: 'silent' }),
        database: {
          ...database,
          maxSliceMs: 0,
          transaction: (...args) =>
            transactions++ < maxTransactions ? database.transaction(...args) : Promise.reject(new Error('crashed')),
        },
      })
    const left = async () => (await answersIn(database)).filter((json) => json?.includes('Secret')).length
    const author = { owner, via: 'session', key: { key: 'purge', fingerprint: 'purge', serialize: JSON.stringify } }
    await expect(rulesFor(2).trash.purge(author, _id)).rejects.toThrow('crashed')
    expect(await left()).toBe(10)
    await expectExactCounts(database, owner)
    await rulesFor(Number.POSITIVE_INFINITY).history.recount()
    expect(await left()).toBe(0)
    await expectExactCounts(database, owner)
    // The answer of the purge itself contains nothing of the task.
    const answer = JSON.stringify({ message: 'Task deleted for good.' })
    await expect(rulesFor(Number.POSITIVE_INFINITY).trash.purge(author, _id)).rejects.toMatchObject({ json: answer })
  },
)

test.for(engines)('%s: answers count against the limit of text, so that they cannot fill the disk', async (engine) => {
  const app = await world(engine, { config: { maxTextBytes: 20_000 } })
  const { ana, database } = app
  const { _id: owner } = await ana.user()
  await addTask(ana)
  const statuses = []
  // Nothing is changed, so the log does not grow.
  for (let count = 0; statuses.at(-1) !== 413 && count < 200; count++) {
    const { status } = await withKey(ana, `k-${count}`).put('/tasks/updateTask/1', { title: 'Write the tests' })
    statuses.push(status)
  }
  expect([statuses.at(-1), statuses.length > 10]).toEqual([413, true])
  expect((await ana.put('/tasks/updateTask/1', { title: 'Write the tests' })).status).toBe(200)
  await expectExactCounts(database, owner)
  await wireRules({ ...app, log: pino({ level: 'silent' }) }).history.recount()
  await expectExactCounts(database, owner)
  // Deleting is never refused.
  expect((await withKey(ana, 'delete').delete('/tasks/deleteTask/1')).status).toBe(200)
})

test.for(engines)('%s: emptying the trash continues if it is repeated after a crash', async (engine) => {
  const { ana, database, ...app } = await world(engine)
  const { _id: owner } = await ana.user()
  await ana.post('/tasks/bulkCreateTasks', { tasks: Array(5).fill(taskInput()) })
  await ana.post('/tasks/bulkDeleteTasks', { ids: ['1', '2', '3', '4', '5'] })
  let transactions = 0
  const crashing = wireRules({
    ...app,
    log: pino({ level: 'silent' }),
    database: {
      ...database,
      // A slice without time deletes one task.
      maxSliceMs: 0,
      transaction: (...args) =>
        transactions++ < 2 ? database.transaction(...args) : Promise.reject(new Error('crashed')),
    },
  })
  const key = { key: 'k', fingerprint: 'empty', serialize: JSON.stringify }
  const author = { owner, via: 'session', key }
  await expect(crashing.trash.empty(author)).rejects.toThrow('crashed')
  expect(await answersIn(database)).toEqual([])
  const { trash } = wireRules({ ...app, database, log: pino({ level: 'silent' }) })
  const answer = await trash.empty(author)
  expect(answer).toEqual({ message: 'The trash is empty.' })
  await expect(trash.empty(author)).rejects.toMatchObject({ json: JSON.stringify(answer) })
  const purged = (await kindsIn(database)).filter((kind) => kind === 'purged')
  expect([purged.length, await answersIn(database)]).toEqual([5, [JSON.stringify(answer)]])
})

test('an answer that names many tasks counts at least what it takes on the disk', async () => {
  const { ana, database } = await world('sqlite')
  const { _id: owner } = await ana.user()
  const tasks = Array.from({ length: 100 }, () => taskInput({ title: 'x' }))
  const { body } = await ana.post('/tasks/bulkCreateTasks', { tasks })
  const ids = body.tasks.map(({ _id }: Task) => _id)
  const used = async () => {
    const pages = sql<{
      bytes: number
    }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
    const [disk] = (await pages.execute(database.db)).rows
    const deck = await database.db.selectFrom('decks').select('text_bytes').where('user_id', '=', owner).execute()
    return { disk: disk?.bytes ?? 0, counted: deck[0]?.text_bytes ?? 0 }
  }
  const before = await used()
  for (let count = 0; count < 20; count++) {
    const key = `${'k'.repeat(60)}${count}`
    await withKey(ana, key).post('/tasks/bulkUpdateTasks', { ids, change: { status: 'Pending' } })
  }
  const after = await used()
  expect(after.counted - before.counted).toBeGreaterThan(20 * 100 * 300)
  expect(after.disk - before.disk).toBeLessThan(1.5 * (after.counted - before.counted))
  await expectExactCounts(database, owner)
})
