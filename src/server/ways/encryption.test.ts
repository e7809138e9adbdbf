import { verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../../test/database.ts'
import { freshSubscription } from '../../../test/push-service.ts'
import { openDatabase } from '../database/open.ts'
import { encrypted } from './encryption.ts'
import { authorization, pushKeys } from './push-keys.ts'

test('the example of RFC 8291 is encrypted as there', () => {
  const recipient = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const chosen = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  }
  expect(encrypted('When I grow up, I want to be a watermelon', recipient, chosen).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('each message has a key of its own, and only its browser can read it', () => {
  const browser = freshSubscription()
  const first = encrypted('Grüße', browser.keys)
  expect(first.equals(encrypted('Grüße', browser.keys))).toBe(false)
  expect(browser.decrypt(first)).toBe('Grüße')
  expect(() => freshSubscription().decrypt(first)).toThrow()
})

test('the keys of an installation are made once, and sign who sends a message', async () => {
  const database = openDatabase(await migratedDatabase('sqlite'))
  const both = await Promise.all([pushKeys(database.db, 1), pushKeys(database.db, 2)])
  const [keys, same] = both
  expect(keys.publicKey).toBe(same.publicKey)
  const header = authorization(keys, 'https://push.example.net/a/b', 'mailto:ana@example.com', 1_000_000)
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(key).toBe(keys.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = { key: jwk, format: 'jwk' as const, dsaEncoding: 'ieee-p1363' as const }
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(JSON.parse(String(Buffer.from(head, 'base64url')))).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(String(Buffer.from(claims, 'base64url')))).toEqual({
    aud: 'https://push.example.net',
    exp: 1_000 + 12 * 3_600,
    sub: 'mailto:ana@example.com',
  })
  await database.close()
})
