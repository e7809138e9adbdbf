import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'

test.for(engines)('%s: everybody may ask whether an account exists, by its id', async (engine) => {
  const { as, visitor } = await testApp({ engine })
  const { _id } = await as('ana').user()
  const isKnown = async (id: string) => (await visitor().get(`/auth/known?user=${encodeURIComponent(id)}`)).body
  expect(await isKnown(_id)).toEqual({ isKnown: true })
  expect(await isKnown('somebody-else')).toEqual({ isKnown: false })
  expect((await visitor().get('/auth/known?user=%00')).status).toBeLessThan(500)
})
