import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { connectForge } from '../../../test/forges.ts'
import { connectIssues, forgeOf, issueApp, taskLines } from '../../../test/issue-forges.ts'
import { forges } from '../../contract/forges.ts'

const both = engines.flatMap((engine) => forges.map((kind) => [engine, kind] as const))

test.for(both)('%s, %s: a signed webhook about an issue brings it at once, from its source', async ([engine, kind]) => {
  const app = await issueApp(engine)
  const ana = app.as('ana')
  const forge = await forgeOf(kind)
  forge.put(7)
  const source = await connectIssues(ana, forge)
  const hook = await connectForge(app.app, ana, kind)
  const address = `${forge.url}/acme/app`
  await app.sync()
  forge.put(7, { isOpen: false })
  forge.put(8)
  forge.put(9, { assignees: ['bo'] })
  forge.paths()
  for (const number of [7, 8, 9, 10]) {
    const { status, body } = await hook.issue({ number, address })
    expect([status, body]).toEqual([200, { message: `Reading the issue ${number} of acme/app.`, seq: null }])
  }
  await app.sync()
  // Only these issues are read, and only what the forge itself says counts.
  expect(forge.paths()).toEqual(['GET /7', 'GET /8', 'GET /9', 'GET /10'])
  expect(await taskLines(ana)).toEqual(['#1 Completed Issue 7', '#2 Pending Issue 8'])
  expect(await source.state()).toMatchObject({ openCount: 1, closedCount: 1, leftCount: 0 })
  await app.sync()
  expect(forge.asked).toEqual([])
})

test('a webhook about an issue of another repository or user, or of a paused one, changes nothing', async () => {
  const app = await issueApp('sqlite')
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const forge = await forgeOf('github')
  forge.put(7)
  const source = await connectIssues(ana, forge)
  await app.sync()
  forge.paths()
  const [own, foreign] = [await connectForge(app.app, ana, 'github'), await connectForge(app.app, bo, 'github')]
  const gitea = await connectForge(app.app, ana, 'gitea')
  const address = `${forge.url}/acme/app`
  const unknown = { message: 'The issues of this repository are not connected.', seq: null }
  expect((await own.issue({ number: 7, address: `${forge.url}/acme/other` })).body).toEqual(unknown)
  expect((await foreign.issue({ number: 7, address })).body).toEqual(unknown)
  expect((await gitea.issue({ number: 7, address })).body).toEqual(unknown)
  await ana.post(`${source.path}/pause`)
  expect((await own.issue({ number: 7, address })).body).toEqual(unknown)
  for (const number of [0, -1, 2 ** 31, 1.5])
    expect((await own.issue({ number, address })).body.message).toBe('Taskdeck has no use for this event.')
  await app.sync()
  expect(forge.asked).toEqual([])
})

test('after more news than are worth single calls, the whole list is read', async () => {
  const app = await issueApp('sqlite')
  const ana = app.as('ana')
  const forge = await forgeOf('github')
  const source = await connectIssues(ana, forge)
  await app.sync()
  const hook = await connectForge(app.app, ana, 'github')
  for (let number = 1; number <= 51; number++) {
    forge.put(number)
    await hook.issue({ number, address: `${forge.url}/acme/app` })
  }
  forge.paths()
  await app.sync()
  expect(forge.paths()).toHaveLength(2)
  expect(await source.state()).toMatchObject({ openCount: 51 })
})
