import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { runOperator } from '../../../test/operator.ts'
import { healthCheck } from './health-check.ts'

test('the health check succeeds while the server is ready, and names the address if it is not', async () => {
  const { app } = await testApp({ listens: true, isOwn: true })
  const env = { HOST: '0.0.0.0', PORT: new URL(app.listeningOrigin).port }
  const printed: string[] = []
  const check = () => healthCheck({ args: [], env, print: (line) => void printed.push(line) })
  await check()
  expect(printed).toEqual(['Taskdeck is ready.'])
  await app.close()
  await expect(check()).rejects.toThrow(`http://127.0.0.1:${env.PORT}/health/ready does not answer`)
})

test('the health check succeeds while the server can only read, and says so', async () => {
  const server = createServer((_request, response) => response.end('{"status":"ok","write":false}')).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const env = { HOST: '127.0.0.1', PORT: String((server.address() as AddressInfo).port) }
  const printed: string[] = []
  await healthCheck({ args: [], env, print: (line) => void printed.push(line) })
  expect(printed).toEqual(['Taskdeck can only read: its database accepts no changes.'])
})

test('the health check fails if the server answers that it is not ready', async () => {
  const paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    response.writeHead(503).end('{"message":"waiting for the database"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { code, output } = await runOperator('health-check.ts', { HOST: '127.0.0.1', PORT: String(port) })
  expect([code, output, paths]).toEqual([
    1,
    `Taskdeck is not ready. http://127.0.0.1:${port}/health/ready answers 503: {"message":"waiting for the database"}\n`,
    ['/health/ready'],
  ])
})
