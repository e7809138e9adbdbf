import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'

/** Ana with three tasks, of which the second is moved. */
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

test.for(engines)('%s: a new task stands where its number says', async (engine) => {
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

test.for(engines)('%s: a task keeps exactly the place that it is given', async (engine) => {
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

test.for(engines)('%s: a place that is no number is refused, and nothing is changed', async (engine) => {
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

test.for(engines)('%s: a move is in the history, and is undone and redone', async (engine) => {
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
