import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { sharedCompilers } from '../../../test/compilers.ts'
import { compileWhenNeeded } from './compilers.ts'

const body = {
  type: 'object',
  properties: { count: { type: 'integer', default: 3 } },
  required: ['name'],
  additionalProperties: false,
}
const result = { type: 'object', properties: { count: { type: 'integer' } } }

test('a schema is compiled with the first request that needs it, and checks requests and answers from then on', async () => {
  const { visitor } = await testApp({
    dependencies: { compilers: compileWhenNeeded },
    extend(app) {
      const answer = async ({ body }: { body: unknown }) => body
      app.post(
        '/sound',
        { schema: { body: { ...body, properties: { ...body.properties, name: {} } }, response: { 200: result } } },
        answer,
      )
      app.post('/broken', { schema: { body: { type: 'nonsense' } } }, answer)
    },
  })
  const post = visitor().post
  for (let round = 0; round < 2; round++) {
    const refused = await post('/sound', { name: 'a', count: 'three' })
    expect([refused.status, refused.body.message]).toEqual([400, 'count must be an integer.'])
    const named = await post('/sound', { count: 1 })
    expect([named.status, named.body.message]).toEqual([400, 'name is required.'])
    const taken = await post('/sound', { name: 'a' })
    expect([taken.status, taken.body]).toEqual([200, { count: 3 }])
  }
  expect((await post('/broken', {})).status).toBe(500)
})

test('the apps of other tests compile every schema at once, so that a broken one is found', async () => {
  const broken = testApp({
    dependencies: { compilers: sharedCompilers },
    extend: (app) => void app.post('/broken', { schema: { body: { type: 'nonsense' } } }, async () => ''),
  })
  const { app } = await broken
  await expect(app.ready()).rejects.toThrow('Failed building the validation schema for POST: /broken')
})
