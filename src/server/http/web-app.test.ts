import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { agentGuide, guideAddress } from '../../contract/agent-guide.ts'

const assets = await readdir('dist/assets')
const script = assets.find((name) => /^index-.*\.js$/.test(name)) ?? ''

test('/ and the base path without a slash redirect to the web app', async () => {
  const { app } = await testApp()
  for (const url of ['/', '/taskdeck']) {
    expect((await app.inject(url)).headers.location).toBe('/taskdeck/')
  }
})

test('the page is never cached, and hashed files are cached indefinitely', async () => {
  const { app } = await testApp()
  const page = await app.inject('/taskdeck/')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(page.body).toContain('<div id="root">')
  expect(page.body).not.toMatch(/<script(?![^>]*src=)/)
  const asset = await app.inject(`/taskdeck/assets/${script}`)
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('files are served as they were compressed during the build', async () => {
  const { app } = await testApp()
  const plain = await readFile(`dist/assets/${script}`)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, decompress] of Object.entries(unpack)) {
    const response = await app.inject({ url: `/taskdeck/assets/${script}`, headers: { 'accept-encoding': encoding } })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['content-type']).toMatch(/javascript/)
    expect(decompress(response.rawPayload).equals(plain)).toBe(true)
  }
})

test('every text response declares its character set', async () => {
  const { app } = await testApp()
  const style = assets.find((name) => name.endsWith('.css')) ?? ''
  for (const file of ['', 'favicon.svg', 'start.js', `assets/${script}`, `assets/${style}`]) {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const response = await app.inject({ url: `/taskdeck/${file}`, headers: { 'accept-encoding': encoding } })
      expect(response.headers['content-type']).toMatch(/; charset=utf-8$/i)
    }
  }
})

test('the manifest and the service worker are revalidated on each use', async () => {
  const { app } = await testApp({ config: { basePath: '/some/where/' } })
  for (const [file, type] of [
    ['sw.js', 'application/javascript; charset=utf-8'],
    ['manifest.webmanifest', 'application/manifest+json'],
  ]) {
    const { statusCode, headers } = await app.inject(`/some/where/${file}`)
    expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([200, 'no-cache', type])
    expect(headers['content-security-policy']).toMatch(/manifest-src 'self'; worker-src 'self'/)
  }
})

test('the service worker stores the files that the server sends', async () => {
  const { app } = await testApp()
  const { body } = await app.inject('/taskdeck/sw.js')
  const { files } = JSON.parse(/^const build = (.*)$/m.exec(body)?.[1] ?? '')
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      '',
      'start.js',
      'favicon.svg',
      ...assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`),
    ]),
  )
  for (const [path, integrity] of Object.entries(files)) {
    const { rawPayload } = await app.inject(`/taskdeck/${path}`)
    expect(`sha256-${hash('sha256', rawPayload, 'base64')}`, path).toBe(integrity)
  }
})

test('the same build works under any base path', async () => {
  const { app } = await testApp({ config: { basePath: '/some/where/' } })
  expect((await app.inject('/')).headers.location).toBe('/some/where/')
  const page = await app.inject('/some/where/')
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) {
    expect((await app.inject(new URL(link ?? '', 'http://a/some/where/').pathname)).statusCode, link).toBe(200)
  }
})

test('there is no redirect when the app is served at the root', async () => {
  const { app } = await testApp({ config: { basePath: '/' } })
  expect((await app.inject('/')).body).toContain('<div id="root">')
  expect((await app.inject('/health/live')).json()).toMatchObject({ status: 'ok' })
})

test.for([
  '/taskdeck/../package.json',
  '/taskdeck/..%2fpackage.json',
  '/taskdeck/%2e%2e/package.json',
  '/taskdeck/.taskdeck-built',
])('%s returns nothing from outside the web app', async (url) => {
  const { app } = await testApp()
  const response = await app.inject(url)
  expect([403, 404]).toContain(response.statusCode)
})

test('the command line is one file at the same address under any base path, and is revalidated on each use', async () => {
  const file = await readFile('dist/cli/taskdeck.mjs', 'utf8')
  expect(file).toMatch(/^#!\/usr\/bin\/env node\n/)
  for (const basePath of ['/', '/taskdeck/', '/some/where/']) {
    const { app } = await testApp({ config: { basePath } })
    const { statusCode, headers, body } = await app.inject('/cli/taskdeck.mjs')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
    expect(body).toBe(file)
    const again = await app.inject({ url: '/cli/taskdeck.mjs', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect((await app.inject('/cli/other.mjs')).statusCode).toBe(404)
    const guide = await app.inject(guideAddress)
    expect([guide.headers['content-type'], guide.body]).toEqual(['text/markdown; charset=utf-8', agentGuide])
  }
})
