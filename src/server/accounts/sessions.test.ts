import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import type { Answer, Browser } from '../../../test/browser.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'

const name = 'taskdeck_session'
const tokenOf = ({ cookies }: Pick<Browser, 'cookies'>) => cookies.get(name) ?? ''
const isSignedIn = async (browser: Pick<Browser, 'get'>) => (await browser.get('/auth/verify')).status === 200

/** A browser with a given session token. */
function holding(browser: Browser, token: string) {
  browser.cookies.set(name, token)
  return browser
}

test('the cookie is not available to scripts and other sites, and lasts as long as the longest session', async () => {
  const app = await testApp()
  const { setCookies } = await app.visitor().post('/auth/signup', { username: 'ana', ...credentials('ana') })
  expect(setCookies).toEqual([
    expect.stringMatching(/^taskdeck_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^taskdeck_device=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test('under https the cookie is secure and bound to this host, and no other cookie name is accepted', async () => {
  const app = await testApp({ config: { publicUrl: 'https://tasks.example.org' } })
  const ana = app.as('ana')
  await ana.user()
  const { setCookies } = await ana.post('/auth/login', credentials('ana'))
  expect(setCookies).toEqual([
    expect.stringMatching(/^__Host-taskdeck_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    expect.stringMatching(/^__Host-taskdeck_device=[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ])
  expect(await isSignedIn(ana)).toBe(true)
  const token = ana.cookies.get(`__Host-${name}`) ?? ''
  expect(await isSignedIn(holding(app.visitor(), token))).toBe(false)
})

test.for(engines)('%s: the database holds only the hash of the token', async (engine) => {
  const app = await testApp({ engine })
  await app.as('ana').user()
  const token = tokenOf(app.as('ana'))
  const rows = (await everyRow(app.database)).join('\n')
  expect(rows).toContain(hash('sha256', token, 'base64url'))
  expect(rows).not.toContain(token)
  expect(rows).not.toContain(token.slice(0, 20))
  const stolen = hash('sha256', token, 'base64url')
  expect(await isSignedIn(holding(app.visitor(), stolen))).toBe(false)
})

test.for(engines)('%s: a token that existed before a sign-in never becomes valid', async (engine) => {
  const app = await testApp({ engine })
  const planted = 'A'.repeat(43)
  const victim = holding(app.visitor(), planted)
  await victim.post('/auth/signup', { username: 'ana', ...credentials('ana') })
  expect(tokenOf(victim)).not.toBe(planted)
  expect(await isSignedIn(victim)).toBe(true)
  expect(await isSignedIn(holding(app.visitor(), planted))).toBe(false)
})

test.for(engines)('%s: signing in again creates a new token and ends the old session', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await ana.user()
  const first = tokenOf(ana)
  await ana.post('/auth/login', credentials('ana'))
  const second = tokenOf(ana)
  expect(second).not.toBe(first)
  expect(await isSignedIn(holding(app.visitor(), first))).toBe(false)
  expect((await ana.get('/auth/sessions')).body.sessions).toHaveLength(1)

  await ana.post('/auth/signup', { username: 'bo', ...credentials('bo') })
  expect((await ana.get('/auth/verify')).body.user.username).toBe('bo')
  expect(await isSignedIn(holding(app.visitor(), second))).toBe(false)
})

test.for(engines)('%s: a failed sign-in leaves the session unchanged', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await ana.user()
  expect((await ana.post('/auth/login', { ...credentials('ana'), password: 'wrong' })).status).toBe(401)
  expect(await isSignedIn(ana)).toBe(true)
})

test.for(engines)('%s: signing out invalidates the token at once and clears the cookie', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await ana.user()
  const token = tokenOf(ana)
  const logout = await ana.post('/auth/logout')
  expect([logout.status, logout.body]).toEqual([200, { message: 'Signed out.' }])
  expect(logout.setCookies).toEqual([`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`])
  const stale = await holding(app.visitor(), token).get('/auth/verify')
  expect([stale.status, stale.body.code]).toEqual([401, 'not_signed_in'])
  // The browser may have a newer one by now.
  expect(stale.setCookies).toEqual([])
  expect(await app.database.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test.for(engines)('%s: signing out twice, even concurrently, succeeds', async (engine) => {
  const app = await testApp({ engine })
  await app.as('ana').user()
  const token = tokenOf(app.as('ana'))
  const logout = () => holding(app.visitor(), token).post('/auth/logout')
  const answers = await Promise.all(Array.from({ length: 5 }, logout))
  answers.push(await logout(), await app.visitor().post('/auth/logout'))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test.for(engines)('%s: signing in twice concurrently succeeds', async (engine) => {
  const app = await testApp({ engine })
  await app.as('ana').user()
  const token = tokenOf(app.as('ana'))
  const browsers = Array.from({ length: 5 }, () => holding(app.visitor(), token))
  const answers = await Promise.all(browsers.map((browser) => browser.post('/auth/login', credentials('ana'))))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('postgres: a session that is signed out on one node is invalid on the other at once', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const [one, two] = [await testApp({ config: { databaseUrl } }), await testApp({ config: { databaseUrl } })]
  await one.as('ana').user()
  const there = holding(two.visitor(), tokenOf(one.as('ana')))
  expect(await isSignedIn(there)).toBe(true)
  await one.as('ana').post('/auth/logout')
  expect(await isSignedIn(there)).toBe(false)

  await there.post('/auth/login', credentials('ana'))
  const here = holding(one.visitor(), tokenOf(there))
  const [session] = (await here.get('/auth/sessions')).body.sessions
  await there.delete(`/auth/sessions/${session.id}`)
  expect(await isSignedIn(here)).toBe(false)
})

const firefox = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' } }

test.for(engines)('%s: the list shows the devices of the user, and a single one can be signed out', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await ana.user()
  const other = await ana.elsewhere(firefox)
  await app.as('bo').user()

  const { sessions } = (await ana.get('/auth/sessions')).body
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const session = { id: expect.any(String), createdAt: time, seenAt: time }
  expect(sessions).toHaveLength(2)
  expect(sessions).toContainEqual({ ...session, device: 'Firefox on Linux', current: false })
  expect(sessions).toContainEqual({ ...session, device: 'Unknown device', current: true })

  const { id } = sessions.find(({ current }: { current: boolean }) => !current)
  expect((await ana.delete(`/auth/sessions/${id}`)).status).toBe(200)
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(ana)).toBe(true)
  expect((await ana.delete(`/auth/sessions/${id}`)).status).toBe(404)
})

test.for(engines)(
  '%s: all other devices of the user can be signed out, and other users stay signed in',
  async (engine) => {
    const app = await testApp({ engine })
    const [ana, bo] = [app.as('ana'), app.as('bo')]
    await bo.user()
    const others = [await ana.elsewhere(), await ana.elsewhere()]
    expect((await ana.delete('/auth/sessions')).status).toBe(200)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(ana)).toBe(true)
    expect(await isSignedIn(bo)).toBe(true)
  },
)

test.for(engines)("%s: another user's session is not found, and stays valid", async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const [session] = (await bo.get('/auth/sessions')).body.sessions
  const refused = async (id: string): Promise<Answer> => ana.delete(`/auth/sessions/${id}`)
  const unknown = await refused('00000000-0000-4000-8000-000000000000')
  const foreign = await refused(session.id)
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  expect((await refused('%00')).status).toBe(400)
  expect(await isSignedIn(bo)).toBe(true)
  expect((await ana.get('/auth/sessions')).text).not.toContain(session.id)
})

test.for(engines)('%s: a password change signs out every other device and creates a new token', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await bo.user()
  const other = await ana.elsewhere()
  const before = tokenOf(ana)
  const change = { current: credentials('ana').password, password: 'a new password' }
  expect((await ana.put('/auth/password', change)).status).toBe(200)
  expect(tokenOf(ana)).not.toBe(before)
  expect(await isSignedIn(ana)).toBe(true)
  expect(await isSignedIn(bo)).toBe(true)
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(holding(app.visitor(), before))).toBe(false)
})

test.for(['', ' ', 'x', '=', '%00', "' or 1=1 --", 'x'.repeat(5_000)])(
  'the token %j is not accepted',
  async (token) => {
    const app = await testApp()
    await app.as('ana').user()
    expect((await holding(app.visitor(), token).get('/auth/verify')).status).toBe(401)
  },
)
