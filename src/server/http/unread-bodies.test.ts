import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { addTask } from '../../../test/tasks.ts'
import { cookieOf } from '../../../test/uploads.ts'
import type { Config } from '../settings/config.ts'

async function listening(config: Partial<Config> = {}) {
  const world = await testApp({ config: { maxFileBytes: 1_000_000, ...config } })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...world, port: (world.app.server.address() as AddressInfo).port }
}

type World = Awaited<ReturnType<typeof listening>>

const piece = Buffer.alloc(64 * 1024, 'a')
const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])

/**
 * Sends a head and then an endless body for as long as the server reads. Returns the response and the number of bytes
 * read.
 */
async function flood({ app, port }: World, head: string, body = head.includes('chunked') ? chunk : piece, first = '') {
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1')
  let answer = ''
  client.on('data', (data) => {
    answer += data
  })
  client.on('error', () => {})
  client.write(`${head}\r\n\r\n${first}`)
  const [server] = await connected
  const closed = new Promise((resolve) => client.once('close', resolve))
  const send = () => {
    while (!client.destroyed && client.write(body));
  }
  client.on('drain', send)
  send()
  await closed
  return { answer, status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), read: server.bytesRead }
}

const endless = ['content-length: 1000000000000', 'transfer-encoding: chunked']
const json = 'content-type: application/json'

const early: [string, string, number][] = [
  ['GET of a page', 'GET /taskdeck/', 200],
  ['GET of a static file', 'GET /taskdeck/favicon.svg', 200],
  ['HEAD of a page', 'HEAD /taskdeck/', 200],
  ['GET of the API page', 'GET /docs/', 200],
  ['GET of a call', 'GET /health/live', 200],
  ['GET without a session', 'GET /tasks/getTasks', 401],
  ['POST without a session', `POST /tasks/createTask\n${json}`, 401],
  ['DELETE without a session', `DELETE /auth/sessions\n${json}`, 401],
  ['POST of another type', 'POST /auth/login\ncontent-type: text/plain', 415],
  ['POST of JSON', `POST /auth/login\n${json}`, 413],
  ['POST to nowhere', `POST /nowhere\n${json}`, 413],
  ['POST from another site', `POST /auth/login\n${json}\nsec-fetch-site: cross-site`, 403],
  ['POST to another host', `POST /auth/login\n${json}\nx-host: evil.example`, 421],
]

test.for(early.flatMap((row) => endless.map((body) => [...row, body] as const)))(
  'an endless body of a %s (%s, %i, %s) is not read to its end',
  async ([_, request, status, framing]) => {
    const world = await listening()
    const [line, ...headers] = request.split('\n')
    const host = headers.find((header) => header.startsWith('x-host'))?.slice(8) ?? 'localhost'
    const { answer, ...got } = await flood(
      world,
      [`${line} HTTP/1.1`, `host: ${host}`, framing, ...headers].join('\r\n'),
    )
    expect(got.status, answer).toBe(status)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    // The limit of a JSON body, the remainder, and the excess of one read.
    expect(got.read).toBeLessThan(256 * 1024 + 512 * 1024)
  },
)

test('a client that continues to send after its response is not read any more, and is disconnected with a delay', async () => {
  const world = await listening({ refusalDelayMs: 300 })
  const begun = performance.now()
  const { status, read } = await flood(
    world,
    'POST /tasks/createTask HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked',
  )
  expect(status).toBe(401)
  expect(performance.now() - begun).toBeGreaterThan(290)
  expect(read).toBeLessThan(512 * 1024)
})

const boundary = 'content-type: multipart/form-data; boundary=x'
const fileHead = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
const forms: [string, string, string, number][] = [
  ['a preamble', '', 'preamble', 400],
  ['a field', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n', 'field', 400],
  ['the headers of a part', '--x\r\nx-long: ', 'headers', 400],
  [
    'a field after the file',
    `${fileHead}hello\r\n--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n`,
    'rest',
    400,
  ],
  ['an epilogue', `${fileHead}hello\r\n--x--\r\n`, 'epilogue', 400],
]

test.for(forms)('a form with %s that never ends is refused', async ([_, first, _kind, status]) => {
  const world = await listening()
  const ana = world.as('ana')
  const { _id } = await addTask(ana)
  const head = [
    `POST /tasks/task/${_id}/upload HTTP/1.1`,
    'host: localhost',
    `cookie: ${await cookieOf(ana)}`,
    endless[1],
    boundary,
  ]
  const { answer, ...got } = await flood(
    world,
    head.join('\r\n'),
    chunk,
    first && `${first.length.toString(16)}\r\n${first}\r\n`,
  )
  expect(got.status, answer).toBe(status)
  expect(got.read).toBeLessThan(2 * 1024 * 1024)
})

test('a client that sends a small body completely before it reads gets the response', async () => {
  const { port } = await listening()
  const client = connect({ port, host: '127.0.0.1' }).pause()
  client.write('POST /tasks/createTask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 200000\r\n\r\n')
  await new Promise((resolve) => client.write(Buffer.alloc(200_000), resolve))
  let answer = ''
  client.on('data', (data) => {
    answer += data
  })
  client.resume()
  await once(client, 'end')
  expect(answer).toMatch(/^HTTP\/1\.1 401 .*"code":"not_signed_in"}$/s)
})

test('the connection stays open after a body that was read completely', async () => {
  const { port } = await listening()
  const client = connect(port, '127.0.0.1')
  const login = `POST /auth/login HTTP/1.1\r\nhost: localhost\r\n${json}\r\ncontent-length: 2\r\n\r\n{}`
  for (let count = 0; count < 3; count++) {
    client.write(login)
    const [answer] = await once(client, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 .*\r\nconnection: keep-alive\r\n/is)
  }
  client.destroy()
})

test('100 Continue is sent only if the request may have a body', async () => {
  const { app, as, port } = await listening()
  const cookie = await cookieOf(as('ana'))
  const task = JSON.stringify({ title: 'a', description: 'b', dueDate: '2026-11-14' })
  const head = `POST /tasks/createTask HTTP/1.1\r\nhost: localhost\r\n${json}\r\nexpect: 100-continue\r\ncontent-length: ${task.length}\r\n`
  const refused = connect(port, '127.0.0.1')
  refused.write(`${head}\r\n`)
  expect(String((await once(refused, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 .*\r\nconnection: close\r\n/is)
  const client = connect(port, '127.0.0.1')
  client.write(`${head}cookie: ${cookie}\r\n\r\n`)
  expect(String((await once(client, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  client.write(task)
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 201 /)
  client.destroy()
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})
