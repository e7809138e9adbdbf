import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { undo } from '../../../test/history.ts'
import { copyEvent } from '../../../test/many-tasks.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'

const activity = async (person: Person, query = '') => (await person.get(`/tasks/activity${query}`)).body
const lines = ({ changes }: { changes: { change: number; kind: string; taskCount: number }[] }) =>
  changes.map(({ change, kind, taskCount }) => [change, kind, taskCount])

test.for(engines)('%s: the changes of all tasks are listed, newest first, each once', async (engine) => {
  const { as } = await testApp({ engine })
  const ana = as('ana')
  expect(await activity(ana)).toEqual({ changes: [], nextBefore: null })
  const task = await addTask(ana, { title: 'Alone' })
  await addTask(as('bo'))
  await ana.post('/tasks/bulkCreateTasks', { tasks: [taskInput(), taskInput(), taskInput()] })
  await ana.put(`/tasks/updateTask/${task._id}`, { status: 'Completed' })
  await ana.delete(`/tasks/deleteTask/${task._id}`)
  await undo(ana, 6)
  const all = [
    ...[
      [7, 'restored', 1],
      [6, 'trashed', 1],
      [5, 'updated', 1],
    ],
    ...[
      [2, 'created', 3],
      [1, 'created', 1],
    ],
  ]
  const whole = await activity(ana)
  expect(lines(whole)).toEqual(all)
  expect(whole.nextBefore).toBeNull()
  expect(whole.changes[0]).toMatchObject({ by: 'ana', via: 'session', undoes: 6, task: task._id })
  expect(whole.changes[2]).toMatchObject({ before: { status: 'Pending' }, after: { status: 'Completed' } })

  const first = await activity(ana, '?limit=2')
  expect([lines(first), first.nextBefore]).toEqual([all.slice(0, 2), 6])
  const rest = await activity(ana, '?limit=3&before=6')
  expect([lines(rest), rest.nextBefore]).toEqual([all.slice(2), null])
  expect(lines(await activity(ana, '?kind=created'))).toEqual(all.slice(3))
  expect(lines(await activity(ana, '?by=person'))).toEqual(all)
  expect(lines(await activity(ana, '?by=agent'))).toEqual([])
  for (const query of ['?limit=0', '?limit=x', '?by=you', '?kind=moved', '?before=1-', '?page=2'])
    expect([query, (await ana.get(`/tasks/activity${query}`)).status]).toEqual([query, 400])
})

test.for(engines)('%s: a rare change is found page by page, and no page reads the whole log', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const { _id } = await addTask(ana)
  const { change } = (await ana.put(`/tasks/updateTask/${_id}`, { title: 'Other' })).body
  await copyEvent(database, change, 519)
  const first = await activity(ana, '?kind=created')
  expect([first.changes, first.nextBefore]).toEqual([[], 22])
  expect(lines(await activity(ana, `?kind=created&before=${first.nextBefore}`))).toEqual([[1, 'created', 1]])
})

test.for(engines)('%s: the changes of a token are found in pages, however many others there are', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const codex = withToken(app, (await makeToken(ana, { name: 'codex' })).token)
  const { _id } = await addTask(ana)
  const tasks = Array.from({ length: 250 }, () => taskInput())
  // More events than one statement reads.
  const many = [
    (await codex.post('/tasks/bulkCreateTasks', { tasks: tasks.slice(0, 100) })).body,
    (await codex.put(`/tasks/updateTask/${_id}`, { title: 'By codex' })).body,
    (await codex.post('/tasks/bulkCreateTasks', { tasks: tasks.slice(100, 200) })).body,
    (await codex.post('/tasks/bulkCreateTasks', { tasks: tasks.slice(200) })).body,
  ].map(({ change }) => change)
  await ana.put(`/tasks/updateTask/${_id}`, { title: 'By ana' })
  const all = [
    [many[3], 'created', 50],
    [many[2], 'created', 100],
    [many[1], 'updated', 1],
    [many[0], 'created', 100],
  ]
  const whole = await activity(ana, '?via=codex')
  expect([lines(whole), whole.nextBefore]).toEqual([all, null])
  const first = await activity(ana, '?via=codex&limit=2')
  expect([lines(first), first.nextBefore]).toEqual([all.slice(0, 2), many[2]])
  const rest = await activity(ana, `?via=codex&limit=2&before=${first.nextBefore}`)
  expect([lines(rest), rest.nextBefore]).toEqual([all.slice(2), null])
  expect(lines(await activity(ana, '?via=codex&kind=updated'))).toEqual([all[2]])
  expect(lines(await activity(ana, '?via=codex&by=agent'))).toEqual([])
  expect(lines(await activity(app.as('bo'), '?via=codex'))).toEqual([])
})
