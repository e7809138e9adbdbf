import { expect, test } from 'vitest'
import { freshDatabase, freshFolder } from '../../test/database.ts'
import { lastRelease, startFormerRelease } from '../../test/former-release.ts'
import { startServer } from '../../test/server.ts'
import type { Task } from '../contract/schemas/tasks.ts'

interface Call {
  origin: string
  cookie: string
}

async function call<T>({ origin, cookie }: Call, method: string, path: string, body?: object) {
  const response = await fetch(origin + path, {
    method,
    headers: { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  // While nodes of two versions run, every request must succeed on both.
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return { body: JSON.parse(text) as T, cookies: response.headers.getSetCookie() }
}

/** Writes what only the new version knows, changes the task on the former node, and expects on the new one that nothing is lost. */
async function expectKept(current: Call, former: Call) {
  const path = '/tasks/createTask'
  const doneWhen = [{ text: 'Tests pass', command: 'npm test' }]
  const made = await call<{ task: Task }>(current, 'POST', path, { title: 'Prove it', doneWhen })
  const { _id: id, doneWhen: criteria } = made.body.task
  const criterion = criteria?.[0]?.id ?? ''
  const receipt = { kind: 'run', criterion, command: 'npm test', exitCode: 0 }
  await call(current, 'POST', `/tasks/task/${id}/receipts`, receipt)
  await call(current, 'POST', `/tasks/task/${id}/notes`, { text: 'Half of it' })
  await call(current, 'POST', '/tasks/claim', { task: id })
  await call(former, 'PUT', `/tasks/updateTask/${id}`, { title: 'Proved', priority: 'High' })
  const kept = {
    ...{ title: 'Proved', priority: 'High', status: 'In Progress', noteCount: 1, claim: { by: 'session' } },
    doneWhen: [{ id: criterion, text: 'Tests pass' }],
    proof: { [criterion]: { kind: 'run', isPassed: true } },
  }
  expect((await call<Task>(current, 'GET', `/tasks/task/${id}`)).body).toMatchObject(kept)
  const { tasks } = (await call<{ tasks: Task[] }>(current, 'GET', '/tasks/getTasks')).body
  expect(tasks.find(({ _id }) => _id === id)).toMatchObject(kept)
  // A task is deleted for good with everything that belongs to it, even by a node that does not know all of it.
  await call(former, 'DELETE', `/tasks/deleteTask/${id}`)
  await call(former, 'DELETE', `/tasks/trash/${id}`)
  await expect(call(current, 'GET', `/tasks/task/${id}/receipts`)).rejects.toThrow('404')
}

test(`postgres: nodes of release ${lastRelease.version} keep working while a new node migrates and beside it, and start again after it`, {
  tags: 'long',
}, async () => {
  const env = { DATABASE_URL: await freshDatabase('postgres'), DATA_DIR: await freshFolder() }
  const former = await startFormerRelease(env)
  const ana = { username: 'Ana', email: 'ana@example.com', password: 'correct horse battery' }
  const signedUp = await call({ origin: former.origin, cookie: '' }, 'POST', '/auth/signup', ana)
  const cookie = signedUp.cookies.join().split(';')[0] ?? ''

  const nodes = [former.origin]
  const known = new Map<string, number>()
  let isOver = false
  /** Works like a user, with each request on the next node. */
  async function work() {
    for (let count = 0; !isOver; ) {
      const next = () => ({ origin: nodes[count++ % nodes.length] ?? '', cookie })
      const task = { title: 'write', description: 'a page', dueDate: '2026-11-15' }
      const created = await call<{ task: Task }>(next(), 'POST', '/tasks/createTask', task)
      const { _id: id } = created.body.task
      known.set(id, 1)
      await call(next(), 'GET', '/auth/verify')
      const change = { status: 'Completed', labels: ['one'] }
      const changed = await call<{ task: Task }>(next(), 'PUT', `/tasks/updateTask/${id}`, change)
      known.set(id, changed.body.task.version)
      const { body } = await call<Task>(next(), 'GET', `/tasks/task/${id}`)
      expect([body.status, body.version]).toEqual(['Completed', changed.body.task.version])
      const list = await call<{ tasks: Task[] }>(next(), 'GET', '/tasks/getTasks')
      expect(list.body.tasks.some(({ _id }) => _id === id)).toBe(true)
      await call(next(), 'GET', `/tasks/task/${id}/history`)
    }
  }
  const work1 = work()
  const work2 = work()
  const failed = Promise.race([work1, work2]).then(() => undefined)
  const untilKnown = async (more: number) => {
    const goal = known.size + more
    while (known.size < goal) await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, 20))])
  }
  await untilKnown(3)
  const current = await Promise.race([failed, startServer(env)])
  if (!current) throw new Error('The former release has stopped.')
  nodes.push(current.origin)
  await untilKnown(20)
  await expectKept({ origin: current.origin, cookie }, { origin: former.origin, cookie })

  // The former node leaves, and the new one goes on alone.
  nodes.shift()
  await untilKnown(3)
  expect(await former.stop()).toBe(0)

  // The update is taken back on one node: the last release starts again on the schema of the new one.
  const again = await startFormerRelease(env)
  nodes.push(again.origin)
  await untilKnown(6)
  isOver = true
  await Promise.all([work1, work2])
  const { body } = await call<{ tasks: Task[] }>({ origin: current.origin, cookie }, 'GET', '/tasks/getTasks')
  expect(Object.fromEntries(body.tasks.map(({ _id, version }) => [_id, version]))).toEqual(Object.fromEntries(known))
  for (const node of [former, again]) expect(node.output()).not.toMatch(/"level":(50|60)/)
})
