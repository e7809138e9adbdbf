import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { labelColours, maxColouredLabels } from '../../contract/labels.ts'

test.for(engines)('%s: labels have colours on every device of their user, and of nobody else', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const coloursOf = async (person: Pick<typeof ana, 'get'>) => (await person.get('/labels/colours')).body.labels
  expect(await coloursOf(ana)).toEqual([])
  for (const colour of labelColours) {
    expect((await ana.put('/labels/colours', { label: 'Auth', colour })).body).toEqual({ message: 'Colour set.' })
    expect(await coloursOf(await ana.elsewhere())).toEqual([{ label: 'auth', colour }])
  }
  await ana.put('/labels/colours', { label: 'größe', colour: 'teal' })
  expect([await coloursOf(ana), await coloursOf(bo)]).toEqual([
    [
      { label: 'auth', colour: 'pink' },
      { label: 'größe', colour: 'teal' },
    ],
    [],
  ])
  const { body } = await ana.put('/labels/colours', { label: 'AUTH', colour: null })
  expect([body, await coloursOf(ana)]).toEqual([{ message: 'Colour removed.' }, [{ label: 'größe', colour: 'teal' }]])
})

test('a colour that does not exist, a text that is no label, and too many colours are refused', async () => {
  const { as, database } = await testApp()
  const ana = as('ana')
  for (const body of [{ label: 'a b', colour: 'teal' }, { label: 'a', colour: 'red' }, { label: 'a' }]) {
    expect((await ana.put('/labels/colours', body)).status).toBe(400)
  }
  const { _id: user_id } = await ana.user()
  const rows = Array.from({ length: maxColouredLabels }, (_, index) => ({
    ...{ user_id, label: `l${index}`, colour: 'teal' as const },
  }))
  for (let first = 0; first < rows.length; first += 500) {
    await database.db
      .insertInto('label_colours')
      .values(rows.slice(first, first + 500))
      .execute()
  }
  expect((await ana.put('/labels/colours', { label: 'l1', colour: 'pink' })).status).toBe(200)
  const { status, body } = await ana.put('/labels/colours', { label: 'one-more', colour: 'pink' })
  expect([status, body.message]).toEqual([
    413,
    'At most 2000 labels can have a colour. Remove the colour of another first.',
  ])
})
