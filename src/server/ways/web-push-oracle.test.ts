import { createECDH, createPrivateKey, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { migratedDatabase } from '../../../test/database.ts'
import { freshSubscription } from '../../../test/push-service.ts'
import { openDatabase } from '../database/open.ts'
import { encrypted } from './encryption.ts'
import { authorization, pushKeys } from './push-keys.ts'

/** The decryption of web-push, an implementation that shares no line with ours. */
const { decrypt } = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt: (body: Buffer, keys: object) => Buffer
}
const texts = ['', 'Grüße 😀', JSON.stringify({ title: 'x'.repeat(200), body: '\u0002\u0000' }), 'y'.repeat(3_900)]

test('web-push reads the messages that are encrypted here, and its own are read by the browser of the tests', () => {
  for (const text of texts) {
    const privateKey = createECDH('prime256v1')
    const p256dh = privateKey.generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    const body = encrypted(text, { p256dh, auth })
    expect(String(decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth }))).toBe(text)
    const browser = freshSubscription()
    const { cipherText } = webPush.encrypt(browser.keys.p256dh, browser.keys.auth, text, 'aes128gcm')
    expect(browser.decrypt(cipherText)).toBe(text)
  }
})

test('web-push makes the same request with the same keys, but for the time and the signature', async () => {
  const database = openDatabase(await migratedDatabase('sqlite'))
  const keys = await pushKeys(database.db, 1)
  await database.close()
  const { d = '' } = createPrivateKey(keys.privateKey.export({ format: 'pem', type: 'pkcs8' })).export({
    format: 'jwk',
  })
  const endpoint = 'https://push.example.net/a/b'
  const subject = 'mailto:ana@example.com'
  const { headers } = webPush.generateRequestDetails({ endpoint, keys: freshSubscription().keys }, 'text', {
    ...{ TTL: 86_400, urgency: 'high', contentEncoding: 'aes128gcm' },
    vapidDetails: { subject, publicKey: keys.publicKey, privateKey: d },
  })
  const now = Date.now()
  const own = authorization(keys, endpoint, subject, now)
  const parts = (header: string) => {
    const [, head = '', claims = '', key] = /^vapid t=([^.]+)\.([^.]+)\.[\w-]{86}, k=(.+)$/.exec(header) ?? []
    const { exp, ...rest } = JSON.parse(String(Buffer.from(claims, 'base64url')))
    return {
      head: JSON.parse(String(Buffer.from(head, 'base64url'))),
      claims: rest,
      key,
      hours: (exp - now / 1_000) / 3_600,
    }
  }
  const [theirs, ours] = [parts(headers.Authorization), parts(own)]
  expect(ours).toEqual({ ...theirs, hours: expect.closeTo(theirs.hours, 1) })
  expect(headers).toMatchObject({ TTL: 86_400, 'Content-Encoding': 'aes128gcm', Urgency: 'high' })
})
