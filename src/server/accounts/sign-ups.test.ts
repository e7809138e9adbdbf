import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { inviteRules } from './invites.ts'

const day = 24 * 3_600_000
const closed = 'New accounts are closed on this server.'
const invited = 'You need a valid invitation to sign up here. Ask the operator of this server for a link.'

/** An app with this sign-up mode, a first account, and a clock that stands still until a test moves it. */
async function appWith(engine: Engine, signups: 'open' | 'invite' | 'closed') {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const app = await googleApp({ engine, config: { signups }, dependencies: { clock } })
  await app.as('owner').user()
  const signup = async (name: string, invite?: string) => {
    const body = { username: name, ...credentials(name), ...(invite === undefined ? {} : { invite }) }
    const answer = await app.visitor().post('/auth/signup', body)
    return [answer.status, answer.status === 201 ? answer.body.user.username : answer.body.message]
  }
  return {
    ...app,
    signup,
    invites: inviteRules({ database: app.database, clock }),
    mode: async () => (await app.visitor().get('/auth/signups')).body,
    users: () => app.database.db.selectFrom('users').select('username').orderBy('username').execute(),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test.for(engines)(
  '%s: while sign-ups are closed, only the first user can sign up, with a password or with Google',
  async (engine) => {
    const { signup, mode, visitor, users, google, as } = await appWith(engine, 'closed')
    expect(await mode()).toMatchObject({ signups: 'closed' })
    expect(await signup('ana')).toEqual([403, closed])
    expect(await signup('ana', 'x')).toEqual([403, closed])
    expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/auth?google=closed')
    expect(await users()).toEqual([{ username: 'owner' }])
    google.account = { sub: '9', email: credentials('owner').email, email_verified: true }
    expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/dashboard')

    google.account = { sub: '9', email: credentials('owner').email, email_verified: true }
    const owner = visitor()
    await throughGoogle(owner)
    expect((await owner.post('/auth/delete', {})).status).toBe(200)
    expect(await mode()).toMatchObject({ signups: 'open' })
    expect(await as('somebody').user()).toMatchObject({ username: 'somebody' })
    expect(await mode()).toMatchObject({ signups: 'closed' })
  },
)

test.for(engines)('%s: of concurrent sign-ups for the first account, on two nodes, one succeeds', async (engine) => {
  for (const signups of ['closed', 'invite'] as const) {
    const databaseUrl = await migratedDatabase(engine)
    const one = await testApp({ config: { databaseUrl, signups } })
    const nodes = engine === 'postgres' ? [one, await testApp({ config: { databaseUrl, signups } })] : [one]
    const names = Array.from({ length: 6 }, (_, index) => `user-${index}`)
    const answers = await Promise.all(
      names.map((name, index) =>
        nodes[index % nodes.length]?.visitor().post('/auth/signup', { username: name, ...credentials(name) }),
      ),
    )
    expect(answers.map((answer) => answer?.status).sort()).toEqual([201, 403, 403, 403, 403, 403])
    expect(await one.database.db.selectFrom('users').select('id').execute()).toHaveLength(1)
    expect(await one.database.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  }
})

test.for(engines)('%s: an invitation can be used for one account only', async (engine) => {
  const { signup, mode, invites, users, database } = await appWith(engine, 'invite')
  expect(await mode()).toMatchObject({ signups: 'invite' })
  const { code } = await invites.create({ days: 7 })
  expect((await everyRow(database)).join()).not.toContain(code)
  for (const wrong of [undefined, '', 'x', `${code}x`]) expect(await signup('ana', wrong)).toEqual([403, invited])
  expect(await signup('owner', code)).toEqual([409, 'User already exists'])
  expect(await signup('ana', code)).toEqual([201, 'ana'])
  expect(await signup('bo', code)).toEqual([403, invited])
  expect(await users()).toEqual([{ username: 'ana' }, { username: 'owner' }])
})

test.for(engines)('%s: of concurrent sign-ups with the same invitation, one succeeds', async (engine) => {
  const { signup, invites, users } = await appWith(engine, 'invite')
  const { code } = await invites.create({ days: 7 })
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => signup(name, code)))
  expect(answers.map(([status]) => status).sort()).toEqual([201, 403, 403, 403, 403])
  expect(await users()).toHaveLength(2)
})

test.for(engines)('%s: an invitation expires, can be revoked, and can be bound to one email', async (engine) => {
  const { signup, invites, pass } = await appWith(engine, 'invite')
  const [short, withdrawn, bound] = [
    await invites.create({ days: 1 }),
    await invites.create({ days: 7 }),
    await invites.create({ days: 7, email: ' ANA@example.com' }),
  ]
  const listed = await invites.list()
  expect(listed.map(({ email }) => email).sort()).toEqual(['ANA@example.com', null, null])
  const ids = listed.filter(({ expires_at }) => expires_at === withdrawn.expiresAt && expires_at !== short.expiresAt)
  for (const { id, email } of ids) if (email === null) expect(await invites.revoke(id)).toBe(true)
  expect(await invites.revoke('x')).toBe(false)
  expect(await signup('bo', withdrawn.code)).toEqual([403, invited])
  expect(await signup('bo', bound.code)).toEqual([403, invited])
  expect(await signup('ana', bound.code)).toEqual([201, 'ana'])
  pass(day)
  expect(await signup('bo', short.code)).toEqual([403, invited])
  expect(await invites.list()).toEqual([])
})

test.for(engines)('%s: sign-ups with Google follow the same rules', async (engine) => {
  const { invites, google, visitor, users } = await appWith(engine, 'invite')
  google.account = { sub: '1', email: 'gina@example.com', email_verified: true, name: 'Gina' }
  const through = async (invite: string) => {
    const browser = visitor()
    const query = `?invite=${encodeURIComponent(invite)}`
    const location = (await throughGoogle({ get: (url) => browser.get(url === '/auth/google' ? url + query : url) }))
      .location
    return location
  }
  expect(await through('')).toBe('/taskdeck/#/auth?google=no_invite')
  expect(await through('x')).toBe('/taskdeck/#/auth?google=no_invite')
  const forAna = await invites.create({ days: 7, email: 'ana@example.com' })
  expect(await through(forAna.code)).toBe('/taskdeck/#/auth?google=no_invite')
  const { code } = await invites.create({ days: 7 })
  expect(await through(code)).toBe('/taskdeck/#/dashboard')
  expect(await users()).toEqual([{ username: 'Gina' }, { username: 'owner' }])
  expect(await through('x')).toBe('/taskdeck/#/dashboard')
  google.account = { sub: '2', email: 'second@example.com', email_verified: true }
  expect(await through(code)).toBe('/taskdeck/#/auth?google=no_invite')
})

test('while sign-ups are open, an invitation is neither required nor used up', async () => {
  const { signup, mode, invites } = await appWith('sqlite', 'open')
  const { code } = await invites.create({ days: 7 })
  expect(await mode()).toMatchObject({ signups: 'open' })
  expect(await signup('ana', code)).toEqual([201, 'ana'])
  expect(await signup('bo')).toEqual([201, 'bo'])
  expect(await invites.list()).toHaveLength(1)
})
