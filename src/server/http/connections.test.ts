import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { talk } from '../../../test/talk.ts'
import type { Config } from '../settings/config.ts'

async function listening(config: Partial<Config>) {
  const { app } = await testApp({ config })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    await once(socket, 'connect')
    return socket
  }
  /** Returns the status of a request on a new connection from an address. */
  const ask = async (localAddress: string) => {
    const socket = await open(localAddress)
    socket.on('error', () => {})
    socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return Number(String(answer).slice(9, 12))
  }
  return { port, open, ask }
}

// Linux accepts all of 127.0.0.0/8 as source addresses. Other systems accept only 127.0.0.1.
test.runIf(process.platform === 'linux')(
  'the number of connections per address is limited, and the next one is refused',
  async () => {
    const { open, ask } = await listening({ maxAddressConnections: 3, trustProxy: ['127.0.0.8/31'] })
    const held = await Promise.all([1, 2, 3].map(() => open('127.0.0.2')))
    expect(await ask('127.0.0.2')).toBe(429)
    expect(await ask('127.0.0.3')).toBe(200)
    const [first] = held
    first?.destroy()
    await expect.poll(() => ask('127.0.0.2')).toBe(200)
    const unlimited = ['127.0.0.1', '127.0.0.9'].flatMap((address) => [1, 2, 3, 4].map(() => open(address)))
    for (const socket of [...held, ...(await Promise.all(unlimited))]) socket.destroy()
  },
)

test.for([
  ['an unknown expectation', 'GET /taskdeck/ HTTP/1.1\r\nhost: localhost\r\nexpect: a-miracle\r\n\r\n', 417],
  [
    'both lengths',
    'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['too many bytes of headers', `GET / HTTP/1.1\r\nhost: localhost\r\n${'x: y\r\n'.repeat(10_000)}\r\n`, 400],
  [
    'too many bytes of trailers',
    `POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'x: y\r\n'.repeat(10_000)}\r\n`,
    400,
  ],
] as const)(
  'a request with %s is refused with the usual headers, and its connection closed',
  async ([_, text, status]) => {
    const { port } = await listening({})
    const answer = await talk(port, text)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/)
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
  },
)

test('upgrade requests are ignored, and CONNECT is cut off', async () => {
  const { port } = await listening({})
  const upgrade =
    'GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n'
  expect(await talk(port, upgrade)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await talk(port, 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n')).toBe('')
})

test('HTTP/1.0 clients are served, and their connections stay open only on request', async () => {
  const { port } = await listening({})
  const get = 'GET /health/live HTTP/1.0\r\nhost: localhost\r\n'
  const answer = await talk(port, `${get}connection: keep-alive\r\n\r\n${get}\r\n`)
  expect([...answer.matchAll(/HTTP\/1\.1 200/g)]).toHaveLength(2)
})
