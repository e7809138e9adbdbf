import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { by } from '../../../test/author.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import type { Person } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { wireRules } from '../wiring.ts'

/** Moves a task between two others, as the board does. */
const drop = (person: Pick<Person, 'put'>, number: number, place: object) =>
  person.put(`/tasks/updateTask/${number}`, { place })

/** The numbers of the tasks in the order of the board. */
async function board(person: Pick<Person, 'get'>): Promise<number[]> {
  const tasks = await listTasks(person)
  return tasks.sort((a, b) => b.position - a.position || b.number - a.number).map(({ number }) => number)
}

/** Ana with three tasks, the second of which is moved. */
async function world(engine: Engine = 'sqlite') {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  for (let count = 0; count < 3; count++) await addTask(ana)
  return {
    app,
    ana,
    move: (position: unknown) => ana.put('/tasks/updateTask/2', { position }),
    positions: async () => (await listTasks(ana)).map(({ position }) => position),
  }
}

test.for(engines)('%s: the position of a new task is its number', async (engine) => {
  const { ana, positions } = await world(engine)
  const { body } = await ana.post('/tasks/bulkCreateTasks', { tasks: [taskInput(), taskInput()] })
  expect(body.tasks.map(({ number, position }: { number: number; position: number }) => [number, position])).toEqual([
    [4, 4],
    [5, 5],
  ])
  expect(await positions()).toEqual([5, 4, 3, 2, 1])
  const { status } = await ana.post('/tasks/createTask', taskInput({ position: 1 }))
  expect(status).toBe(400)
})

test.for(engines)('%s: a task keeps exactly the given position', async (engine) => {
  const { app, ana, move, positions } = await world(engine)
  const places = [0.5, 0, -3, 2.000000000000001, 1 / 3, 1e-300, 5e-324, 1.7976931348623157e308, -1e21, 2 ** 53]
  for (const place of places) {
    const { status, body } = await move(place)
    expect([status, body.task.position]).toEqual([200, place])
    expect((await ana.get('/tasks/task/2')).body.position).toBe(place)
    expect(await positions()).toEqual([3, place, 1])
  }
  const { status } = await ana.put('/tasks/updateTask/2', { position: 9, status: 'Completed' })
  expect([status, (await ana.get('/tasks/task/2')).body]).toMatchObject([200, { position: 9, status: 'Completed' }])
  await ana.put('/tasks/updateTask/2', { title: 'Renamed' })
  expect(await positions()).toEqual([3, 9, 1])
  await expectSoundLog(app.database, (await ana.user())._id)
})

test.for(engines)('%s: a position that is not a number is refused, and nothing changes', async (engine) => {
  const { app, ana, move } = await world(engine)
  const before = await everyRow(app.database)
  for (const wrong of ['1', '', 'NaN', null, true, [1], {}]) {
    const { status, body } = await move(wrong)
    expect([wrong, status, body]).toEqual([
      wrong,
      400,
      { message: 'position must be a number.', code: 'invalid_input' },
    ])
  }
  for (const wrong of ['NaN', 'Infinity', '-Infinity', '1e999', '-1e999', '0x10', '01']) {
    const { status, body } = await ana.send('PUT', '/tasks/updateTask/2', `{"position":${wrong}}`, {
      headers: { 'content-type': 'application/json' },
    })
    expect([wrong, status, body.code]).toEqual([wrong, 400, 'invalid_input'])
  }
  expect(await everyRow(app.database)).toEqual(before)
})

test.for(engines)('%s: a move is recorded in the history, and can be undone and redone', async (engine) => {
  const { app, ana, move, positions } = await world(engine)
  await move(0.5)
  await move(7)
  expect((await move(7)).body.change).toBeNull()
  expect((await historyOf(ana, '2')).slice(0, 2).map(({ before, after }) => [before, after])).toEqual([
    [{ position: 0.5 }, { position: 7 }],
    [{ position: 2 }, { position: 0.5 }],
  ])
  for (const [step, place] of [
    [undo, 0.5],
    [undo, 2],
    [redo, 0.5],
    [redo, 7],
  ] as const) {
    expect((await step(ana)).status).toBe(200)
    expect(await positions()).toEqual([3, place, 1])
  }
  await expectSoundLog(app.database, (await ana.user())._id)
})

test.for(engines)('%s: hundreds of moves into one gap all end up where they were dropped', async (engine) => {
  const { app, ana } = await world(engine)
  const owner = (await ana.user())._id
  const { tasks } = wireRules({ ...app, log: pino({ level: 'silent' }) })
  // Two cards take turns in the gap above #1, which is halved each time.
  for (let round = 0; round < 200; round++) {
    const [moved, above] = round % 2 ? ['2', '3'] : ['3', '2']
    const { task } = await tasks.update(by(owner), moved, { place: { above, below: '1' } })
    const [over, under] = (await Promise.all([ana.get(`/tasks/task/${above}`), ana.get('/tasks/task/1')])).map(
      ({ body }) => body.position,
    )
    expect([round, over > task.position, task.position > under]).toEqual([round, true, true])
  }
  await expectSoundLog(app.database, owner)
})

test.for(engines)(
  '%s: a task can be moved to the top, to the bottom and between tasks with the same position',
  async (engine) => {
    const { ana, move } = await world(engine)
    for (const [number, place, order] of [
      [1, { below: '3' }, [1, 3, 2]],
      [1, { above: '2' }, [3, 2, 1]],
      [3, { above: '1' }, [2, 1, 3]],
    ] as const) {
      await drop(ana, number, place)
      expect(await board(ana)).toEqual(order)
    }
    // No number is above the greatest one, or between two equal ones.
    for (const number of [1, 3]) await ana.put(`/tasks/updateTask/${number}`, { position: 1.7976931348623157e308 })
    await drop(ana, 2, { above: '3', below: '1' })
    expect(await board(ana)).toEqual([3, 2, 1])
    await move(1.7976931348623157e308)
    const before = await board(ana)
    const { change } = (await drop(ana, 1, { below: '2' })).body
    expect(await board(ana)).toEqual([1, 2, 3])
    expect((await undo(ana, change)).status).toBe(200)
    expect(await board(ana)).toEqual(before)
  },
)

test.for(engines)('%s: concurrent moves into the same gap keep one order', async (engine) => {
  const { app, ana } = await world(engine)
  await ana.post('/tasks/bulkCreateTasks', { tasks: Array(8).fill(taskInput()) })
  const phone = await ana.elsewhere()
  const answers = await Promise.all(
    [4, 5, 6, 7, 8, 9].map((number) => drop(number % 2 ? ana : phone, number, { above: '3', below: '2' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const order = await board(ana)
  expect([order.slice(0, 3), order.slice(9)]).toEqual([
    [11, 10, 3],
    [2, 1],
  ])
  const positions = (await listTasks(ana)).map(({ position }) => position)
  expect(new Set(positions).size).toBe(positions.length)
  await expectSoundLog(app.database, (await ana.user())._id)
})

test.for(engines)('%s: if one neighbour has left the board, the other one determines the position', async (engine) => {
  const { app, ana } = await world(engine)
  const bo = app.as('bo')
  const foreign = await addTask(bo)
  await ana.delete('/tasks/deleteTask/3')
  await drop(ana, 1, { above: '3', below: '2' })
  expect(await board(ana)).toEqual([1, 2])
  for (const place of [{ above: '3' }, { above: foreign._id, below: '3' }]) {
    const { status, body } = await drop(ana, 1, place)
    expect([status, body.code]).toEqual([409, 'conflict'])
  }
  expect((await drop(ana, 1, {})).status).toBe(400)
  expect((await ana.put('/tasks/updateTask/1', { place: { above: '2' }, position: 1 })).status).toBe(400)
})
