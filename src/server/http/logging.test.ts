import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { makeLogger } from './logging.ts'

function collect(tty: boolean) {
  const stream = Object.assign(new PassThrough().setEncoding('utf8'), { isTTY: tty })
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return { stream, text: () => text }
}

test('a file gets one JSON object a line', () => {
  const { stream, text } = collect(false)
  makeLogger('info', stream).info({ count: 1 }, 'hello')
  expect(JSON.parse(text())).toMatchObject({ level: 30, count: 1, msg: 'hello' })
})

test('a terminal gets a line for people', async () => {
  const { stream, text } = collect(true)
  makeLogger('info', stream).info('hello')
  await vi.waitFor(() => expect(stripVTControlCharacters(text())).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: hello\n$/))
})

test('secrets are struck out wherever they stand', () => {
  const { stream, text } = collect(false)
  const headers = { cookie: 'hunter2', authorization: 'hunter2', 'set-cookie': 'hunter2' }
  makeLogger('info', stream).info(
    { password: 'hunter2', body: { password: 'hunter2' }, req: { headers }, token: 'hunter2' },
    'x',
  )
  expect(text()).not.toContain('hunter2')
})

test('a request is one line with its id; what stands behind the ? is not logged', async () => {
  const { stream, text } = collect(false)
  const { app } = await testApp({ parts: { log: makeLogger('debug', stream) } })
  const response = await app.inject('/health/live?code=hunter2')
  expect(text()).not.toContain('hunter2')
  const lines = text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    method: 'GET',
    path: '/health/live',
    status: 200,
    reqId: response.headers['x-request-id'],
  })
})
