import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'
import { recoveryHash } from '../second-factor/recovery-codes.ts'
import { eraseSecondFactor } from '../second-factor/second-factor.ts'
import { newPasswordFor } from './forgotten-password.ts'
import { passwordHasher } from './passwords.ts'

const step = 30_000
const minute = 60_000
const day = 24 * 60 * minute
const { email, password } = credentials('ana')
const login = { email, password }
const wrong = 'This code is wrong or was used already. Wait for the next one, and try again.'
const cheap = passwordHasher({ maxRunning: 1, cost: { memory: 8, passes: 1, parallelism: 1 } })

/** Ana with one-time codes, and a clock that stands still until a test moves it. */
async function world(engine: Engine = 'sqlite') {
  let now = Date.UTC(2026, 10, 18, 9)
  const clock = () => now
  const app = await googleApp({ engine, dependencies: { clock } })
  app.google.account = { sub: 'ana', email, email_verified: true, name: 'Ana' }
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const isIn = async (browser: Pick<Browser, 'get'>) => (await browser.get('/auth/verify')).status === 200
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  /** A browser after the password. */
  const started = async (address?: string) => {
    const browser = app.visitor(address ? { address } : {})
    expect((await browser.post('/auth/login', login)).body.code).toBe('second_factor')
    return browser
  }
  return { ...app, ana, owner, clock, pass, isIn, started }
}

test('only the gate starts sessions', () => {
  const root = join(import.meta.dirname, '..')
  const callers = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\bsessions\.start\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(callers).toEqual([join('accounts', 'entry.ts')])
})

test.for(engines)('%s: no way to a session leads past the second factor', async (engine) => {
  const { ana, owner, google, visitor, isIn, pass, database } = await world(engine)
  await throughGoogle(ana, { purpose: 'link' })
  const { code } = await turnOnCodes(ana, () => Date.UTC(2026, 10, 18, 9))
  pass(step)

  const byPassword = visitor()
  expect(await byPassword.post('/auth/login', login)).toMatchObject({ status: 401, body: { code: 'second_factor' } })
  const byGoogle = visitor()
  expect((await throughGoogle(byGoogle)).location).toBe('/taskdeck/#/auth?step=code')
  // A program that signs in with a code of eight letters needs a session to approve it.
  const { user_code } = (await visitor().post('/auth/device/code', { client_id: 'cli' })).body
  for (const browser of [byPassword, byGoogle]) {
    expect(await isIn(browser)).toBe(false)
    expect((await browser.post('/auth/device/approve', { user_code })).status).toBe(401)
    expect((await browser.post('/auth/second-factor')).status).toBe(401)
    expect((await browser.delete('/auth/second-factor')).status).toBe(401)
  }
  expect((await byGoogle.post('/auth/login/code', { code: code(step) })).status).toBe(200)
  expect(await isIn(byGoogle)).toBe(true)

  // The reset by the operator.
  const given = await newPasswordFor(email, database, cheap)
  const afterReset = visitor()
  expect((await afterReset.post('/auth/login', { email, password: given })).body.code).toBe('second_factor')
  // A verified address that would take the account over.
  await database.db.deleteFrom('identities').where('user_id', '=', owner).execute()
  google.account = { sub: 'another', email, email_verified: true, name: 'Ana' }
  expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/auth?google=second_factor')
  expect(await database.db.selectFrom('sessions').selectAll().where('user_id', '=', owner).execute()).toEqual([])
})

test.for(engines)(
  '%s: a code works once, also if two arrive together, and an earlier one does not work after it',
  async (engine) => {
    const { ana, clock, pass, started, isIn } = await world(engine)
    const { code } = await turnOnCodes(ana, clock)
    const [one, two, three] = [await started(), await started(), await started()]
    expect((await one.post('/auth/login/code', { code: code() })).body.message).toBe(wrong)
    pass(step)
    const early = code(step)
    const answers = await Promise.all([one, two].map((browser) => browser.post('/auth/login/code', { code: early })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await three.post('/auth/login/code', { code: code() })).body.message).toBe(wrong)
    pass(step)
    pass(step)
    expect((await three.post('/auth/login/code', { code: ` ${code().slice(0, 3)} ${code().slice(3)} ` })).status).toBe(
      200,
    )
    expect(await isIn(three)).toBe(true)
  },
)

test.for(engines)('%s: each recovery code works once, and new ones replace the old', async (engine) => {
  const { ana, clock, started, database } = await world(engine)
  const { recoveryCodes } = await turnOnCodes(ana, clock)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const one of recoveryCodes) expect(one).toMatch(/^([a-hjkmnp-z2-9]{5}-){4}[a-hjkmnp-z2-9]{5}$/)
  const [code = '', other = ''] = recoveryCodes
  expect(JSON.stringify(await database.db.selectFrom('recovery_codes').selectAll().execute())).not.toContain(code)
  expect(
    (await (await started()).post('/auth/login/code', { code: code.toUpperCase().replaceAll('-', ' ') })).status,
  ).toBe(200)
  expect((await (await started()).post('/auth/login/code', { code })).body.message).toBe(wrong)
  expect((await ana.get('/auth/second-factor')).body.recoveryCodesLeft).toBe(9)
  const renewed = (await ana.post('/auth/second-factor/recovery-codes')).body.recoveryCodes
  expect((await (await started()).post('/auth/login/code', { code: other })).status).toBe(403)
  expect((await (await started()).post('/auth/login/code', { code: renewed[0] })).status).toBe(200)
})

test.for(engines)('%s: the shorter recovery codes of earlier versions work until they are renewed', async (engine) => {
  const { ana, owner, clock, started, database } = await world(engine)
  await turnOnCodes(ana, clock)
  const [code, kept] = ['k3vd-9mzr-w2hq', 'a2bc-d3ef-g4hj']
  const rows = [code, kept].map((one) => ({ user_id: owner, code_hash: recoveryHash(owner, one), used_at: null }))
  await database.db.insertInto('recovery_codes').values(rows).execute()
  expect((await (await started()).post('/auth/login/code', { code })).status).toBe(200)
  await ana.post('/auth/second-factor/recovery-codes')
  expect((await (await started()).post('/auth/login/code', { code: kept })).status).toBe(403)
})

test.for(engines)('%s: guesses are limited, and a recovery code still opens the account', async (engine) => {
  const { ana, clock, pass, started } = await world(engine)
  const { code, recoveryCodes } = await turnOnCodes(ana, clock)
  pass(step)
  const thief = await started('203.0.113.1')
  const tried = []
  for (let guess = 0; guess < 12; guess++) tried.push((await thief.post('/auth/login/code', { code: '000000' })).status)
  expect(tried).toEqual([...Array(10).fill(403), 429, 429])
  for (const address of ['203.0.113.2', '203.0.113.3', '203.0.113.4']) {
    const other = await started(address)
    for (let guess = 0; guess < 10; guess++) await other.post('/auth/login/code', { code: '000000' })
  }
  const own = await started()
  expect((await own.post('/auth/login/code', { code: code() })).status).toBe(429)
  expect((await own.post('/auth/login/code', { code: recoveryCodes[0] })).status).toBe(200)
  pass(61 * minute)
  expect((await (await started()).post('/auth/login/code', { code: code() })).status).toBe(200)
})

test.for(engines)('%s: a trusted browser is not asked for 30 days, and another user of it is', async (engine) => {
  const { as, ana, clock, pass, started, isIn } = await world(engine)
  const { code } = await turnOnCodes(ana, clock)
  pass(step)
  const home = await started()
  await home.post('/auth/login/code', { code: code(), trust: true })
  await home.post('/auth/logout')
  expect((await home.post('/auth/login', login)).status).toBe(200)
  const bo = as('bo')
  await bo.user()
  await turnOnCodes(bo, clock)
  expect((await home.post('/auth/login', credentials('bo'))).body.code).toBe('second_factor')
  expect((await ana.get('/auth/second-factor')).body.trustedDevices).toBe(1)
  pass(30 * day)
  expect((await home.post('/auth/login', login)).body.code).toBe('second_factor')
  // A new session of Ana, as her old one has ended.
  await home.post('/auth/login/code', { code: code(), trust: true })
  expect(await isIn(home)).toBe(true)
  expect((await home.delete('/auth/second-factor/devices')).status).toBe(200)
  expect((await home.post('/auth/login', login)).body.code).toBe('second_factor')
})

test.for(engines)(
  '%s: a new password ends waiting sign-ins and the trust in browsers, and keeps the codes',
  async (engine) => {
    const { ana, clock, pass, started, visitor } = await world(engine)
    const { code } = await turnOnCodes(ana, clock)
    pass(step)
    const trusted = await started()
    await trusted.post('/auth/login/code', { code: code(), trust: true })
    const waiting = await started()
    const next = 'another password of ana'
    expect((await ana.put('/auth/password', { current: password, password: next })).status).toBe(200)
    pass(step)
    expect((await waiting.post('/auth/login/code', { code: code() })).status).toBe(401)
    expect((await trusted.post('/auth/login', { email, password: next })).body.code).toBe('second_factor')
    expect((await visitor().post('/auth/login', { email, password: next })).body.code).toBe('second_factor')
  },
)

test('a sign-in waits for ten minutes, and only in the browser that began it', async () => {
  const { ana, clock, pass, started, visitor } = await world()
  const { code } = await turnOnCodes(ana, clock)
  const browser = await started()
  expect((await visitor().post('/auth/login/code', { code: code() })).status).toBe(401)
  pass(10 * minute)
  expect((await browser.post('/auth/login/code', { code: code() })).status).toBe(401)
})

test.for(engines)('%s: an account keeps at most 20 waiting sign-ins', async (engine) => {
  const { ana, clock, started, database } = await world(engine)
  await turnOnCodes(ana, clock)
  for (let count = 0; count < 23; count++) await started(`198.51.100.${count}`)
  expect(await database.db.selectFrom('started_sign_ins').selectAll().execute()).toHaveLength(20)
})

test('codes are turned on with a right code, and changed only after a recent proof with a code as well', async () => {
  const { ana, owner, clock, pass, visitor, database } = await world()
  expect((await ana.get('/auth/account')).body.hasCodes).toBe(false)
  await ana.post('/auth/second-factor')
  expect((await ana.put('/auth/second-factor', { code: '000000' })).status).toBe(403)
  expect((await visitor().post('/auth/login', login)).status).toBe(200)
  const { code, recoveryCodes } = await turnOnCodes(ana, clock)
  expect((await ana.post('/auth/second-factor')).status).toBe(409)
  expect((await ana.get('/auth/account')).body.hasCodes).toBe(true)
  pass(11 * minute)
  for (const tried of [
    await ana.delete('/auth/second-factor'),
    await ana.post('/auth/second-factor'),
    await ana.post('/auth/second-factor/recovery-codes'),
  ]) {
    expect(tried.status).toBe(403)
  }
  const prove = async (body: object) => (await ana.post('/auth/prove', body)).status
  expect(await prove({ password })).toBe(403)
  expect(await prove({ password, code: '000000' })).toBe(403)
  expect(await prove({ password: 'another password', code: code() })).toBe(403)
  expect((await ana.delete('/auth/second-factor')).status).toBe(403)
  expect((await ana.post('/auth/passkeys/options')).status).toBe(403)
  expect(await prove({ password, code: code() })).toBe(200)
  // It works once, here and for signing in.
  expect(await prove({ password, code: code() })).toBe(403)
  pass(11 * minute)
  expect(await prove({ password, code: recoveryCodes[0] })).toBe(200)
  expect(await prove({ password, code: recoveryCodes[0] })).toBe(403)
  expect((await ana.delete('/auth/second-factor')).status).toBe(200)
  expect(await prove({ password })).toBe(200)
  expect((await visitor().post('/auth/login', login)).status).toBe(200)
  expect(await eraseSecondFactor(database.db, owner)).toBe(false)
})

test('guesses of codes after a stolen password are limited when the identity is confirmed, too', async () => {
  const { ana, clock, pass } = await world()
  const { code, recoveryCodes } = await turnOnCodes(ana, clock)
  pass(11 * minute)
  const prove = async (given: string) => (await ana.post('/auth/prove', { password, code: given })).status
  for (let guess = 0; guess < 10; guess++) expect(await prove('000000')).toBe(403)
  expect(await prove(code())).toBe(429)
  expect(await prove(recoveryCodes[0] ?? '')).toBe(200)
})
