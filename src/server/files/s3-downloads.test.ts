import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { credentials } from '../../../test/people.ts'
import { addTask } from '../../../test/tasks.ts'
import { cookieOf, uploadApp } from '../../../test/uploads.ts'

/** Ana with a page that pretends to be harmless. */
async function world() {
  const app = await uploadApp({ store: 's3', config: { fileDownloads: 'redirect' } })
  const ana = app.as('ana')
  await addTask(ana)
  const file = await app.upload(ana, '1', '<script>alert(1)</script>', 'Größe "1".html', 'text/html')
  const path = `/tasks/task/1/files/${file._id}`
  // Not by fetch, which sets its own Sec-Fetch-Mode.
  const ask = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({ url: path, method, headers: { host: 'localhost', cookie: await cookieOf(ana), ...headers } })
  return { ...app, ana, file, path, ask }
}

test('a download is redirected to a signed address, which forces the harmless headers of a direct download', async () => {
  const { ask } = await world()
  const answer = await ask({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })
  expect([answer.statusCode, answer.headers, answer.body]).toEqual([
    302,
    expect.objectContaining({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
    '',
  ])
  const address = new URL(String(answer.headers.location))
  expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(120)
  const file = await fetch(address)
  expect([file.status, await file.text()]).toEqual([200, '<script>alert(1)</script>'])
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e _1_.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.html`,
  )
  const part = await fetch(address, { headers: { range: 'bytes=1-6' } })
  expect([part.status, await part.text()]).toEqual([206, 'script'])

  // The signature covers the headers, the object and the time.
  for (const change of [
    { 'response-content-type': 'text/html' },
    { 'response-content-disposition': 'inline' },
    { 'X-Amz-Expires': '604800' },
  ]) {
    const forged = new URL(address)
    for (const [name, value] of Object.entries(change)) forged.searchParams.set(name, value)
    expect((await fetch(forged)).status).toBe(403)
  }
  const stripped = new URL(address)
  stripped.searchParams.delete('response-content-disposition')
  expect((await fetch(stripped)).status).toBe(403)
  const other = new URL(address)
  other.pathname = other.pathname.replace(/[^/]+$/, 'installation-id')
  expect((await fetch(other)).status).toBe(403)
})

test('requests of our own pages, HEAD and conditional requests are answered by the server itself', async () => {
  const { ask, file } = await world()
  for (const mode of ['cors', 'same-origin', 'no-cors'])
    expect((await ask({ 'sec-fetch-mode': mode })).statusCode).toBe(200)
  expect((await ask({}, 'HEAD')).statusCode).toBe(200)
  expect((await ask({ 'if-none-match': `"${file.sha256}"` })).statusCode).toBe(304)
  expect((await ask({ range: 'bytes=100-' })).statusCode).toBe(416)
})

test('only the owner gets a signed address, and a missing object is a readable error', async () => {
  const { as, path, ask, place, ana, file } = await world()
  expect((await as('bo').get(path)).status).toBe(404)
  await place.remove(`${(await ana.user())._id}/${file._id}`)
  const answer = await ask()
  expect([answer.statusCode, answer.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })])
})

test('two nodes share a bucket: each sends and deletes the files of the other', async () => {
  const { config, file, path, place } = await world()
  const other = await testApp({ config: { ...config, fileDownloads: 'stream' } })
  const ana = other.visitor()
  await ana.post('/auth/login', credentials('ana'))
  const { status, text } = await ana.get(path)
  expect([status, text.length]).toEqual([200, file.size])
  expect((await ana.delete(path)).status).toBe(200)
  expect((await ana.delete(`${path}/forever`)).status).toBe(200)
  expect(await place.paths()).toEqual([])
})
