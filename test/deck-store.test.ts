import { expect, test, vi } from 'vitest'
import type { Change } from '../src/web/deck/change.ts'
import { device, sharedBrowser } from './deck.ts'
import { create, deckWorld, newTask, title } from './deck-world.ts'

test('a tab that follows shows why the leading tab could not load the tasks, until it has', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { origin, cookie } = await deckWorld()
  const browser = sharedBrowser()
  const [leader, follower] = [device(origin, cookie, browser), device(origin, cookie, browser)]
  leader.cut()
  await leader.open()
  await follower.open()
  await expect.poll(() => follower.view().error).toMatchObject({ code: 'network' })
  leader.mend()
  await expect.poll(() => follower.view()).toMatchObject({ isReady: true, error: undefined })
  for (const tab of [leader, follower]) tab.close()
})

test('a refresh in a tab that follows makes the leading tab ask, also where live streams are blocked', async () => {
  const { person, origin, cookie } = await deckWorld()
  const browser = sharedBrowser()
  const [leader, follower] = [device(origin, cookie, browser), device(origin, cookie, browser)]
  leader.line.isWithoutStreams = true
  await leader.open()
  await follower.open()
  await expect.poll(() => follower.view().isReady).toBe(true)
  await person.post('/tasks/createTask', newTask('Added elsewhere'))
  await follower.store().refresh()
  await expect.poll(() => follower.view().tasks).toMatchObject([{ title: 'Added elsewhere' }])
  for (const tab of [leader, follower]) tab.close()
})

test('discarding a new task takes it out of later changes of several tasks', async () => {
  const { origin, cookie } = await deckWorld()
  const one = device(origin, cookie)
  await one.open()
  const [known, added] = [newTask('Known'), newTask('Added')]
  one.store().make(create(known))
  await expect.poll(() => one.view().tasks).toMatchObject([{ title: 'Known', number: 1 }])
  await expect.poll(() => one.view().changes).toEqual([])
  one.cut()
  // The first change in the queue may have reached the server.
  one.store().make({ kind: 'update', task: known._id, values: { status: 'In Progress' } })
  await expect.poll(() => one.view().isWaiting).toBe(true)
  const adding = one.store().make(create(added))
  const ids = [known._id, added._id]
  one.store().make({ kind: 'updateMany', tasks: ids, change: { priority: 'High' } })
  one.store().make({ kind: 'update', task: added._id, values: { status: 'Completed' } })
  await one.store().outcome(adding.id)
  await one.store().discard(adding)
  expect(
    one
      .view()
      .changes.map(({ intent }) => intent)
      .slice(1),
  ).toEqual([{ kind: 'updateMany', tasks: [known._id], change: { priority: 'High' } }])
  one.mend()
  one.store().sendNow()
  await expect.poll(() => one.view().changes).toEqual([])
  expect(one.view().tasks).toMatchObject([{ title: 'Known', priority: 'High', status: 'In Progress' }])
  one.close()
})

test('a conflict names only the fields that were changed elsewhere, not those of an earlier change of this browser', async () => {
  const { person, origin, cookie } = await deckWorld()
  const one = device(origin, cookie)
  await one.open()
  const task = newTask('First title')
  one.store().make(create(task))
  await expect.poll(() => one.view().tasks).toMatchObject([{ number: 1 }])
  await expect.poll(() => one.view().changes).toEqual([])
  one.cut()
  one.store().make({ kind: 'update', task: task._id, values: { title: 'Second title' } })
  one.store().make({ kind: 'update', task: task._id, values: { title: 'Third title', status: 'Completed' } })
  await person.put(`/tasks/updateTask/${task._id}`, { status: 'In Progress' })
  one.mend()
  one.store().sendNow()
  const problem = await vi.waitFor(() => {
    const [left] = one.view().changes
    if (!left?.problem) throw new Error('No answer yet')
    return left.problem
  })
  expect(problem satisfies Change['problem']).toMatchObject({ kind: 'conflict', tasks: [{ fields: ['status'] }] })
  one.close()
})

/** A device with one task that the server knows. */
async function withTask() {
  const { person, origin, cookie } = await deckWorld()
  const one = device(origin, cookie)
  await one.open()
  const task = newTask('First')
  one.store().make(create(task))
  await expect.poll(() => one.view().tasks).toMatchObject([{ number: 1 }])
  await expect.poll(() => one.view().changes).toEqual([])
  const elsewhere = (values: object) => person.put(`/tasks/updateTask/${task._id}`, values)
  const known = async () => (await person.get(`/tasks/task/${task._id}`)).body
  return { one, task, person, elsewhere, known, origin, cookie }
}

test('an edit of a task that was added offline asks before it overwrites a change that was made elsewhere', async () => {
  const { person, origin, cookie } = await deckWorld()
  const one = device(origin, cookie)
  await one.open()
  await expect.poll(() => one.view().isReady).toBe(true)
  one.cut()
  const task = newTask('Added offline')
  one.store().make(create(task))
  one.store().make(title(task, 'Edited offline'))
  // Only the first request gets through.
  one.line.failures = [0, ...Array<number>(50).fill(503)]
  one.mend()
  await expect
    .poll(() => {
      one.store().sendNow()
      return one.store().contents().deck?.tasks.get(task._id)?.version
    })
    .toBe(1)
  await person.put(`/tasks/updateTask/${task._id}`, { title: 'Edited elsewhere' })
  one.line.failures = []
  one.store().sendNow()
  await expect.poll(() => one.view().changes).toMatchObject([{ problem: { kind: 'conflict' } }])
  await expect.poll(() => one.view().tasks).toMatchObject([{ title: 'Edited elsewhere' }])
  one.close()
})

test('a second edit over a slow line is part of the question about the first, and overwrites nothing', async () => {
  const { one, task, elsewhere, known } = await withTask()
  let release = () => {}
  one.line.slow = new Promise((resolve) => {
    release = resolve
  })
  one.store().make(title(task, 'Mine'))
  await elsewhere({ title: 'Theirs' })
  await expect.poll(() => one.store().contents().deck?.tasks.get(task._id)?.title).toBe('Theirs')
  const second = one.store().make(title(task, 'Mine, again'))
  expect(second.base).toMatchObject({ [task._id]: { version: 1, values: { title: 'Mine' } } })
  release()
  await expect.poll(() => one.view().changes).toMatchObject([{ problem: { kind: 'conflict' } }])
  expect(one.view().changes).toMatchObject([
    { intent: { values: { title: 'Mine, again' } }, base: { [task._id]: { values: { title: 'First' } } } },
  ])
  expect(await known()).toMatchObject({ title: 'Theirs' })
  one.close()
})

test("an edit on top of one's own earlier edit asks if the earlier one was changed back elsewhere", async () => {
  const { one, task, elsewhere, known } = await withTask()
  // Only the first one gets through.
  one.line.failures = [0, ...Array<number>(50).fill(503)]
  one.store().make(title(task, 'Mine'))
  one.store().make(title(task, 'Mine, again'))
  await expect.poll(async () => (await known()).title).toBe('Mine')
  await elsewhere({ title: 'First' })
  await expect.poll(() => one.store().contents().deck?.tasks.get(task._id)?.title).toBe('First')
  one.line.failures = []
  one.store().sendNow()
  await expect.poll(() => one.view().changes).toMatchObject([{ problem: { kind: 'conflict' } }])
  expect(await known()).toMatchObject({ title: 'First' })
  one.close()
})

test("an edit on top of one's own earlier edit that is taken back is based on what was there before", async () => {
  const { one, task, known } = await withTask()
  one.cut()
  one.store().make({ kind: 'update', task: task._id, values: { priority: 'High' } })
  const first = one.store().make(title(task, 'Mine'))
  one.store().make(title(task, 'Mine, again'))
  await expect.poll(() => one.view().isWaiting).toBe(true)
  expect(await one.store().withdraw(first.id)).toBe(true)
  one.mend()
  one.store().sendNow()
  await expect.poll(() => one.view().changes).toEqual([])
  expect(await known()).toMatchObject({ title: 'Mine, again', priority: 'High' })
  one.close()
})

test('a change is sent again as long as the server fails, is full, or is not reached', async () => {
  const { one, task, known } = await withTask()
  one.line.failures = [500, 502, 503, 504, 507, 429, 408]
  one.store().make(title(task, 'Mine'))
  await expect.poll(() => one.view().isWaiting).toBe(true)
  await expect
    .poll(() => {
      one.store().sendNow()
      expect(one.view().changes.filter(({ problem }) => problem)).toEqual([])
      return one.view().changes
    })
    .toEqual([])
  expect(one.line.failures).toEqual([])
  expect(await known()).toMatchObject({ title: 'Mine' })
  one.close()
})

test('a change with which the server fails again and again is put aside, and the others are sent', async () => {
  const { one, task, known } = await withTask()
  const fail = (status: number, times = 100) => {
    one.line.failures = Array(times).fill(status)
    one.store().sendNow()
  }
  fail(507)
  const failing = one.store().make(title(task, 'Mine'))
  one.store().make({ kind: 'update', task: task._id, values: { status: 'Completed' } })
  await expect.poll(() => one.view()).toMatchObject({ isWaiting: true, obstacle: 'full' })
  fail(502)
  await expect.poll(() => one.view().obstacle).toBe('unreachable')
  fail(500, 8)
  await expect.poll(() => one.view().obstacle).toBe('failing')
  await expect
    .poll(() => {
      one.store().sendNow()
      return one.view().changes.map(({ id, problem }) => [id, problem?.kind])
    })
    .toEqual([[failing.id, 'refused']])
  expect(one.line.failures).toEqual([])
  expect(one.view()).toMatchObject({
    isWaiting: false,
    changes: [{ problem: { message: expect.stringMatching(/put aside\. This is a test/) } }],
  })
  expect(await known()).toMatchObject({ title: task.title, status: 'Completed' })

  const [aside] = one.view().changes
  if (aside) await one.store().remake(aside, [aside])
  await expect.poll(() => one.view().changes).toEqual([])
  expect(await known()).toMatchObject({ title: 'Mine', status: 'Completed' })
  one.close()
})

test('tasks that no longer exist are left out of a change of several, and are named', async () => {
  const { one, task, person } = await withTask()
  const [second, third] = [newTask('Second'), newTask('Third')]
  one.store().make({ kind: 'create', tasks: [second, third] })
  await expect.poll(() => one.view().changes).toEqual([])
  one.cut()
  const tasks = [task, second, third].map(({ _id }) => _id)
  one.store().make({ kind: 'updateMany', tasks, change: { priority: 'High' } })
  one.store().make({ kind: 'remove', tasks: tasks.slice(0, 2) })
  await person.delete(`/tasks/deleteTask/${second._id}`)
  await person.delete(`/tasks/trash/${second._id}`)
  await person.delete(`/tasks/deleteTask/${third._id}`)
  one.mend()
  one.store().sendNow()
  await expect.poll(() => one.view().changes.map(({ problem }) => problem?.kind)).toEqual(['gone', 'trashed'])
  expect(one.view().changes).toMatchObject([
    { intent: { tasks: [second._id] }, base: { [second._id]: { task: { title: 'Second' } } } },
    { intent: { tasks: [third._id] } },
  ])
  expect(one.view().changes[0]?.problem?.message).toBe(
    'This task no longer exists. The other tasks of this change are changed.',
  )
  expect(one.view().tasks).toEqual([])
  expect(one.view().trash).toMatchObject([{ title: 'First', priority: 'High' }, { title: 'Third' }])
  one.close()
})

test('a page that was closed leaves the answers to its changes to the next page', async () => {
  const { one, task, person, known } = await withTask()
  const hold = () => {
    let release = () => {}
    one.line.slow = new Promise((resolve) => {
      release = resolve
    })
    return () => release()
  }
  const releaseFirst = hold()
  one.store().make(title(task, 'Mine'))
  one.store().make({ kind: 'update', task: task._id, values: { status: 'Completed' } })
  await vi.waitFor(() => expect(one.store().contents().changes).toMatchObject([{ sent: {} }, {}]))
  one.close()
  const releaseSecond = hold()
  await one.open()
  await person.delete(`/tasks/deleteTask/${task._id}`)
  // The closed page is refused, which would make one question of both changes.
  const { answers } = one.line
  releaseFirst()
  await vi.waitFor(() => expect(one.line.answers).toBe(answers + 1), { timeout: 10_000 })
  await person.post(`/tasks/trash/${task._id}/restore`)
  releaseSecond()
  await expect.poll(() => one.view().changes).toEqual([])
  expect(await known()).toMatchObject({ title: 'Mine', status: 'Completed' })
  one.close()
})
