import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { connectIssues, forgeOf, issueApp, taskLines } from '../../../test/issue-forges.ts'
import { credentials } from '../../../test/people.ts'
import { forges } from '../../contract/forges.ts'
import { syncEveryMs } from '../../contract/issue-sources.ts'

const minute = 60_000
const both = engines.flatMap((engine) => forges.map((kind) => [engine, kind] as const))
const setStatus = (status: string) => ({ status })

test.for(both)('%s, %s: completing here closes there, and reopening here reopens there', async ([engine, kind]) => {
  const app = await issueApp(engine)
  const ana = app.as('ana')
  const forge = await forgeOf(kind)
  for (const number of [7, 8]) forge.put(number)
  const source = await connectIssues(ana, forge, { token: 'writing', writes: true })
  await app.sync()
  const [first] = (await taskLines(ana)).filter((line) => line.endsWith('Issue 7'))
  const task = `/tasks/updateTask/${first?.slice(1, 2)}`
  forge.paths()
  await ana.put(task, setStatus('Completed'))
  await app.sync()
  const writes = () => forge.asked.splice(0).filter(({ method }) => method !== 'GET')
  const [closed, ...others] = writes()
  expect(others).toEqual([])
  expect([closed?.method, closed?.path]).toEqual(
    {
      github: ['PATCH', '/api/v3/repos/acme/app/issues/7'],
      gitlab: ['PUT', '/api/v4/projects/acme%2Fapp/issues/7'],
      gitea: ['PATCH', '/api/v1/repos/acme/app/issues/7'],
    }[kind],
  )
  expect(JSON.parse(closed?.body ?? '')).toEqual(
    {
      github: { state: 'closed', state_reason: 'completed' },
      gitlab: { state_event: 'close' },
      gitea: { state: 'closed' },
    }[kind],
  )
  expect(forge.issues.get(7)?.isOpen).toBe(false)
  expect(await source.state()).toMatchObject({ openCount: 1, closedCount: 1, unsentCount: 0 })
  // The next sync finds what it has done itself.
  app.moveClock(syncEveryMs)
  await app.sync()
  expect(writes()).toEqual([])
  await ana.post('/tasks/undo')
  await app.sync()
  expect(writes()).toHaveLength(1)
  expect(forge.issues.get(7)?.isOpen).toBe(true)
  // What is closed there is not sent back.
  forge.put(7, { isOpen: false })
  app.moveClock(syncEveryMs)
  await app.sync()
  expect((await taskLines(ana)).find((line) => line.endsWith('Issue 7'))).toContain('Completed')
  await app.sync()
  expect(writes()).toEqual([])
})

test.for(engines)(
  '%s: without the switch nothing is sent, and with it only what happens from then on',
  async (engine) => {
    const app = await issueApp(engine)
    const ana = app.as('ana')
    const forge = await forgeOf('github')
    for (const number of [7, 8]) forge.put(number)
    const source = await connectIssues(ana, forge, { token: 'writing' })
    await app.sync()
    await ana.put('/tasks/updateTask/1', setStatus('Completed'))
    await app.sync()
    const state = (await ana.put(source.path, { writes: true })).body.source
    expect([state.writes, state.account]).toEqual([true, 'ana'])
    await ana.put('/tasks/updateTask/1', { title: 'Completed before' })
    await app.sync()
    expect(forge.asked.filter(({ method }) => method !== 'GET')).toEqual([])
    await ana.put('/tasks/updateTask/2', setStatus('Completed'))
    // Both changes are known before anything is sent, so nothing is.
    await ana.put('/tasks/updateTask/2', setStatus('Pending'))
    await app.sync()
    expect(forge.asked.filter(({ method }) => method !== 'GET')).toEqual([])
    await ana.put('/tasks/updateTask/2', setStatus('Completed'))
    await app.sync()
    expect(forge.issues.get(8)?.isOpen).toBe(false)
  },
)

test.for(engines)(
  '%s: a state that cannot be sent is tried again with growing pauses, and said in words',
  async (engine) => {
    const app = await issueApp(engine)
    const ana = app.as('ana')
    const forge = await forgeOf('gitlab')
    forge.put(7)
    const source = await connectIssues(ana, forge, { writes: true })
    await app.sync()
    await ana.put('/tasks/updateTask/1', setStatus('Completed'))
    await app.sync()
    expect(await source.state()).toMatchObject({
      unsentCount: 1,
      unsentProblem: expect.stringMatching(/^#7 could not be closed\. The token may not do this .* “api” if issues/),
      problem: null,
    })
    forge.paths()
    app.moveClock(minute)
    await app.sync()
    app.moveClock(2 * minute - 1)
    await app.sync()
    expect(forge.paths()).toEqual(['PUT /7'])
    // Nothing of it is lost if a node dies: the next one sends it, and sending it twice does no harm.
    await ana.put(source.path, { token: 'writing' })
    app.moveClock(2 * minute)
    await Promise.all([app.sync(), app.node().sync()])
    expect(forge.issues.get(7)?.isOpen).toBe(false)
    expect(await source.state()).toMatchObject({ unsentCount: 0, unsentProblem: null })
  },
)

test('an issue that is followed no more, and one of a task in the trash, is left alone', async () => {
  const app = await issueApp('sqlite')
  const ana = app.as('ana')
  const forge = await forgeOf('github')
  for (const number of [7, 8]) forge.put(number)
  const source = await connectIssues(ana, forge, { token: 'writing', writes: true })
  await app.sync()
  forge.put(7, { assignees: [] })
  app.moveClock(syncEveryMs)
  await app.sync()
  await ana.put('/tasks/updateTask/1', setStatus('Completed'))
  await ana.delete('/tasks/deleteTask/2')
  await app.sync()
  // The answer to an issue whose task was deleted for good before it was sent is not needed.
  expect(forge.asked.filter(({ method }) => method !== 'GET')).toEqual([])
  await ana.post('/auth/prove', { password: credentials('ana').password })
  await ana.put(source.path, { writes: false })
  expect(await source.state()).toMatchObject({ writes: false })
})

test('a limit of the forge holds up what is sent, too, and nothing of it is lost', async () => {
  const app = await issueApp('sqlite')
  const ana = app.as('ana')
  const forge = await forgeOf('gitea')
  forge.put(7)
  const source = await connectIssues(ana, forge, { token: 'writing', writes: true })
  await app.sync()
  forge.instead = ({ method }, response) => {
    if (method === 'GET') return false
    response.writeHead(429, { 'retry-after': '120' }).end()
    return true
  }
  await ana.put('/tasks/updateTask/1', setStatus('Completed'))
  await app.sync()
  expect((await source.state()).waitsUntil).toBe('2026-11-18T12:02:00.000Z')
  forge.paths()
  // News from here do not shorten the wait.
  await ana.put('/tasks/updateTask/1', { title: 'Renamed' })
  await app.sync()
  expect(forge.asked).toEqual([])
  forge.instead = () => false
  app.moveClock(2 * minute)
  await app.sync()
  expect(forge.issues.get(7)?.isOpen).toBe(false)
})
