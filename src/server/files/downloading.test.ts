import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openFiles } from '../../../test/open-files.ts'
import { storeKinds } from '../../../test/stores.ts'
import { addTask } from '../../../test/tasks.ts'
import { fileWorlds, uploadApp, worldOf } from '../../../test/uploads.ts'

test.for(fileWorlds)('%s: a downloaded file equals the uploaded one', async (name) => {
  const app = await uploadApp(worldOf(name))
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  const bytes = randomBytes(1_000_000)
  const file = await app.upload(ana, _id, bytes, 'photo.png', 'image/png')
  for (const task of [_id, '1', '%231']) {
    const response = await app.call(ana, `/tasks/task/${task}/files/${file._id}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '1000000',
      'content-disposition': `attachment; filename="photo.png"; filename*=UTF-8''photo.png`,
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  }
  const head = await app.call(ana, `/tasks/task/${_id}/files/${file._id}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000000', ''])
})

test.for(storeKinds)('%s: a part of a file can be requested', async (store) => {
  const app = await uploadApp({ store })
  const ana = app.as('ana')
  await addTask(ana)
  const { _id } = await app.upload(ana, '1', '0123456789')
  const ask = async (range: string) => {
    const response = await app.call(ana, `/tasks/task/1/files/${_id}`, { headers: { range } })
    const { headers } = response
    return [response.status, await response.text(), headers.get('content-range'), headers.get('content-length')]
  }
  expect(await ask('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10', '3'])
  expect(await ask('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10', '3'])
  expect(await ask('bytes=-4')).toEqual([206, '6789', 'bytes 6-9/10', '4'])
  expect(await ask('bytes=8-100')).toEqual([206, '89', 'bytes 8-9/10', '2'])
  for (const several of ['bytes=0-1,4-5', 'bytes=0-1, -1', 'bytes=', 'lines=1-2']) {
    expect(await ask(several)).toEqual([200, '0123456789', null, '10'])
  }
  for (const beyond of ['bytes=10-', 'bytes=20-30', 'bytes=4-2', 'bytes=-0']) {
    const [status, text] = await ask(beyond)
    const refusal = { message: 'The file has only 10 bytes.', code: 'range_not_satisfiable' }
    expect([status, JSON.parse(String(text))]).toEqual([416, refusal])
  }
})

const bytesOnly = 'application/octet-stream'
/** The declared type of an upload, and the type that it is served with. */
const types = [
  ['page.html', 'text/html', bytesOnly],
  ['page.html', 'TEXT/HTML', bytesOnly],
  ['page.xhtml', 'application/xhtml+xml', bytesOnly],
  ['drawing.svg', 'image/svg+xml', bytesOnly],
  ['feed.xml', 'text/xml', bytesOnly],
  ['script.js', 'text/javascript', bytesOnly],
  ['paper.pdf', 'application/pdf', bytesOnly],
  ['page.html', 'multipart/x-mixed-replace', bytesOnly],
  ['photo.png', 'image/png', 'image/png'],
  ['photo.jpg', 'image/jpeg', 'image/jpeg'],
  ['page.html', 'text/plain', 'text/plain; charset=utf-8'],
] as const

test.for(storeKinds)(
  '%s: pages, SVG images and scripts are served as downloads, and no file is ever displayed as a page',
  async (store) => {
    const app = await uploadApp({ store })
    const ana = app.as('ana')
    await addTask(ana)
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.cookie)</script></svg>'
    for (const [name, type, sent] of types) {
      const { _id } = await app.upload(ana, '1', script, name, type)
      for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
        const response = await app.call(ana, `/tasks/task/1/files/${_id}`, { headers })
        expect(script).toContain(await response.text())
        expect([type, Object.fromEntries(response.headers)]).toEqual([
          type,
          expect.objectContaining({
            'content-type': sent,
            'content-disposition': expect.stringMatching(/^attachment; /),
            'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
            'x-content-type-options': 'nosniff',
          }),
        ])
      }
    }
  },
)

test.for(storeKinds)('%s: a client that has a file or a part of it gets only the rest', async (store) => {
  const app = await uploadApp({ store })
  const ana = app.as('ana')
  await addTask(ana)
  const { _id, sha256 } = await app.upload(ana, '1', '0123456789')
  const tag = `"${sha256}"`
  const ask = async (headers: Record<string, string>) => {
    const response = await app.call(ana, `/tasks/task/1/files/${_id}`, { headers })
    return [response.status, await response.text(), response.headers.get('content-range')]
  }
  for (const match of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    expect(await ask({ 'if-none-match': match, range: 'bytes=0-1' })).toEqual([304, '', null])
  }
  for (const match of ['"other"', sha256, '']) {
    expect(await ask({ 'if-none-match': match })).toEqual([200, '0123456789', null])
  }
  expect(await ask({ range: 'bytes=4-', 'if-range': tag })).toEqual([206, '456789', 'bytes 4-9/10'])
  for (const version of ['"other"', `W/${tag}`, 'Sun, 15 Nov 2026 12:00:00 GMT']) {
    expect(await ask({ range: 'bytes=4-', 'if-range': version })).toEqual([200, '0123456789', null])
  }
  expect(await ask({ range: 'bytes=10-' })).toEqual([416, expect.any(String), 'bytes */10'])
})

test.for(storeKinds)('%s: missing bytes of a file cause a readable error', async (store) => {
  const app = await uploadApp({ store })
  const ana = app.as('ana')
  await addTask(ana)
  const { _id } = await app.upload(ana, '1', '0123456789')
  await app.place.remove(`${(await ana.user())._id}/${_id}`)
  const response = await app.call(ana, `/tasks/task/1/files/${_id}`)
  expect([response.status, await response.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })])
})

test.for(storeKinds)('%s: bytes that were changed in the store are not sent as a complete file', async (store) => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const app = await uploadApp({ store, dependencies: { log } })
  const ana = app.as('ana')
  await addTask(ana)
  const before = Buffer.alloc(200_000, 'x')
  const { _id } = await app.upload(ana, '1', before)
  const path = `${(await ana.user())._id}/${_id}`
  /** The bytes that arrive, or 'refused' if the response is an error or does not end. */
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await app.call(ana, `/tasks/task/1/files/${_id}`, { headers })
    return response.status < 300 ? response.text().catch(() => 'refused') : 'refused'
  }
  const changed = Buffer.from(before)
  changed[100_000] = 0
  for (const [bytes, reason] of [
    [changed, 'its SHA-256 is different'],
    [before.subarray(1), 'it has 199999 instead of 200000 bytes'],
    [Buffer.concat([before, changed]), 'it has more than 200000 bytes'],
    [Buffer.alloc(0), 'it has 0 instead of 200000 bytes'],
  ] as const) {
    await app.place.write(path, bytes)
    expect(await ask()).toBe('refused')
    const line = `The stored file was changed or damaged: ${reason} (${path} in `
    expect(lines.some((msg) => msg.startsWith(line))).toBe(true)
  }
  await app.place.write(path, '0123')
  for (const range of ['bytes=5-6', 'bytes=2-5']) expect(await ask({ range })).toBe('refused')
  expect(await ask({ range: 'bytes=1-2' })).toBe('12')
})

test('an aborted download leaves no file open', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  await addTask(ana)
  const { _id } = await app.upload(ana, '1', randomBytes(20_000_000))
  for (let round = 0; round < 5; round++) {
    const abort = new AbortController()
    const response = await app.call(ana, `/tasks/task/1/files/${_id}`, { signal: abort.signal })
    await response.body?.getReader().read()
    abort.abort()
  }
  await expect.poll(() => openFiles(app.folder)).toEqual([])
})

test('HEAD returns the size of a file without opening it', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  const file = await app.upload(ana, _id, randomBytes(100_000))
  // HEAD would fail here if it opened the file.
  await rm(join(app.config.dataDir, 'files'), { recursive: true })
  const path = `/tasks/task/${_id}/files/${file._id}`
  const head = await app.call(ana, path, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
    200,
    '100000',
    `"${file.sha256}"`,
  ])
  const part = await app.call(ana, path, { method: 'HEAD', headers: { range: 'bytes=10-19' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/100000'])
  expect((await app.call(app.as('bo'), path, { method: 'HEAD' })).status).toBe(404)
})
