import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { liveApp } from '../../../test/live.ts'
import type { Person } from '../../../test/people.ts'
import type { SavedView } from '../../contract/schemas/views.ts'
import { viewLimits } from '../../contract/views.ts'

const listOf = async (person: Pick<Person, 'get'>): Promise<SavedView[]> => (await person.get('/views')).body.views
const namesOf = async (person: Pick<Person, 'get'>) => (await listOf(person)).map(({ name }) => name)

async function save(person: Pick<Person, 'post'>, name: string, more: object = {}): Promise<SavedView> {
  const { status, text, body } = await person.post('/views', { name, address: '/list', ...more })
  if (status !== 201) throw new Error(`The view was not saved: ${text}`)
  return body.view
}

test.for(engines)('%s: a view is saved, renamed, pinned, given another address and deleted', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  expect(await listOf(ana)).toEqual([])
  const address = '/list?status=Pending&label=auth&sort=priority&group=due&q=caf%C3%A9'
  const view = await save(ana, '  Überfällig 🙂 ', { address })
  expect(view).toEqual({ id: expect.any(String), name: 'Überfällig 🙂', address, pinned: false })
  expect(await listOf(ana)).toEqual([view])

  const change = { name: 'Auth', address: '/board?label=auth', pinned: true }
  const { status, body } = await ana.put(`/views/${view.id}`, change)
  expect([status, body]).toEqual([200, { message: 'View changed.', view: { id: view.id, ...change } }])
  expect(await listOf(await ana.elsewhere())).toEqual([{ id: view.id, ...change }])

  // An id belongs to its user only.
  expect((await save(bo, 'Of Bo', { id: view.id })).id).toBe(view.id)
  expect((await ana.delete(`/views/${view.id}`)).body).toEqual({ message: 'View deleted.' })
  expect([await namesOf(ana), await namesOf(bo)]).toEqual([[], ['Of Bo']])
  for (const again of [await ana.delete(`/views/${view.id}`), await ana.put(`/views/${view.id}`, { pinned: true })]) {
    expect([again.status, again.body]).toEqual([404, { message: 'That view does not exist.', code: 'not_found' }])
  }
})

test.for(engines)('%s: views keep the order that their user gives them', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const views: Record<string, SavedView> = {}
  for (const name of ['a', 'b', 'c', 'd']) views[name] = await save(ana, name)
  const move = (name: string, place: number) => ana.put(`/views/${views[name]?.id}`, { place })
  for (const [name, place, expected] of [
    ['d', 0, 'dabc'],
    ['d', 2, 'abdc'],
    ['a', 99, 'bdca'],
    ['c', 2, 'bdca'],
    ['b', 1, 'dbca'],
  ] as const) {
    expect((await move(name, place)).status).toBe(200)
    expect((await namesOf(ana)).join('')).toBe(expected)
  }
  // A deleted view can be saved again at its place, with its id.
  const { id } = views.b as SavedView
  await ana.delete(`/views/${id}`)
  await save(ana, 'e')
  await save(ana, 'b', { id, place: 1 })
  expect((await namesOf(ana)).join('')).toBe('dbcae')
})

test.for(engines)(
  '%s: a user has at most a hundred views, even if some are saved at the same moment',
  async (engine) => {
    const ana = (await testApp({ engine })).as('ana')
    for (let count = 0; count < viewLimits.views - 2; count++) await save(ana, `View ${count}`)
    const answers = await Promise.all(['x', 'y', 'z'].map((name) => ana.post('/views', { name, address: '/list' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413])
    expect(answers.find(({ status }) => status === 413)?.body.message).toBe(
      'You have 100 saved views, which is the maximum. Delete one first.',
    )
    expect(await namesOf(ana)).toHaveLength(viewLimits.views)
  },
)

test('an invalid view is refused with the reason', async () => {
  const ana = (await testApp()).as('ana')
  const { id } = await save(ana, 'Known')
  const noPath = 'address must be a path that begins with /, without spaces, and have at most 2000 characters.'
  const refused: [object, number, string][] = [
    [{ name: '' }, 400, 'name must have 1 to 60 characters.'],
    [{ name: '   ' }, 400, 'name must have 1 to 60 characters.'],
    [{ name: 'x'.repeat(61) }, 400, 'name must have 1 to 60 characters.'],
    [{ address: 'list' }, 400, noPath],
    [{ address: '//example.com/list' }, 400, noPath],
    [{ address: '/\\example.com' }, 400, noPath],
    [{ address: 'javascript:alert(1)' }, 400, noPath],
    [{ address: '/list?q=two words' }, 400, noPath],
    [{ address: `/${'x'.repeat(2_000)}` }, 400, noPath],
    [{ place: 100 }, 400, 'place must be at most 99.'],
    [{ id: 'mine' }, 400, 'id must be a UUID in lower case, such as 0198a3c2-7d1e-7abc-8def-0123456789ab.'],
    [{ id }, 409, 'You already have a view with this id.'],
  ]
  for (const [fields, status, message] of refused) {
    const answer = await ana.post('/views', { name: 'New', address: '/list', ...fields })
    expect([fields, answer.status, answer.body.message]).toEqual([fields, status, message])
  }
  expect((await ana.put(`/views/${id}`, {})).status).toBe(400)
  expect((await save(ana, '🙂'.repeat(60), { id: randomUUID(), address: `/${'x'.repeat(1_999)}` })).pinned).toBe(false)
})

test.for(engines)('%s: every open browser of the user learns that the views have changed', async (engine) => {
  const config = { databaseUrl: await migratedDatabase(engine) }
  const app = await liveApp({ config })
  // Another node of the cluster, where there can be one.
  const other = engine === 'postgres' ? await liveApp({ config }) : app
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const [here, there, theirs] = [await app.listen(ana), await other.listen(ana), await app.listen(bo)]
  for (const stream of [here, there, theirs]) expect(await stream.next()).toMatchObject({ name: 'reload' })
  const expectTold = async () => {
    for (const stream of [here, there]) expect((await stream.next('settings')).id).toBeUndefined()
  }
  const { id } = await save(ana, 'New')
  await expectTold()
  await ana.put(`/views/${id}`, { pinned: true })
  await expectTold()
  await ana.delete(`/views/${id}`)
  await expectTold()
  expect(theirs.rest()).toEqual([])
})
