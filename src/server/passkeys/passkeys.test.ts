import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { addPasskey, authenticator, type Odd, withPasskey } from '../../../test/authenticator.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'
import { passkeyChallenges } from './challenges.ts'

const minute = 60_000
const { email, password } = credentials('ana')
const refused = 'This passkey does not open an account here. Use another one, or sign in in another way.'
const copied =
  'This passkey is refused, because there may be a copy of it: its counter went backwards. Sign in in another way, and remove it under Settings > Security.'
const notProved = 'Please confirm your identity first, and then do this within 10 minutes.'

/** Ana, and a clock that stands still until a test moves it. */
async function world(engine: Engine = 'sqlite') {
  let now = Date.UTC(2026, 10, 18, 9)
  const app = await googleApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  const list = async () => (await ana.get('/auth/passkeys')).body.passkeys
  const kinds = async () =>
    (await ana.get('/auth/security-events')).body.events.map(({ kind }: { kind: string }) => kind)
  return { ...app, ana, owner, pass, list, kinds, clock: () => now }
}

test.for(engines)('%s: a passkey signs in alone, on every node, past the one-time code', async (engine) => {
  const { ana, owner, visitor, pass, list, kinds, clock, config } = await world(engine)
  await turnOnCodes(ana, clock)
  const key = await addPasskey(ana)
  pass(minute)
  const browser = visitor()
  const answer = await withPasskey(browser, key)
  expect([answer.status, answer.body.user._id]).toEqual([200, owner])
  expect((await browser.get('/auth/verify')).status).toBe(200)
  expect(await list()).toEqual([
    {
      ...{ id: key.id, name: 'Laptop', isSynced: false, copiedAt: null, otherHost: null },
      ...{ createdAt: '2026-11-18T09:00:00.000Z', usedAt: '2026-11-18T09:01:00.000Z' },
    },
  ])
  expect((await kinds()).slice(0, 2)).toEqual(['signed in with a passkey', 'passkey added'])

  // In place of the code after a password, with the passkeys of that account only.
  const second = visitor()
  expect((await second.post('/auth/login', { email, password })).body.code).toBe('second_factor')
  const { options } = (await second.post('/auth/login/passkey/options', { forCode: true })).body
  expect(options.allowCredentials).toEqual([{ type: 'public-key', id: key.id, transports: ['internal'] }])
  const node = await testApp({
    config: { databaseUrl: config.databaseUrl, dataDir: config.dataDir },
    dependencies: { clock },
  })
  const onAnotherNode = await node.app.inject({
    ...{ method: 'POST', url: '/auth/login/passkey', payload: { assertion: key.sign(options, { userHandle: null }) } },
    headers: { cookie: [...second.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect([onAnotherNode.statusCode, onAnotherNode.json().user?._id]).toEqual([200, owner])
  expect((await visitor().post('/auth/login/passkey/options', { forCode: true })).body.options).toBe(null)
})

test.for(engines)(
  '%s: an answer works once, soon, in the browser and for the purpose that it was asked for',
  async (engine) => {
    const { ana, visitor, pass, clock, database } = await world(engine)
    const key = await addPasskey(ana)
    const begin = async (browser: ReturnType<typeof visitor>) =>
      (await browser.post('/auth/login/passkey/options', {})).body.options
    const send = async (browser: Pick<ReturnType<typeof visitor>, 'post'>, assertion: object) =>
      (await browser.post('/auth/login/passkey', { assertion })).status

    const browser = visitor()
    const assertion = key.sign(await begin(browser))
    expect((await Promise.all([send(browser, assertion), send(browser, assertion)])).sort()).toEqual([200, 403])
    expect(await send(browser, assertion)).toBe(403)
    // Two pages in one browser.
    const [one, two] = [await begin(browser), await begin(browser)]
    expect([await send(browser, key.sign(two)), await send(browser, key.sign(one))]).toEqual([200, 200])
    // Another browser, which has asked for a challenge of its own.
    const thief = visitor()
    await begin(thief)
    expect(await send(thief, key.sign(await begin(browser)))).toBe(403)
    // Another purpose.
    const { options } = (await ana.post('/auth/prove/passkey/options')).body
    expect(await send(browser, key.sign(options))).toBe(403)
    const [late, never] = [await begin(browser), await begin(browser)]
    pass(10 * minute)
    expect(await send(browser, key.sign(late))).toBe(403)
    expect([never.timeout, await database.db.selectFrom('passkey_challenges').select('purpose').execute()]).toEqual([
      10 * minute,
      [{ purpose: 'sign-in' }, { purpose: 'sign-in' }],
    ])
    await passkeyChallenges({ database, clock }).forgetOld()
    expect(await database.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  },
)

const attacks: [string, Odd][] = [
  ['of another site', { origin: 'https://evil.example' }],
  ['for another host', { host: 'evil.example' }],
  ['without a verified user', { isVerified: false }],
  ['made for a new passkey', { type: 'webauthn.create' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['with a challenge of its own', { challenge: 'AAAA' }],
  ['for another account', { userHandle: Buffer.from('01890000-0000-7000-8000-000000000000').toString('base64url') }],
  ['for a text that is no account', { userHandle: Buffer.from('ana\0').toString('base64url') }],
  ['without an account', { userHandle: null }],
  ['with a wrong signature', { signature: Buffer.from('3006020101020101', 'hex').toString('base64url') }],
  ['with bytes that are not a signature', { signature: 'AAAA' }],
]

test('a signature %s does not sign in', async () => {
  const { ana, visitor, kinds } = await world()
  const key = await addPasskey(ana)
  for (const [name, odd] of attacks) {
    const { status, body } = await withPasskey(visitor(), key, odd)
    expect([name, status, body.message]).toEqual([name, 403, refused])
  }
  expect((await kinds())[0]).toBe('wrong passkey')
  expect((await withPasskey(visitor(), key)).status).toBe(200)
  for (const odd of [
    { origin: 'https://evil.example' },
    { host: 'evil.example' },
    { isVerified: false },
    { crossOrigin: true },
  ]) {
    const { options } = (await ana.post('/auth/passkeys/options')).body
    const attestation = authenticator().create(options, odd)
    expect([odd, (await ana.post('/auth/passkeys', { name: 'x', attestation })).status]).toEqual([odd, 403])
  }
})

test.for(engines)(
  '%s: a counter that goes backwards is refused from then on, and the owner is told',
  async (engine) => {
    const { ana, visitor, list, kinds } = await world(engine)
    const key = await addPasskey(ana)
    expect((await withPasskey(visitor(), key, { counter: 9 })).status).toBe(200)
    for (const counter of [9, 10]) {
      const { status, body } = await withPasskey(visitor(), key, { counter })
      expect([status, body.message]).toEqual([403, copied])
    }
    expect((await list())[0].copiedAt).toBe('2026-11-18T09:00:00.000Z')
    const { events } = (await ana.get('/auth/security-events')).body
    expect(events[0]).toMatchObject({ kind: 'passkey refused', about: 'Laptop', mark: 'possible copy' })
    expect((await ana.get('/auth/account')).body).toMatchObject({ hasPasskey: false, waysIn: 1 })
    expect((await ana.delete(`/auth/passkeys/${key.id}`)).status).toBe(200)
    expect((await kinds())[0]).toBe('passkey removed')
    // Many authenticators do not count.
    const still = await addPasskey(ana, authenticator({ counts: false }))
    for (let time = 0; time < 2; time++) expect((await withPasskey(visitor(), still)).status).toBe(200)
  },
)

test.for(engines)(
  '%s: an account with Google only gets passkeys, and keeps the last way to sign in',
  async (engine) => {
    const { visitor, google, pass } = await world(engine)
    google.account = { sub: 'gina', email: 'gina@example.com', email_verified: true, name: 'Gina' }
    const gina = visitor()
    await throughGoogle(gina)
    const key = await addPasskey(gina)
    expect((await gina.delete('/auth/google')).status).toBe(200)
    const last = await gina.delete(`/auth/passkeys/${key.id}`)
    expect([last.status, last.body.message]).toEqual([409, 'Add another way first: this is your last way to sign in.'])
    expect((await gina.get('/auth/account')).body).toMatchObject({ hasPassword: false, google: null, hasPasskey: true })

    // The identity is confirmed with it, for a first password, too.
    pass(11 * minute)
    expect((await gina.put('/auth/password', { password: 'a first password' })).body.message).toBe(notProved)
    const { options } = (await gina.post('/auth/prove/passkey/options')).body
    expect((await gina.post('/auth/prove/passkey', { assertion: key.sign(options) })).status).toBe(200)
    expect((await gina.put('/auth/password', { password: 'a first password' })).status).toBe(200)
    expect((await gina.delete(`/auth/passkeys/${key.id}`)).status).toBe(200)
    expect((await withPasskey(visitor(), key)).status).toBe(403)
  },
)

test('adding, renaming and removing need a recent proof, and the proof a passkey of the same account', async () => {
  const { as, ana, pass, list } = await world()
  const bo = as('bo')
  const key = await addPasskey(ana)
  const foreign = await addPasskey(bo)
  const { options } = (await ana.post('/auth/passkeys/options')).body
  pass(11 * minute)
  const attestation = authenticator().create(options)
  for (const tried of [
    await ana.post('/auth/passkeys/options'),
    await ana.put(`/auth/passkeys/${key.id}`, { name: 'Thief' }),
    await ana.delete(`/auth/passkeys/${key.id}`),
  ]) {
    expect([tried.status, tried.body.message]).toEqual([403, notProved])
  }
  expect((await ana.post('/auth/passkeys', { name: 'Thief', attestation })).status).toBe(403)
  const ask = async () => (await ana.post('/auth/prove/passkey/options')).body.options
  const wrong = await ana.post('/auth/prove/passkey', { assertion: foreign.sign(await ask()) })
  expect([wrong.status, wrong.body.message]).toEqual([403, 'This passkey belongs to another account.'])
  expect((await ana.post('/auth/prove/passkey', { assertion: key.sign(await ask()) })).status).toBe(200)
  expect((await ana.put(`/auth/passkeys/${key.id}`, { name: ' Desk\u202e ' })).body.passkey.name).toBe('Desk')
  expect((await ana.put(`/auth/passkeys/${foreign.id}`, { name: 'Mine' })).status).toBe(404)
  expect((await ana.post('/auth/passkeys', { name: 'again', attestation })).status).toBe(403)
  const again = (await ana.post('/auth/passkeys/options')).body.options
  expect(again.excludeCredentials).toMatchObject([{ id: key.id }])
  expect((await ana.post('/auth/passkeys', { name: 'again', attestation: key.create(again) })).status).toBe(409)
  expect(await list()).toHaveLength(1)
})

test.for(engines)('%s: an account has at most 20 passkeys, also if two are added together', async (engine) => {
  const { ana, owner, database, list } = await world(engine)
  await addPasskey(ana)
  const rest = { host: 'localhost', name: 'x', public_key: 'x', transports: '[]', counter: 0, is_synced: 0 }
  const rows = Array.from({ length: 18 }, (_, id) => ({
    ...{ ...rest, user_id: owner, id: String(id) },
    ...{ created_at: 1, used_at: null, copied_at: null },
  }))
  await database.db.insertInto('passkeys').values(rows).execute()
  const keys = [authenticator(), authenticator()]
  const begun = await Promise.all(keys.map(() => ana.post('/auth/passkeys/options')))
  const made = keys.map(async (key, index) => {
    const attestation = key.create(begun[index]?.body.options)
    return (await ana.post('/auth/passkeys', { name: 'x', attestation })).status
  })
  expect((await Promise.all(made)).sort()).toEqual([201, 413])
  expect(await list()).toHaveLength(20)
})

test.for(engines)('%s: "This was not me" removes passkeys, unless there is no other way in', async (engine) => {
  const { ana, google, visitor, list } = await world(engine)
  await addPasskey(ana)
  expect((await ana.post('/auth/not-me')).body.message).toContain('all passkeys are removed')
  expect(await list()).toEqual([])
  google.account = { sub: 'gina', email: 'gina@example.com', email_verified: true, name: 'Gina' }
  const gina = visitor()
  await throughGoogle(gina)
  const key = await addPasskey(gina)
  await gina.delete('/auth/google')
  expect((await gina.post('/auth/not-me')).body.message).toContain('Your passkeys stay')
  expect((await withPasskey(visitor(), key)).status).toBe(200)
})

test('a disabled account, and one that was deleted, cannot be opened with a passkey', async () => {
  const { ana, as, owner, visitor, database } = await world()
  const key = await addPasskey(ana)
  const row = { user_id: owner, disabled_at: 1, max_file_bytes: null }
  await database.db.insertInto('restrictions').values(row).execute()
  expect((await withPasskey(visitor(), key)).body.code).toBe('account_disabled')
  const bo = as('bo')
  const other = await addPasskey(bo)
  await bo.post('/auth/delete', { password: credentials('bo').password })
  expect((await withPasskey(visitor(), other)).body.message).toBe(refused)
})

test('passkeys belong to the host of PUBLIC_URL, and the screen learns why they are not offered elsewhere', async () => {
  const at = async (url: string | undefined, host: string) => {
    const publicUrl = url ?? 'http://localhost:3000'
    const { visitor } = await testApp({ config: { publicUrl, publicHost: url && new URL(url).hostname } })
    const browser = visitor({ headers: { host } })
    await browser.post('/auth/signup', { username: 'Ana', email, password })
    const { obstacle } = (await browser.get('/auth/passkeys')).body
    const begun = await browser.post('/auth/login/passkey/options', {})
    return [obstacle, begun.status, begun.body.options?.rpId ?? begun.body.message.slice(0, 40)]
  }
  const none = 'Passkeys are not offered here, because t'
  expect(await at('https://tasks.example.org', 'tasks.example.org')).toEqual([null, 200, 'tasks.example.org'])
  expect(await at('http://tasks.example.org', 'tasks.example.org')).toEqual([
    'http',
    403,
    'Passkeys are not offered here, because b',
  ])
  expect(await at('https://192.0.2.7', '192.0.2.7')).toEqual(['address', 403, none])
  expect(await at(undefined, 'localhost:5173')).toEqual([null, 200, 'localhost'])
  expect(await at(undefined, '127.0.0.1:3000')).toEqual(['address', 403, none])
  expect(await at(undefined, '[::1]:3000')).toEqual(['address', 403, none])
})

test('a passkey of another host is shown, and neither opens the account nor counts as a way in', async () => {
  const { ana, database, visitor, list } = await world()
  const key = await addPasskey(ana)
  await database.db.updateTable('passkeys').set({ host: 'old.example.org' }).execute()
  expect((await list())[0].otherHost).toBe('old.example.org')
  expect((await ana.get('/auth/account')).body).toMatchObject({ hasPasskey: false, waysIn: 1 })
  expect((await withPasskey(visitor(), key)).status).toBe(403)
})

test('challenges are limited by address and user', async () => {
  const { ana, database } = await world()
  await addPasskey(ana)
  await ana.post('/auth/prove/passkey/options')
  await ana.post('/auth/login/passkey/options', {})
  const rows = await database.db.selectFrom('attempts').select('max_count').execute()
  // The keys are hashed. Signing up has other limits.
  const limits = rows.map(({ max_count }) => max_count).filter((max) => max === 1_000 || max === 200)
  expect(limits.sort((a, b) => a - b)).toEqual([200, 200, 1_000])
})
