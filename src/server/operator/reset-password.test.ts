import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, freshFolder } from '../../../test/database.ts'
import { printedBy, runOperator } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { resetPassword } from './reset-password.ts'

test.for(engines)('%s: the operator can set a new password for a user while the server runs', async (engine) => {
  const { as, visitor, config } = await testApp({ engine })
  const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
  const ana = as('ana')
  await ana.user()

  const output = await printedBy(resetPassword, env, 'ANA@example.com')
  const [, given = ''] = /^The new password of ANA@example.com is (\S{16})$/m.exec(output) ?? []
  expect((await ana.get('/auth/verify')).status).toBe(401)
  const { email, password } = credentials('ana')
  expect((await visitor().post('/auth/login', { email, password })).status).toBe(401)
  expect((await visitor().post('/auth/login', { email, password: given })).status).toBe(200)
})

test.for(engines)(
  '%s: with PUBLIC_URL, the operator gets a link that works once and for 30 minutes',
  async (engine) => {
    const clock = { ahead: 0 }
    const { as, visitor, config } = await testApp({
      engine,
      dependencies: { clock: () => Date.now() + clock.ahead },
    })
    const env = {
      ...{ DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir },
      PUBLIC_URL: 'https://tasks.example.org',
    }
    const ana = as('ana')
    await ana.user()
    const { email, password } = credentials('ana')
    const link = async () => {
      const output = await printedBy(resetPassword, env, 'ANA@example.com')
      expect(output).not.toContain('new password of')
      return /^https:\/\/tasks\.example\.org\/taskdeck\/#\/reset-password\?token=([\w-]{43})$/m.exec(output)?.[1]
    }
    const chosen = 'correct horse battery'
    const use = async (token = '') => (await visitor().post('/auth/resetPassword', { token, password: chosen })).status
    const login = async (given: string) => (await visitor().post('/auth/login', { email, password: given })).status

    const [first, token] = [await link(), await link()]
    expect([await login(password), (await ana.get('/auth/verify')).status]).toEqual([401, 401])
    expect([await use(first), await use(token), await use(token)]).toEqual([404, 200, 404])
    expect(await login(chosen)).toBe(200)
    const late = await link()
    clock.ahead = 30 * 60_000
    expect([await use(late), await login(chosen)]).toEqual([404, 401])
  },
)

test('a password is printed if the operator asks for one, or if passwords are off', async () => {
  const { as, config } = await testApp()
  await as('ana').user()
  const { databaseUrl, dataDir } = config
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PUBLIC_URL: 'https://tasks.example.org' }
  const off = {
    ...{ PASSWORDS: 'off', OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' },
    ...env,
  }
  const printed = /^The new password of ana@example.com is \S{16}$/m
  expect(await printedBy(resetPassword, env, 'ana@example.com', '--password')).toMatch(printed)
  expect(await printedBy(resetPassword, off, 'ana@example.com')).toMatch(printed)
})

test('a missing email or database is reported with the next step', async () => {
  const env = { DATA_DIR: await freshFolder() }
  await expect(printedBy(resetPassword, env)).rejects.toThrow('npm run reset-password -- ana@example.org')
  const withoutDatabase = printedBy(resetPassword, env, 'ana@example.com')
  await expect(withoutDatabase).rejects.toThrow('set DATA_DIR or DATABASE_URL as you do for the server')
})

test('the command prints the password and exits with 0, or prints the reason for the failure and exits with 1', async () => {
  const { as, config } = await testApp()
  const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
  await as('ana').user()
  const done = await runOperator('reset-password.ts', env, 'ana@example.com')
  expect([done.code, done.output]).toEqual([
    0,
    expect.stringMatching(/^The new password of ana@example.com is \S{16}\n/),
  ])
  const unknown = await runOperator('reset-password.ts', env, 'bo@example.com')
  expect([unknown.code, unknown.output]).toEqual([
    1,
    'No password was changed. No account has the email bo@example.com.\n',
  ])
})
