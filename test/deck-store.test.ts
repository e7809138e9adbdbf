import { expect, test, vi } from 'vitest'
import { newId } from '../src/contract/new-id.ts'
import type { Change } from '../src/web/deck/change.ts'
import { testApp } from './app.ts'
import { device, sharedBrowser } from './deck.ts'
import { cookieOf } from './uploads.ts'

/** A server that listens, and the cookie of a user. */
async function world() {
  const server = await testApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const person = server.as('ana')
  const origin = server.app.listeningOrigin
  return { person, origin: () => origin, cookie: await cookieOf(person) }
}

const newTask = (title: string) => ({ _id: newId(), title, description: 'Text', dueDate: '2026-11-20' })

const create = (task: ReturnType<typeof newTask>) => ({ kind: 'create' as const, tasks: [task] })

test('a tab that follows shows why the leading tab could not load the tasks, until it has', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { origin, cookie } = await world()
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
  const { person, origin, cookie } = await world()
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
  const { origin, cookie } = await world()
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
  const { person, origin, cookie } = await world()
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
