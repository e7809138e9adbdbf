import { expect, test } from 'vitest'
import { startServer } from '../../test/server.ts'
import { healthCheck } from './health-check.ts'

test('the health check succeeds while the server is ready, and names the address if it is not', async () => {
  const { origin, stop } = await startServer()
  const env = { HOST: '0.0.0.0', PORT: new URL(origin).port }
  const printed: string[] = []
  const check = () => healthCheck({ args: [], env, print: (line) => void printed.push(line) })
  await check()
  expect(printed).toEqual(['Taskdeck is ready.'])
  await stop()
  await expect(check()).rejects.toThrow(`http://127.0.0.1:${env.PORT}/health/ready does not answer`)
})
