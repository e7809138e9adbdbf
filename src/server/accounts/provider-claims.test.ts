import type { IDToken } from 'openid-client'
import { expect, test } from 'vitest'
import { settingsOf } from '../../../test/openid.ts'
import { identityOf } from './provider-claims.ts'

const provider = settingsOf({ issuer: 'https://id.example', clientId: 'taskdeck', clientSecret: 'x' })
const token = { iss: 'https://id.example', sub: '1', aud: 'taskdeck', iat: 0, exp: 0 }
const read = (inToken: object, fromUserInfo: object, more: object = {}) => {
  const { email, emailVerified } = identityOf(
    { ...provider, ...more },
    { ...token, ...inToken } as IDToken,
    { sub: '1', ...fromUserInfo },
    undefined,
  )
  return [email, emailVerified]
}

test('an email counts as verified only by the source that has sent it, or by one that has sent the same', () => {
  const [email, other, email_verified] = ['ana@example.com', 'bo@example.com', true]
  expect(read({ email, email_verified }, {})).toEqual([email, true])
  expect(read({}, { email, email_verified })).toEqual([email, true])
  expect(read({ email }, { email, email_verified })).toEqual([email, true])
  expect(read({ email }, { email: other, email_verified })).toEqual([email, false])
  expect(read({ email }, { email_verified })).toEqual([email, false])
  expect(read({ email }, { email: other, email_verified: false }, { trustsEmail: true })).toEqual([email, true])
  expect(read({ email, email_verified: false }, { email, email_verified }, { trustsEmail: true })).toEqual([
    email,
    false,
  ])
  for (const value of ['true', 1, 'yes']) expect(read({ email, email_verified: value }, {})).toEqual([email, false])
})
