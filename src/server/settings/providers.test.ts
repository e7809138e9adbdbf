import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { isIssuer, providersOf } from './providers.ts'

const first = { OIDC_ISSUER: 'https://id.example.org/', OIDC_CLIENT_ID: 'taskdeck', OIDC_CLIENT_SECRET: 'secret' }

test('a provider needs its issuer, client and secret, and has defaults for the rest', () => {
  expect(loadConfig(first).openId).toEqual([
    {
      ...{ id: 'oidc', name: 'id.example.org', issuer: 'https://id.example.org/', clientId: 'taskdeck' },
      ...{ clientSecret: 'secret', scopes: 'openid email profile', trustsEmail: false, groups: [] },
      ...{ groupsClaim: 'groups', signsOut: true },
    },
  ])
  expect(loadConfig({}).openId).toEqual([])
})

test('up to three providers stand beside Google, each with settings of its own', () => {
  const config = loadConfig({
    ...{ ...first, OIDC_NAME: 'Authentik', OIDC_TRUST_EMAIL: 'yes', PASSWORDS: 'off' },
    ...{ OIDC_3_ISSUER: 'https://3.example.org', OIDC_3_CLIENT_ID: '3', OIDC_3_CLIENT_SECRET: 'y' },
    ...{ OIDC_3_GROUPS: 'family, admins', OIDC_3_SCOPES: 'openid  groups', OIDC_3_SIGN_OUT: 'no' },
    ...{ GOOGLE_CLIENT_ID: 'google', GOOGLE_CLIENT_SECRET: 'z' },
  })
  expect(providersOf(config).map(({ id, name }) => [id, name])).toEqual([
    ['google', 'Google'],
    ['oidc', 'Authentik'],
    ['oidc-3', '3.example.org'],
  ])
  expect(config.openId).toMatchObject([
    { trustsEmail: true, groups: [], signsOut: true },
    { trustsEmail: false, groups: ['family', 'admins'], scopes: 'openid groups', signsOut: false },
  ])
  expect(config.passwords).toBe('off')
})

test.for([
  [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together'],
  [{ ...first, OIDC_2_NAME: 'Second' }, 'OIDC_2_ISSUER and OIDC_2_CLIENT_ID and OIDC_2_CLIENT_SECRET must be set'],
  [{ ...first, OIDC_ISSUER: 'http://id.example.org' }, 'must begin with https://'],
  [{ ...first, OIDC_SCOPES: 'email' }, 'must contain openid'],
  [{ ...first, OIDC_TRUST_EMAIL: 'maybe' }, 'must be one of yes, no'],
  [{ PASSWORDS: 'off' }, 'PASSWORDS=off requires a provider'],
  [{ ...first, PASSWORDS: 'never' }, 'must be one of on, sign-in, off'],
  [
    { ...first, OIDC_2_ISSUER: 'https://id.example.org', OIDC_2_CLIENT_ID: '2', OIDC_2_CLIENT_SECRET: '2' },
    'is the issuer of two providers',
  ],
] as const)('%j is refused with a reason', ([env, reason]) => {
  expect(() => loadConfig(env)).toThrow(reason)
})

test('a secret is not repeated in an error, and numbered settings are known', () => {
  expect(() => loadConfig({ ...first, OIDC_CLIENT_ID: '' })).not.toThrow('secret"')
  expect(misspeltSettings({ OIDC_2_ISSUER: 'x', OIDC_3_CLIENT_ID: 'x' })).toEqual([])
  expect(misspeltSettings({ OIDC_ISSUERS: 'x' })).toHaveLength(1)
})

test('an issuer is the same with and without a slash after its host, and otherwise only if it is written the same', () => {
  expect(isIssuer({ issuer: 'https://id.example.org' }, 'https://id.example.org/')).toBe(true)
  expect(isIssuer({ issuer: 'https://id.example.org/a' }, 'https://id.example.org/a/')).toBe(false)
})
