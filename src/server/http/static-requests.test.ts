import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const long = 'a'.repeat(5_000)
const paths = [
  '',
  '/',
  '//',
  '.',
  '..',
  '../',
  '../..',
  '/../package.json',
  '%2e%2e/',
  '%2e%2e%2fpackage.json',
  '..%5cpackage.json',
  '%2f',
  '%5c',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%E0%A4%A',
  '?',
  '??',
  '?a=%',
  ';a',
  'assets',
  'assets/',
  'assets//',
  'index.html/',
  'index.html/x',
  'static',
  'static/',
  'static//',
  'static/index.html/x',
  'static/%2e%2e',
  'favicon.svg/',
  '.taskdeck-built',
  '.git/config',
  long,
  `${long}/${long}`,
  'a/'.repeat(1_000),
  '*',
  ':a',
  'ü'.normalize(),
  'a b'.replace(' ', '%20'),
  'json',
  'yaml',
]
const headers = [
  '',
  'range: bytes=0-0',
  'range: bytes=9-1',
  'range: bytes=99999999-',
  'range: bytes=-0',
  'range: bytes=0-1,2-3',
  'range: lines=1',
  'range: bytes=a-b',
  'if-match: "other"',
  'if-match: *',
  'if-none-match: *',
  'if-modified-since: never',
  'if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT',
  'if-range: "x"\r\nrange: bytes=0-1',
  'accept-encoding: br;q=2, *;q=x, ;;',
  'accept: text/html',
]

/** Sends raw requests one after another and returns the head of each response. */
async function heads(port: number, requests: string[]) {
  const all: string[] = []
  for (const request of requests) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    socket.on('error', () => {})
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.write(request)
    if (!socket.closed) await once(socket, 'close')
    all.push(answer.slice(0, answer.indexOf('\r\n\r\n') + 2))
  }
  return all
}

test.for(['/taskdeck/', '/docs/'])('no method, path or header causes a 5xx for the files at %s', async (base) => {
  const { app } = await testApp({ config: { maxAddressRequests: 1_000 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const request = (method: string, path: string, header = '') =>
    `${method} ${base}${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${header && `${header}\r\n`}\r\n`
  const requests = [
    ...methods.flatMap((method) => paths.map((path) => request(method, path))),
    ...['GET', 'HEAD'].flatMap((method) =>
      ['', 'index.html', 'favicon.svg', 'static/index.html', 'static/swagger-ui.css', '//', '..'].flatMap((path) =>
        headers.map((header) => request(method, path, header)),
      ),
    ),
  ]
  const failed = (await heads(port, requests)).flatMap((head, index) => {
    const isFine = /^HTTP\/1\.1 [234]/.test(head)
    const isGuarded =
      /\r\ncontent-security-policy: default-src 'none'/i.test(head) &&
      /\r\nx-content-type-options: nosniff\r\n/i.test(head)
    return isFine && isGuarded ? [] : [`${head.slice(9, 12)} ${requests[index]?.slice(0, 150)}`]
  })
  expect(failed).toEqual([])
})
