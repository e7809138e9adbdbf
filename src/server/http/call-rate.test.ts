import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { callRate } from './call-rate.ts'

test('a token has its calls per minute, which come back over time; its user and other tokens have their own', async () => {
  let now = 0
  const app = await testApp({ config: { maxTokenRate: 6, refusalDelayMs: 0 }, dependencies: { monotonic: () => now } })
  const ana = app.as('ana')
  const [first, second] = [await makeToken(ana), await makeToken(ana, { name: 'other' })].map(({ token }) =>
    withToken(app, token),
  )
  const ask = async () => (await first?.get('/tasks/getTasks'))?.status
  for (let call = 0; call < 6; call++) expect(await ask()).toBe(200)
  const refused = await first?.get('/tasks/getTasks')
  expect(refused?.status).toBe(429)
  expect(refused?.headers['retry-after']).toBe('10')
  expect(refused?.body.message).toBe(
    'This token has made more than 6 calls within a minute. Wait 10 s, then make fewer calls.',
  )
  expect((await first?.get('/tasks/events'))?.status).toBe(429)
  expect((await second?.get('/tasks/getTasks'))?.status).toBe(200)
  expect((await ana.get('/tasks/getTasks')).status).toBe(200)
  now += 10_000
  expect([await ask(), await ask()]).toEqual([200, 429])
})

test('a rested key has no more than its whole allowance', () => {
  let now = 0
  const count = callRate(2, () => now)
  count('one')
  now = 3_600_000
  count('one')
  count('one')
  expect(() => count('one')).toThrow('Wait 30 s')
})
