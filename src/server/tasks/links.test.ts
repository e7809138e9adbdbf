import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { LinkedTask, Task } from '../../contract/schemas/tasks.ts'
import { type LinkKind, taskLimits } from '../../contract/tasks.ts'

/** Ana with some tasks, numbered from 1. */
async function world(engine: Engine, count = 4) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const tasks: Task[] = []
  for (let number = 1; number <= count; number++) tasks.push(await addTask(ana, { title: `Task ${number}` }))
  const idOf = (number: number) => tasks[number - 1]?._id ?? ''
  return {
    ...app,
    ana,
    idOf,
    link: (from: number | string, kind: LinkKind, to: number | string, headers = {}) =>
      ana.send('POST', `/tasks/task/${from}/links`, { kind, to: String(to) }, { headers }),
    unlink: (from: number, kind: LinkKind, to: number | string) =>
      ana.delete(`/tasks/task/${from}/links/${encodeURIComponent(kind)}/${to}`),
    task: async (number: number): Promise<Task> => (await ana.get(`/tasks/task/${number}`)).body,
    /** `out part of 2`: the links of a task. */
    async links(number: number) {
      const { links } = (await ana.get(`/tasks/task/${number}/links`)).body as { links: LinkedTask[] }
      return links.map(({ kind, direction, task }) => `${direction} ${kind} ${task.number}`)
    },
    sound: async () => expectSoundLog(app.database, (await ana.user())._id),
  }
}

test.for(engines)('%s: a task is linked by number or id, and both tasks show the link', async (engine) => {
  const { link, unlink, links, task, idOf, sound, ana } = await world(engine)
  const made = await link(1, 'blocked by', '#2')
  expect([made.status, made.body.message, made.body.task.blockedBy]).toEqual([201, 'Task linked.', [idOf(2)]])
  await link(idOf(1), 'part of', idOf(3))
  await link(1, 'related', 4)
  expect(await links(1)).toEqual(['out part of 3', 'out blocked by 2', 'out related 4'])
  expect(await links(2)).toEqual(['in blocked by 1'])
  expect(await links(3)).toEqual(['in part of 1'])
  expect(await links(4)).toEqual(['out related 1'])
  const { links: full } = (await ana.get('/tasks/task/3/links')).body
  expect(full).toEqual([
    { kind: 'part of', direction: 'in', task: { _id: idOf(1), number: 1, title: 'Task 1', status: 'Pending' } },
  ])
  // Linking twice changes nothing, and a related task is stored once, whichever side names it.
  expect((await link(1, 'blocked by', 2)).body.change).toBeNull()
  expect((await link(4, 'related', 1)).body.change).toBeNull()
  expect((await task(4)).related).toBeUndefined()

  expect((await unlink(1, 'blocked by', 2)).body).toMatchObject({ message: 'Link removed.', task: { number: 1 } })
  expect((await unlink(4, 'related', '%231')).status).toBe(200)
  expect(await links(1)).toEqual(['out part of 3'])
  // A new parent replaces the former one; removing another one changes nothing.
  await link(1, 'part of', 4)
  expect((await unlink(1, 'part of', 3)).body.change).toBeNull()
  expect(await links(1)).toEqual(['out part of 4'])
  await unlink(1, 'part of', 4)
  expect(await task(1)).not.toHaveProperty('partOf')
  await sound()
})

test.for(engines)('%s: the JSON of a task without links does not mention them', async (engine) => {
  const { ana, link, unlink } = await world(engine, 2)
  await link(1, 'blocked by', 2)
  await unlink(1, 'blocked by', 2)
  const names = (await listTasks(ana)).flatMap((task) => Object.keys(task))
  expect(names.filter((name) => /partOf|blockedBy|related/.test(name))).toEqual([])
})

test.for(engines)('%s: new and changed tasks take links as fields, by number or id', async (engine) => {
  const { ana, idOf, links, sound } = await world(engine)
  const part = await addTask(ana, { partOf: '#1', blockedBy: [idOf(2), '3'], related: ['4'] })
  expect(part).toMatchObject({ partOf: idOf(1), blockedBy: [idOf(2), idOf(3)], related: [idOf(4)] })
  const changed = await ana.put('/tasks/updateTask/5', { partOf: null, blockedBy: ['3'] })
  expect(changed.body.task).toMatchObject({ blockedBy: [idOf(3)], related: [idOf(4)] })
  expect(await links(5)).toEqual(['out blocked by 3', 'out related 4'])
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const siblings = await ana.post('/tasks/bulkCreateTasks', {
    tasks: [
      { _id: ids[0], title: 'child', partOf: ids[1] },
      { _id: ids[1], title: 'parent' },
    ],
  })
  expect([siblings.status, siblings.body.tasks[0].partOf]).toEqual([201, ids[1]])
  const circle = await ana.post('/tasks/bulkCreateTasks', {
    tasks: [
      { _id: ids[0]?.replace('1', '3'), title: 'a', blockedBy: [ids[1]?.replace('2', '4')] },
      { _id: ids[1]?.replace('2', '4'), title: 'b', blockedBy: [ids[0]?.replace('1', '3')] },
    ],
  })
  expect([circle.status, circle.body.code]).toEqual([409, 'conflict'])
  await sound()
})

test.for(engines)('%s: many tasks are linked as one change, which is undone as one', async (engine) => {
  const { ana, links, sound, idOf } = await world(engine, 5)
  const bulk = (ids: string[], change: object) => ana.post('/tasks/bulkUpdateTasks', { ids, change })
  const to = (kind: LinkKind, number: number) => ({ kind, to: `#${number}` })
  const { body } = await bulk(['2', '3', '4'], { addLinks: [to('part of', 1), to('blocked by', 5)] })
  expect(body.tasks).toHaveLength(3)
  expect(await links(1)).toEqual(['in part of 2', 'in part of 3', 'in part of 4'])
  expect(await links(5)).toEqual(['in blocked by 2', 'in blocked by 3', 'in blocked by 4'])
  await bulk(['2', '3'], { removeLinks: [to('blocked by', 5)], addLinks: [to('related', 4)] })
  expect(await links(4)).toEqual(['out part of 1', 'out blocked by 5', 'out related 2', 'out related 3'])
  await bulk(['4'], { removeLinks: [to('related', 2), to('related', 3)] })
  expect(await links(3)).toEqual(['out part of 1'])
  for (let count = 0; count < 3; count++) expect((await undo(ana)).status).toBe(200)
  expect(await links(1)).toEqual([])
  for (let count = 0; count < 3; count++) expect((await redo(ana)).status).toBe(200)
  expect(await links(2)).toEqual(['out part of 1'])
  const itself = await bulk(['1', '2'], { addLinks: [to('related', 2)] })
  expect([itself.status, itself.body.message]).toEqual([400, 'A task cannot be linked to itself.'])
  expect((await historyOf(ana, idOf(4))).map(({ after }) => Object.keys(after ?? {}).join())).toContain(
    'partOf,blockedBy',
  )
  await sound()
})

test.for(engines)('%s: no task waits for itself or is part of itself, not even through others', async (engine) => {
  const { ana, link, unlink, sound } = await world(engine, 7)
  const refused = async (...given: Parameters<typeof link>) => {
    const { status, body } = await link(...given)
    return [status, body.message]
  }
  await link(1, 'blocked by', 2)
  await link(2, 'blocked by', 3)
  expect(await refused(3, 'blocked by', 1)).toEqual([
    409,
    expect.stringMatching(/^#\d would wait for itself: it is blocked by #\d, .*\. Nothing was changed\.$/),
  ])
  expect(await refused(1, 'blocked by', 1)).toEqual([400, 'A task cannot be linked to itself.'])
  expect((await ana.put('/tasks/updateTask/3', { blockedBy: ['1'] })).status).toBe(409)

  for (const number of [2, 3, 4]) await link(number, 'part of', number - 1)
  expect(await refused(1, 'part of', 4)).toEqual([409, '#1 would be a part of itself. Nothing was changed.'])
  // 1 > 2 > 3 > 4 > 5 are five levels. A task with a part of its own needs two.
  await link(6, 'part of', 5)
  expect(await refused(5, 'part of', 4)).toEqual([409, '#6 would be more than 5 levels deep. Nothing was changed.'])
  await unlink(6, 'part of', 5)
  expect((await link(5, 'part of', 4)).status).toBe(201)
  expect(await refused(6, 'part of', 5)).toEqual([409, '#6 would be more than 5 levels deep. Nothing was changed.'])
  expect(await refused(1, 'part of', 7)).toEqual([409, '#5 would be more than 5 levels deep. Nothing was changed.'])
  await sound()
})

test.for(engines)('%s: undo, redo and a return from the trash never make a cycle', async (engine) => {
  const { ana, link, unlink, links, task, sound } = await world(engine)
  const { change } = (await link(1, 'blocked by', 2)).body
  await undo(ana, change)
  await link(2, 'blocked by', 1)
  const refused = await undo(ana, change + 1)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/would wait for itself.*Nothing was undone\.$/),
  ])
  expect((await redo(ana)).status).toBe(409)

  // A task in the trash keeps its links. They are hidden, and return with it.
  await link(3, 'part of', 4)
  await ana.delete('/tasks/deleteTask/3')
  expect(await links(4)).toEqual([])
  const circle = await link(4, 'part of', 3)
  expect([circle.status, circle.body.message]).toEqual([
    404,
    'Task #3 is in the trash. Restore it before you link to it.',
  ])
  await ana.delete('/tasks/deleteTask/1')
  expect(await links(2)).toEqual([])
  expect((await task(2)).blockedBy).toHaveLength(1)
  await ana.post('/tasks/trash/1/restore')
  await ana.post('/tasks/trash/3/restore')
  expect([await links(2), await links(3)]).toEqual([['out blocked by 1'], ['out part of 4']])

  // A way through the trash counts, and the message says why.
  await unlink(2, 'blocked by', 1)
  await link(1, 'blocked by', 3)
  await link(3, 'blocked by', 2)
  await ana.delete('/tasks/deleteTask/3')
  const hidden = await link(2, 'blocked by', 1)
  expect([hidden.status, hidden.body.message]).toEqual([409, expect.stringContaining('#3 (in the trash)')])
  await ana.delete('/tasks/trash/3')
  expect((await link(2, 'blocked by', 1)).status).toBe(201)
  await sound()
})

test.for(engines)('%s: links with a task that was deleted for good disappear, and cannot return', async (engine) => {
  const { ana, link, links, task, idOf } = await world(engine)
  await link(1, 'blocked by', 2)
  await link(1, 'part of', 3)
  for (const number of [2, 3]) {
    await ana.delete(`/tasks/deleteTask/${number}`)
    await ana.delete(`/tasks/trash/${number}`)
  }
  expect(await links(1)).toEqual([])
  const again = await link(1, 'blocked by', idOf(2))
  expect([again.status, again.body.message]).toEqual([404, 'The task to link to does not exist.'])
  await ana.put('/tasks/updateTask/1', { blockedBy: [idOf(2), '4'] })
  expect((await task(1)).blockedBy).toEqual([idOf(4)])
})

test.for(engines)('%s: a task of another user cannot be linked', async (engine) => {
  const { as, ana, idOf } = await world(engine, 1)
  const bo = as('bo')
  for (let count = 0; count < 2; count++) await addTask(bo)
  const body = { kind: 'related', to: idOf(1) }
  const answers = [
    await bo.post('/tasks/task/1/links', body),
    await bo.post(`/tasks/task/${idOf(1)}/links`, { kind: 'related', to: '1' }),
    await bo.delete(`/tasks/task/1/links/related/${idOf(1)}`),
    await bo.get(`/tasks/task/${idOf(1)}/links`),
    await bo.post('/tasks/createTask', { title: 'x', partOf: idOf(1) }),
    await bo.put('/tasks/updateTask/1', { blockedBy: [idOf(1)] }),
    await bo.post('/tasks/bulkUpdateTasks', { ids: ['1', '2'], change: { addLinks: [body] } }),
    await bo.post('/tasks/bulkUpdateTasks', { ids: ['1'], change: { removeLinks: [body] } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  for (const { text } of answers) expect(text).not.toContain(idOf(1))
  expect((await ana.get('/tasks/task/1/links')).body).toEqual({ links: [], more: 0 })
})

test.for(engines)('%s: links of other kinds, and too many links, are refused', async (engine) => {
  const { ana, link } = await world(engine, 1)
  expect((await link(1, 'duplicates' as LinkKind, 1)).status).toBe(400)
  expect((await ana.delete('/tasks/task/1/links/blocks/1')).status).toBe(400)
  const tasks = Array.from({ length: taskLimits.links + 1 }, () => ({ title: 'x' }))
  const { body } = await ana.post('/tasks/bulkCreateTasks', { tasks })
  const [last, ...ids] = body.tasks.map(({ _id }: Task) => _id)
  expect((await ana.put('/tasks/updateTask/1', { blockedBy: ids })).status).toBe(200)
  const more = await link(1, 'blocked by', last)
  expect([more.status, more.body.message]).toEqual([
    400,
    'Task #1 would have more than 50 links of the kind "blocked by".',
  ])
  expect((await ana.put('/tasks/updateTask/1', { related: [last, ...ids] })).status).toBe(400)
})

test.for(engines)('%s: links of an old version are merged, except that a task has one parent', async (engine) => {
  const { link, ana } = await world(engine)
  await link(1, 'part of', 2)
  await link(1, 'blocked by', 2)
  expect((await link(1, 'blocked by', 3, { 'if-match': '"1"' })).status).toBe(201)
  const headers = { 'if-match': '"1"' }
  const merged = await ana.send('PUT', '/tasks/updateTask/1', { blockedBy: ['4'] }, { headers })
  expect([merged.status, merged.body.task.blockedBy]).toEqual([200, expect.objectContaining({ length: 3 })])
  const conflict = await link(1, 'part of', 3, headers)
  expect([conflict.status, conflict.body.conflicts[0].fields]).toEqual([412, ['partOf']])
  expect((await link(1, 'part of', 3, { 'if-match': '"5"' })).status).toBe(201)
})

test.for(engines)('%s: a list is filtered by a parent, and by whether tasks are blocked', async (engine) => {
  const { ana, as, link, idOf } = await world(engine, 6)
  const numbers = async (query: Record<string, string>) => (await found(ana, query)).toSorted()
  await link(2, 'part of', 1)
  await link(3, 'part of', 1)
  for (const blocker of [3, 4, 5]) await link(2, 'blocked by', blocker)
  await link(6, 'blocked by', 5)
  expect(await numbers({ partOf: idOf(1) })).toEqual([2, 3])
  expect([await numbers({ partOf: '1' }), await numbers({ partOf: '#1' })]).toEqual([
    [2, 3],
    [2, 3],
  ])
  expect([await numbers({ partOf: '99' }), await numbers({ partOf: '%' })]).toEqual([[], []])
  expect(await numbers({ blocked: 'true' })).toEqual([2, 6])
  expect(await numbers({ blocked: 'true', partOf: '1' })).toEqual([2])
  expect(await numbers({ blocked: 'false' })).toEqual([1, 3, 4, 5])
  // Completed tasks and tasks in the trash block nobody. The last blocker counts as much as the first one.
  await ana.put('/tasks/updateTask/3', { status: 'Completed' })
  await ana.delete('/tasks/deleteTask/4')
  expect(await numbers({ blocked: 'true' })).toEqual([2, 6])
  await ana.put('/tasks/updateTask/5', { status: 'Completed' })
  expect(await numbers({ blocked: 'true' })).toEqual([])
  await ana.post('/tasks/trash/4/restore')
  expect(await numbers({ blocked: 'true' })).toEqual([2])
  await ana.put('/tasks/updateTask/2', { status: 'Completed' })
  expect(await numbers({ blocked: 'true' })).toEqual([])
  expect(await found(as('bo'), { partOf: idOf(1) })).toEqual([])
})
