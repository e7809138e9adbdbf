import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const png = latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR and so on')
const jpeg = latin('\xff\xd8\xff\xe0\0\x10JFIF and so on')
const webp = latin('RIFF\x24\0\0\0WEBPVP8 and so on')
const base64 = (bytes: Buffer) => ({ base64: bytes.toString('base64') })
const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length, 7)])

test.for(engines)(
  '%s: a picture is served to its owner with its real type, and cached by the browser',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    for (const [type, bytes] of [
      ['image/png', png],
      ['image/jpeg', jpeg],
      ['image/webp', webp],
    ] as const) {
      const set = await ana.put('/auth/picture', base64(bytes))
      expect([set.status, set.body.message]).toEqual([200, 'Picture changed.'])
      const { image } = set.body.user
      expect(image).toMatch(/^\/auth\/picture\/[\w-]{22}$/)
      expect((await ana.get('/auth/verify')).body.user.image).toBe(image)
      const picture = await ana.get(image)
      expect(picture.status).toBe(200)
      expect(picture.bytes.equals(bytes)).toBe(true)
      expect(picture.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
    }
  },
)

test.for(engines)("%s: another user's picture, a replaced one and a missing one are not found", async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo, cy] = [app.as('ana'), app.as('bo'), app.as('cy')]
  const { image: first } = (await ana.put('/auth/picture', base64(png))).body.user
  await bo.put('/auth/picture', base64(jpeg))
  for (const other of [bo, cy]) {
    const { status, body } = await other.get(first)
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect((await app.visitor().get(first)).status).toBe(401)

  const { image: second } = (await ana.put('/auth/picture', base64(webp))).body.user
  expect((await ana.get(first)).status).toBe(404)
  expect((await ana.get(second)).status).toBe(200)
  for (const hash of ['', '0', 'undefined', 'null', '../picture', '%00']) {
    expect([400, 404]).toContain((await ana.get(`/auth/picture/${hash}`)).status)
  }

  const removed = await ana.delete('/auth/picture')
  expect([removed.status, removed.body]).toEqual([200, { message: 'Picture removed.', user: await ana.user() }])
  expect((await ana.get(second)).status).toBe(404)
  expect((await ana.delete('/auth/picture')).status).toBe(200)
  const left = await app.database.db.selectFrom('pictures').select('user_id').execute()
  expect(left).toEqual([{ user_id: (await bo.user())._id }])
})

test.for([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['SVG with a heading', '<?xml version="1.0"?><svg onload="alert(1)"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['text', 'just words'],
  ['GIF', 'GIF89a and so on'],
  ['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a script that calls itself PNG', 'PNG\r\n<script>alert(1)</script>'],
  ['HTML before a PNG', `<script>alert(1)</script>${png.toString('latin1')}`],
  ['half a PNG heading', '\x89PNG'],
] as const)('%s is not accepted as a picture', async ([, text]) => {
  const app = await testApp()
  const { status, body } = await app.as('ana').put('/auth/picture', base64(latin(text)))
  expect([status, body]).toEqual([
    415,
    { message: 'That file is not a supported picture. Choose a PNG, JPEG or WebP file.', code: 'wrong_type' },
  ])
  expect(await app.database.db.selectFrom('pictures').selectAll().execute()).toEqual([])
})

test.for([
  [{ base64: '!!!' }, 415],
  [{ base64: '' }, 400],
  [{ base64: ['iVBORw0KGgo='] }, 400],
  [{ url: 'https://example.com/ana.png' }, 400],
  [{ base64: png.toString('base64'), type: 'text/html' }, 400],
] as const)('a picture sent as %j gets %i', async ([body, status]) => {
  const app = await testApp()
  expect((await app.as('ana').put('/auth/picture', body)).status).toBe(status)
})

test('a picture of 300,000 bytes is accepted', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const { image } = (await ana.put('/auth/picture', base64(padded(300_000)))).body.user
  expect((await ana.get(image)).bytes.equals(padded(300_000))).toBe(true)
})

test('a picture of several megabytes is too large', async () => {
  const app = await testApp()
  const { status, body } = await app.as('ana').put('/auth/picture', base64(padded(1_600_000)))
  expect([status, body.code]).toEqual([413, 'too_large'])
})

test('a picture of 300,001 bytes is too large', async () => {
  const app = await testApp()
  const { status, body } = await app.as('ana').put('/auth/picture', base64(padded(300_001)))
  expect([status, body]).toEqual([
    413,
    { message: 'The picture is too large. The limit is 300 kB.', code: 'too_large' },
  ])
})

test('an upload of a picture is authenticated before it is read', async () => {
  const app = await testApp()
  expect((await app.visitor().put('/auth/picture', base64(padded(1_600_000)))).status).toBe(401)
})

/** SQL statements that make it impossible to store the address of a picture. */
const refuseImages = {
  sqlite: sql`create trigger no_images before update of image on users begin select raise(abort, 'no images'); end`,
  postgres: sql`alter table users add constraint no_images check (image is null)`,
}

test.for(engines)('%s: a picture and its address are written together or not at all', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const before = await ana.user()
  await refuseImages[engine].execute(app.database.db)
  expect((await ana.put('/auth/picture', base64(png))).status).toBe(500)
  expect(await app.database.db.selectFrom('pictures').select('user_id').execute()).toEqual([])
  expect((await ana.get('/auth/verify')).body.user).toEqual(before)
})
