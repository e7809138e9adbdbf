import { createServer, type RequestListener } from 'node:http'
import https from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import tls from 'node:tls'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../../test/certificate.ts'
import { type OutgoingCall, outgoingCalls } from './outgoing.ts'

/** Starts a server on this machine, and returns its port. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const receiver = (answer: RequestListener) => portOf(createServer(answer))

/** Calls whose names have the given addresses. */
function calls(names: Record<string, string[]> = {}, allowed = ['127.0.0.0/8']) {
  const asked: string[] = []
  const outgoing = outgoingCalls({
    allowed,
    resolve: async (host) => {
      asked.push(host)
      return (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  })
  const call = (url: string, rest: Partial<OutgoingCall> = {}) => outgoing.call('ana', { method: 'GET', ...rest, url })
  return { call, asked, outgoing }
}

const hang: RequestListener = () => {}

test('a message is sent, and its answer returned', async () => {
  const seen: unknown[] = []
  const port = await receiver(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method, url, headers } = request
    seen.push({ method, url, host: headers.host, type: headers['content-type'], body: String(Buffer.concat(chunks)) })
    response.writeHead(202, { 'x-note': 'hi' }).end('thanks')
  })
  const { call } = calls({ 'hook.lan': ['127.0.0.1'] })
  const body = 'héllo'
  const headers = { 'content-type': 'text/plain' }
  const answer = await call(`http://hook.lan:${port}/a?b=c#d`, { method: 'POST', headers, body })
  expect(seen).toEqual([{ method: 'POST', url: '/a?b=c', host: `hook.lan:${port}`, type: 'text/plain', body }])
  expect(answer).toMatchObject({ status: 202, isCut: false, headers: { 'x-note': 'hi' } })
  expect(String(answer.body)).toBe('thanks')
})

test('https is checked for the name, and the connection goes to the address that was found', async () => {
  const port = await portOf(https.createServer(selfSigned, (_request, response) => response.end('safe')))
  const { call } = calls({ localhost: ['127.0.0.1'], 'other.lan': ['127.0.0.1'] }, ['localhost', '127.0.0.1'])
  await expect(call(`https://localhost:${port}`)).rejects.toThrow('no known authority has signed')
  const known = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...known, selfSigned.cert])
  onTestFinished(() => tls.setDefaultCACertificates(known))
  expect(String((await call(`https://localhost:${port}`)).body)).toBe('safe')
  await expect(call(`https://other.lan:${port}`)).rejects.toThrow('certificate for another name')
})

test.for([
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://１２７.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://100.100.100.200/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost:8080/',
])('%s is refused when it is entered and when it is called, without asking for its name', async (url) => {
  const { call, asked, outgoing } = calls({}, [])
  expect(() => outgoing.check(url)).toThrow('is not on the public internet')
  await expect(call(url)).rejects.toMatchObject({ reason: 'refused' })
  expect(asked).toEqual([])
})

test.for([
  ['', 'Enter a complete address'],
  ['example.com/hook', 'Enter a complete address'],
  ['ftp://example.com/', 'Enter a complete address'],
  ['file:///etc/passwd', 'Enter a complete address'],
  ['javascript:alert(1)', 'Enter a complete address'],
  ['https://[fe80::1%25eth0]/', 'Enter a complete address'],
  [`https://example.com/${'a'.repeat(2_000)}`, 'Enter a complete address'],
  ['https://ana:secret@example.com/', 'must not contain a user name'],
  ['https://ana@example.com/', 'must not contain a user name'],
  ['http://1.1.1.1/', 'must begin with https://'],
] as const)('"%s" is refused: %s', async ([url, message]) => {
  const { call, outgoing } = calls({}, [])
  expect(() => outgoing.check(url)).toThrow(message)
  await expect(call(url)).rejects.toThrow(message)
})

test.for([
  [['127.0.0.1']],
  [['10.0.0.1']],
  [['169.254.169.254']],
  [['::1']],
  [['::ffff:127.0.0.1']],
  [['fd00::1']],
  [['1.1.1.1', '192.168.0.1']],
] as const)('a name that leads to %j is refused', async ([addresses]) => {
  const { call } = calls({ 'evil.example': [...addresses] }, [])
  await expect(call('https://evil.example/')).rejects.toThrow('evil.example is not on the public internet')
})

test('a name is resolved once per call, so its address cannot change after the check', async () => {
  let count = 0
  const port = await receiver((_request, response) => response.end('ok'))
  const outgoing = outgoingCalls({
    allowed: ['127.0.0.1'],
    resolve: async () => [{ address: ['127.0.0.1', '127.0.0.2'][count++] ?? '', family: 4 }],
  })
  const url = `http://rebind.example:${port}`
  expect((await outgoing.call('ana', { method: 'GET', url })).status).toBe(200)
  expect(count).toBe(1)
  await expect(outgoing.call('ana', { method: 'GET', url })).rejects.toThrow('not on the public internet')
})

test('http is for hosts of the operator only, also if a public name is named nowhere', async () => {
  const { call } = calls({ 'public.example': ['1.1.1.1'] }, [])
  await expect(call('http://public.example/')).rejects.toThrow('must begin with https://')
})

test('a host that the operator has named may have any address', async () => {
  const port = await receiver((_request, response) => response.end('ok'))
  const { call, outgoing } = calls({ 'ntfy.lan': ['127.0.0.1'] }, ['ntfy.lan'])
  expect(outgoing.check('http://NTFY.lan./topic')).toBe('http://ntfy.lan./topic')
  expect((await call(`http://ntfy.lan:${port}`)).status).toBe(200)
  await expect(call(`http://127.0.0.1:${port}`)).rejects.toThrow('not on the public internet')
})

test('redirects are not followed', async () => {
  let count = 0
  const port = await receiver((_request, response) => {
    count++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const answer = await calls().call(`http://127.0.0.1:${port}`)
  expect(answer).toMatchObject({ status: 302, headers: { location: '/elsewhere' } })
  expect(count).toBe(1)
})

test('a long answer is cut or refused, and the connection ends', async () => {
  const ended: Promise<unknown>[] = []
  const port = await receiver((_request, response) => {
    ended.push(new Promise((resolve) => response.on('close', () => resolve(null))))
    const write = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  })
  const { call } = calls()
  const url = `http://127.0.0.1:${port}`
  const answer = await call(url, { limits: { bytes: 25_000 } })
  expect(answer).toMatchObject({ status: 200, isCut: true })
  expect(answer.body.length).toBe(25_000)
  await expect(call(url, { limits: { bytes: 25_000, ifLonger: 'fail' } })).rejects.toThrow('sent more than 25 kB')
  await Promise.all(ended)
})

test('a compressed answer is not unpacked', async () => {
  const port = await receiver((request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)))
  })
  const { call } = calls()
  expect((await call(`http://127.0.0.1:${port}`)).body.length).toBe(0)
  const failing = call(`http://127.0.0.1:${port}`, { limits: { ifLonger: 'fail' } })
  await expect(failing).rejects.toThrow('sent a compressed answer')
})

test.for([
  ['begin its answer', hang],
  ['finish its answer', (_request, response) => response.write('one byte')],
] as const satisfies [string, RequestListener][])(
  'a host that takes too long to %s is given up',
  async ([what, answer]) => {
    const port = await receiver(answer)
    const limits = what.startsWith('begin') ? { answerMs: 20 } : { totalMs: 200 }
    await expect(calls().call(`http://127.0.0.1:${port}`, { limits })).rejects.toThrow(`too long to ${what}`)
  },
)

test('a host that takes too long to connect, or whose name server does not answer, is given up', async () => {
  const port = await portOf(createTcpServer())
  const limits = { connectMs: 20 }
  await expect(calls().call(`https://127.0.0.1:${port}`, { limits })).rejects.toThrow('too long to accept a connection')
  const outgoing = outgoingCalls({ allowed: [], resolve: () => new Promise(() => {}) })
  const silent = outgoing.call('ana', { method: 'GET', url: 'https://silent.example', limits })
  await expect(silent).rejects.toThrow('The name server of silent.example took too long')
})

test('each problem of a connection is said in words', async () => {
  const { call } = calls({ 'gone.example': [] })
  const closed = await receiver(hang)
  const plain = await receiver((_request, response) => response.end())
  const ending = await portOf(createTcpServer((socket) => socket.destroy()))
  const talking = await portOf(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')))
  const switching = await portOf(
    createTcpServer((socket) => socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')),
  )
  const long = await receiver((_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end())
  const at = (port: number) => `http://127.0.0.1:${port}`
  await expect(call('https://gone.example/')).rejects.toThrow('There is no host named gone.example')
  await expect(call(`https://127.0.0.1:${plain}`)).rejects.toThrow('does not speak https at this port')
  await expect(call(at(ending))).rejects.toThrow('ended the connection without a complete answer')
  await expect(call(at(talking))).rejects.toThrow('did not answer in HTTP')
  await expect(call(at(switching))).rejects.toThrow('answered with another protocol')
  await expect(call(at(long))).rejects.toThrow('too many headers')
  await expect(call(at(closed), { limits: { answerMs: 20 } })).rejects.toMatchObject({ reason: 'slow' })
})

test('one owner has four calls at once, and another one is not held up', async () => {
  const waiting = new Set<() => void>()
  let arrived = () => {}
  const port = await receiver((request, response) => {
    if (request.url === '/fast') return void response.end()
    waiting.add(() => response.end())
    arrived()
  })
  const four = new Promise<void>((resolve) => {
    arrived = () => waiting.size === 4 && resolve()
  })
  const { outgoing } = calls()
  const call = (owner: string, path: string) =>
    outgoing.call(owner, { method: 'GET', url: `http://127.0.0.1:${port}${path}` })
  const slow = Array.from({ length: 6 }, () => call('mallory', '/slow'))
  await four
  expect((await call('bo', '/fast')).status).toBe(200)
  expect(waiting.size).toBe(4)
  arrived = () => {
    for (const answer of waiting) answer()
  }
  arrived()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})
