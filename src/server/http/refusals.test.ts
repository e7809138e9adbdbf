import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { AppError } from '../../contract/errors.ts'

test('a 429 is delayed, and delays no other response', async () => {
  const { app } = await testApp({
    config: { refusalDelayMs: 300 },
    extend: (server) => {
      server.get('/refused', () => {
        throw new AppError('too_many_requests', 'Too many.', { retryAfter: 1 })
      })
    },
  })
  const order: string[] = []
  const refused = app.inject('/refused').then(({ statusCode }) => order.push(`refused ${statusCode}`))
  await app.inject('/health/live').then(({ statusCode }) => order.push(`live ${statusCode}`))
  await refused
  expect(order).toEqual(['live 200', 'refused 429'])
})
